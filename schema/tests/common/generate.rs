//! Random schemas and values over a small world, so that values often meet what schemas ask for. The same seed gives the same.

use serde_json::{Map, Value, json};
use toolnode_schema::Draft;

/// `SplitMix64`, which is enough for this and the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).expect("it is below a usize")
    }

    /// One of so many integers from `first` on.
    fn integer(&mut self, first: i32, count: usize) -> i32 {
        first + i32::try_from(self.below(count)).expect("small")
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<'t, T>(&mut self, these: &'t [T]) -> &'t T {
        &these[self.below(these.len())]
    }
}

const NAMES: &[&str] = &["a", "b", "c", "ab"];
const PATTERNS: &[&str] = &[
    "^a",
    "b$",
    "^[ab]+$",
    "a",
    "^.$",
    "^$",
    "^(a|bb)*$",
    "[^a]",
    "^(?!ab)",
    "\\bb",
    "^a{2,3}$",
    "\\d",
];
const TYPES: &[&str] = &["null", "boolean", "integer", "number", "string", "array", "object"];
const STRINGS: &[&str] = &["", "a", "b", "ab", "ba", "aa", "bb", "aaa", "abb", "c", "1", "a b"];

/// A value of the same small world.
pub fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 6 } else { 10 }) {
        0 => Value::Null,
        1 => random.one_in(2).into(),
        2 => number(random),
        3 => random.integer(-3, 9).into(),
        4 | 5 => (*random.of(STRINGS)).into(),
        6 | 7 => {
            let length = random.below(4);
            (0..length).map(|_| value(random, depth - 1)).collect()
        }
        _ => {
            let mut map = Map::new();
            for _ in 0..random.below(4) {
                map.insert((*random.of(NAMES)).into(), value(random, depth - 1));
            }
            Value::Object(map)
        }
    }
}

fn number(random: &mut Random) -> Value {
    match random.below(3) {
        0 => json!(f64::from(random.integer(-2, 9)) / 2.0),
        1 => json!(f64::from(random.integer(-2, 7))),
        _ => random.integer(-2, 7).into(),
    }
}

/// Makes schemas of one dialect.
pub struct Schemas {
    pub draft: Draft,
    /// Whether there are definitions to refer to.
    refers: bool,
}

impl Schemas {
    pub fn new(draft: Draft) -> Self {
        Self { draft, refers: false }
    }

    fn is_new(&self) -> bool {
        self.draft == Draft::Draft202012
    }

