// What prost-build generates with its defaults; and a second time with maps in the order of their keys, for the proof.
#[path = "generate.rs"]
mod generate;

fn main() -> std::io::Result<()> {
    generate::structs("measured", |_| ())?;
    generate::structs("sorted", |config| {
        config.btree_map(["."]);
    })?;
    generate::operations()
}
