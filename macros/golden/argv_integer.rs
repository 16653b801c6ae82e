#[derive(ArgvType)]
#[argv(min = 1, iri = "https://example.org/types.json#/$defs/Limit")]
struct Limit(u8);