    fn definitions(&self) -> &'static str {
        if self.is_new() { "$defs" } else { "definitions" }
    }

    /// A whole document.
    pub fn document(&mut self, random: &mut Random) -> Value {
        self.refers = random.one_in(4);
        let mut root = self.schema(random, 3);
        if self.refers {
            if !root.is_object() || (!self.is_new() && root.get("$ref").is_some()) {
                root = json!({ "allOf": [root] });
            }
            root[self.definitions()] =
                json!({ "d": self.guarded(random), "e": self.guarded(random) });
        }
        root
    }

    /// A schema that refers to others only for parts of the value, so that references make no loop.
    fn guarded(&mut self, random: &mut Random) -> Value {
        let mut schema = json!({});
        Self::kind(random, &mut schema);
        match random.below(3) {
            0 => {
                schema["properties"] =
                    json!({ "a": self.schema(random, 1), "b": self.reference(random) });
            }
            1 => schema["items"] = self.schema(random, 1),
            _ => schema["additionalProperties"] = self.schema(random, 1),
        }
        if random.one_in(3) {
            schema["required"] = json!(["a"]);
        }
        schema
    }

    fn reference(&self, random: &mut Random) -> Value {
        json!({ "$ref": format!("#/{}/{}", self.definitions(), random.of(&["d", "e"])) })
    }

    pub fn schema(&mut self, random: &mut Random, depth: usize) -> Value {
        if random.one_in(12) {
            return random.one_in(3).into();
        }
        if self.refers && random.one_in(5) {
            return self.reference(random);
        }
        let mut schema = json!({});
        if !random.one_in(4) {
            Self::kind(random, &mut schema);
        }
        for _ in 0..=random.below(3) {
            self.keyword(random, &mut schema, depth);
        }
        schema
    }

    fn kind(random: &mut Random, schema: &mut Value) {
        schema["type"] = if random.one_in(4) {
            json!([random.of(TYPES), random.of(TYPES)])
        } else {
            json!(random.of(TYPES))
        };
        // A list of types has each once.
        if let Some([one, other]) = schema["type"].as_array().map(Vec::as_slice)
            && one == other
        {
            schema["type"] = one.clone();
        }
    }

    fn list(&mut self, random: &mut Random, depth: usize) -> Value {
        let length = 1 + random.below(3);
        (0..length).map(|_| self.schema(random, depth)).collect()
    }

    fn keyword(&mut self, random: &mut Random, schema: &mut Value, depth: usize) {
        let kind = schema["type"].as_str().unwrap_or_default().to_owned();
        if depth > 0 && random.one_in(4) {
            return self.combinator(random, schema, depth - 1);
        }
        if random.one_in(8) {
            schema["enum"] = (0..=random.below(3)).map(|_| value(random, 1)).collect();
            return;
        }
        match kind.as_str() {
            "integer" | "number" => Self::of_numbers(random, schema),
            "string" => Self::of_strings(random, schema),
            "array" => self.of_arrays(random, schema, depth),
            "object" => self.of_objects(random, schema, depth),
            "null" | "boolean" => schema["const"] = value(random, 0),
            _ => match random.below(4) {
                0 => Self::of_numbers(random, schema),
                1 => Self::of_strings(random, schema),
                2 => self.of_arrays(random, schema, depth),
                _ => self.of_objects(random, schema, depth),
            },
        }
    }

    fn of_numbers(random: &mut Random, schema: &mut Value) {
        let keyword = random.of(&[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ]);
        schema[*keyword] = if *keyword == "multipleOf" {
            random.of(&[json!(1), json!(2), json!(3), json!(0.5), json!(1.5)]).clone()
        } else {
            number(random)
        };
    }

    fn of_strings(random: &mut Random, schema: &mut Value) {
        match random.below(4) {
            0 => schema["minLength"] = random.below(4).into(),
            1 => schema["maxLength"] = random.below(4).into(),
            _ => schema["pattern"] = json!(random.of(PATTERNS)),
        }
    }

    fn of_arrays(&mut self, random: &mut Random, schema: &mut Value, depth: usize) {
        if depth == 0 || random.one_in(3) {
            match random.below(3) {
                0 => schema["minItems"] = random.below(4).into(),
                1 => schema["maxItems"] = random.below(4).into(),
                _ => schema["uniqueItems"] = true.into(),
            }
            return;
        }
        let depth = depth - 1;
        match random.below(5) {
            0 => schema["items"] = self.schema(random, depth),
            1 => {
                let (prefix, rest) = if self.is_new() {
                    ("prefixItems", "items")
                } else {
                    ("items", "additionalItems")
                };
                schema[prefix] = self.list(random, depth);
                if random.one_in(2) {
                    schema[rest] = self.schema(random, depth);
                }
            }
            2 | 3 => {
                schema["contains"] = self.schema(random, depth);
                if self.is_new() && random.one_in(2) {
                    schema[*random.of(&["minContains", "maxContains"])] = random.below(3).into();
                }
            }
            _ if self.is_new() => schema["unevaluatedItems"] = self.schema(random, depth),
            _ => schema["uniqueItems"] = true.into(),
        }
    }

    fn of_objects(&mut self, random: &mut Random, schema: &mut Value, depth: usize) {
        if depth == 0 || random.one_in(3) {
            match random.below(4) {
                0 => schema["minProperties"] = random.below(4).into(),
                1 => schema["maxProperties"] = random.below(4).into(),
                _ => schema["required"] = json!([random.of(NAMES)]),
            }
            return;
        }
        let depth = depth - 1;
        match random.below(9) {
            0..=2 => {
                let mut properties = Map::new();
                for _ in 0..=random.below(3) {
                    properties.insert((*random.of(NAMES)).into(), self.schema(random, depth));
                }
                schema["properties"] = properties.into();
            }
            3 => {
                schema["patternProperties"] =
                    json!({ *random.of(PATTERNS): self.schema(random, depth) });
            }
            4 => schema["additionalProperties"] = self.schema(random, depth),
            5 => {
                schema["propertyNames"] = json!({});
                Self::of_strings(random, &mut schema["propertyNames"]);
            }
            6 if self.is_new() => schema["unevaluatedProperties"] = self.schema(random, depth),
            7 if self.is_new() => {
                schema["dependentSchemas"] =
                    json!({ *random.of(NAMES): self.schema(random, depth) });
            }
            8 if self.is_new() => {
                schema["dependentRequired"] = json!({ *random.of(NAMES): [random.of(NAMES)] });
            }
            8 => schema["dependencies"] = json!({ *random.of(NAMES): [random.of(NAMES)] }),
            _ => schema["dependencies"] = json!({ *random.of(NAMES): self.schema(random, depth) }),
        }
        // What other dialects know is no keyword there.
        if self.is_new() {
            schema.as_object_mut().expect("it is one").remove("dependencies");
        }
    }

    fn combinator(&mut self, random: &mut Random, schema: &mut Value, depth: usize) {
        match random.below(6) {
            0 => schema["allOf"] = self.list(random, depth),
            1 | 2 => schema["anyOf"] = self.list(random, depth),
            3 => schema["oneOf"] = self.list(random, depth),
            4 => schema["not"] = self.schema(random, depth),
            _ => {
                schema["if"] = self.schema(random, depth);
                schema[*random.of(&["then", "else"])] = self.schema(random, depth);
            }
        }
    }

    /// The schema with something changed in it, or, often, nothing that matters.
    pub fn changed(&mut self, random: &mut Random, schema: &Value) -> Value {
        match random.below(6) {
            0 => {
                json!({ "allOf": [self.plain(schema), self.plain(&json!({}))], self.definitions(): schema.get(self.definitions()).cloned().unwrap_or(json!({})) })
            }
            1 => {
                json!({ "not": { "not": self.plain(schema) }, self.definitions(): schema.get(self.definitions()).cloned().unwrap_or(json!({})) })
            }
            _ => {
                let mut changed = schema.clone();
                self.change(random, &mut changed, 4);
                changed
            }
        }
    }

    fn plain(&self, schema: &Value) -> Value {
        let mut schema = schema.clone();
        if let Some(map) = schema.as_object_mut() {
            map.remove(self.definitions());
        }
        schema
    }

    fn change(&mut self, random: &mut Random, schema: &mut Value, depth: usize) {
        let Some(map) = schema.as_object_mut() else {
            *schema = self.schema(random, 1);
            return;
        };
        let inner: Vec<String> = map
            .iter()
            .filter(|(_, value)| value.is_object() || value.is_array())
            .map(|(key, _)| key.clone())
            .collect();
        if depth > 0 && !inner.is_empty() && !random.one_in(3) {
            let key = random.of(&inner).clone();
            if ["enum", "const", "required", "type", "dependentRequired", "$ref"]
                .contains(&key.as_str())
            {
                return;
            }
            match map.get_mut(&key) {
                Some(Value::Array(items)) if !items.is_empty() => {
                    let at = random.below(items.len());
                    return self.change(random, &mut items[at], depth - 1);
                }
                Some(Value::Object(members))
                    if [
                        "properties",
                        "patternProperties",
                        "$defs",
                        "definitions",
                        "dependentSchemas",
                    ]
                    .contains(&key.as_str()) =>
                {
                    let names: Vec<String> = members.keys().cloned().collect();
                    if !names.is_empty() {
                        let name = random.of(&names).clone();
                        let member = members.get_mut(&name).expect("it is there");
                        // A new reference in a definition could lead back to it without a step into the value.
                        let refers = self.refers && key != self.definitions();
                        let before = std::mem::replace(&mut self.refers, refers);
                        self.change(random, member, depth - 1);
                        self.refers = before;
                        return;
                    }
                }
                Some(value @ Value::Object(_)) if key != "dependencies" => {
                    return self.change(random, value, depth - 1);
                }
                _ => {}
            }
        }
        let keys: Vec<String> = map
            .keys()
            .filter(|key| !key.starts_with('$') && *key != "definitions")
            .cloned()
            .collect();
        if !keys.is_empty() && random.one_in(2) {
            map.remove(random.of(&keys));
        } else if !map.contains_key("$ref") {
            self.keyword(random, schema, 1);
        }
    }
}
