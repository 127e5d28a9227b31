// What prost-build and pbjson-build generate, with pbjson's well-known types; and the structs a second time with maps in the
// order of their keys, for the proof.
#[path = "../prost/generate.rs"]
mod generate;

const GOOGLE: (&str, &str) = (".google.protobuf", "::pbjson_types");

fn main() -> std::io::Result<()> {
    generate::structs("measured", |config| {
        config.compile_well_known_types().extern_path(GOOGLE.0, GOOGLE.1);
    })?;
    generate::structs("sorted", |config| {
        config.compile_well_known_types().extern_path(GOOGLE.0, GOOGLE.1).btree_map(["."]);
    })?;
    pbjson_build::Builder::new()
        .register_descriptors(&generate::input("cases/cases.binpb")?)?
        .out_dir(generate::output("measured"))
        .extern_path(GOOGLE.0, GOOGLE.1)
        .ignore_unknown_fields()
        .build(&[".k8s", ".otel", ".text"])?;
    generate::operations()
}
