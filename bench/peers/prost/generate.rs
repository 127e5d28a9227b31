// What the build scripts of the engines in Rust share. Structs are generated from the committed descriptor set of the cases, and
// the numbers of the operations from bench/c/engine.h.
use std::{env, fs, io, path::PathBuf};

use prost::Message;

/// A file of the benchmark; the engine is built again after it changed.
pub fn input(path: &str) -> io::Result<Vec<u8>> {
    let file = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../..").join(path);
    println!("cargo:rerun-if-changed={}", file.display());
    fs::read(file)
}

pub fn output(name: &str) -> PathBuf {
    PathBuf::from(env::var("OUT_DIR").unwrap()).join(name)
}

/// What prost-build generates, in a folder: one file for each package, and all.rs, which has all of them.
pub fn structs(folder: &str, configure: impl FnOnce(&mut prost_build::Config)) -> io::Result<()> {
    let out = output(folder);
    fs::create_dir_all(&out)?;
    let mut config = prost_build::Config::new();
    config.out_dir(&out).include_file("all.rs");
    configure(&mut config);
    config.compile_fds(prost_types::FileDescriptorSet::decode(&*input("cases/cases.binpb")?)?)
}

/// operations.rs: a constant for each operation.
pub fn operations() -> io::Result<()> {
    let header = String::from_utf8(input("c/engine.h")?).unwrap();
    let body = header.split("enum {").nth(1).unwrap().split('}').next().unwrap();
    let names = body.lines().filter_map(|line| line.trim().strip_prefix("OP_"));
    let constants = names.enumerate().map(|(number, line)| {
        let name: String = line.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
        format!("pub const OP_{name}: usize = {number};\n")
    });
    fs::write(output("operations.rs"), constants.collect::<String>())
}
