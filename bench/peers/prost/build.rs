// Generates, from the committed descriptor set of the cases, what prost-build generates with its defaults; and a second time
// with maps in the order of their keys, for the proof. The numbers of the operations are taken from bench/c/engine.h.
use std::{env, fs, io, path::PathBuf};

use prost::Message;

fn generate(set: &[u8], folder: &str, sorted: bool) -> io::Result<()> {
    let out = PathBuf::from(env::var("OUT_DIR").unwrap()).join(folder);
    fs::create_dir_all(&out)?;
    let mut config = prost_build::Config::new();
    config.out_dir(&out).include_file("all.rs");
    if sorted {
        config.btree_map(["."]);
    }
    config.compile_fds(prost_types::FileDescriptorSet::decode(set)?)
}

fn operations(header: &str) -> String {
    let body = header.split("enum {").nth(1).unwrap().split('}').next().unwrap();
    let names = body.lines().filter_map(|line| line.trim().strip_prefix("OP_"));
    let numbered = names.enumerate().map(|(number, line)| {
        let name: String = line.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
        format!("#[allow(dead_code)]\npub const OP_{name}: usize = {number};\n")
    });
    numbered.collect()
}

fn main() -> io::Result<()> {
    let bench = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../..");
    let (cases, header) = (bench.join("cases/cases.binpb"), bench.join("c/engine.h"));
    println!("cargo:rerun-if-changed={}", cases.display());
    println!("cargo:rerun-if-changed={}", header.display());
    let set = fs::read(cases)?;
    generate(&set, "measured", false)?;
    generate(&set, "sorted", true)?;
    let operations = operations(&fs::read_to_string(header)?);
    fs::write(PathBuf::from(env::var("OUT_DIR").unwrap()).join("operations.rs"), operations)
}
