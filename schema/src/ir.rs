//! What both schemas become: one graph of assertions, in which equal parts are one node.
//!
//! An assertion about one kind of value holds for every value of another kind, as in JSON Schema. Annotations are gone,
//! and so is every difference between dialects.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use serde_json::Value;

use crate::number::Rational;

/// A node of the graph, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) const TRUE: Self = Self(0);
    pub(crate) const FALSE: Self = Self(1);

    fn positive(node: usize) -> Self {
        Self(u32::try_from(node).expect("fewer than two thousand million nodes") << 1)
    }

    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn not(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// This literal, or its negation where `negated`.
    pub(crate) fn negate_if(self, negated: bool) -> Self {
        Self(self.0 ^ u32::from(negated))
    }
}

/// The kinds of JSON values, as bits. An integer is a number that is a multiple of 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kinds(pub(crate) u8);

impl Kinds {
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const NUMBER: Self = Self(4);
    pub(crate) const STRING: Self = Self(8);
    pub(crate) const ARRAY: Self = Self(16);
    pub(crate) const OBJECT: Self = Self(32);
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(63);
    pub(crate) const EACH: [Self; 6] =
        [Self::NULL, Self::BOOLEAN, Self::NUMBER, Self::STRING, Self::ARRAY, Self::OBJECT];

    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(_) => Self::NUMBER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Some of the keys that an object may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Keys {
    /// This key.
    One(Rc<str>),
    /// The keys in which this pattern is found.
    Matching(Rc<str>),
    /// The keys that are none of `names`, and in which none of `patterns` is found.
    Others { names: BTreeSet<Rc<str>>, patterns: BTreeSet<Rc<str>> },
    /// The keys that, as strings, are refused by this assertion.
    Refused(Lit),
}

/// An assertion.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    True,
    /// All of these. "Any of" is its negation, over negations.
    All(Vec<Lit>),
    Kind(Kinds),
    /// One of these values, in canonical form and sorted.
    Enum(Vec<Rc<Scalar>>),
    AtLeast {
        bound: Rational,
        strict: bool,
    },
    AtMost {
        bound: Rational,
        strict: bool,
    },
    MultipleOf(Rational),
    MinLength(u64),
    MaxLength(u64),
    Pattern(Rc<str>),
    MinItems(u64),
    MaxItems(u64),
    /// The item at this index, where there is one.
    Item(usize, Lit),
    /// Every item from this index on.
    ItemsFrom(usize, Lit),
    /// At least so many items that meet the assertion.
    ContainsMin(Lit, u64),
    /// At most so many items that meet the assertion.
    ContainsMax(Lit, u64),
    Unique,
    MinProperties(u64),
    MaxProperties(u64),
    Required(Rc<str>),
    /// The value of each of these keys that is there.
    Values(Keys, Lit),
    /// A reference that closes a cycle: an index into [`Graph::targets`].
    Ref(usize),
    /// Something that is not understood, named so that the same thing is the same node. Its reason is in
    /// [`Graph::reasons`].
    Opaque(String),
}

/// A value with the text that stands for it, so that it can be hashed.
#[derive(Clone, Debug)]
pub(crate) struct Scalar {
    pub(crate) value: Value,
    text: String,
}

impl Scalar {
    /// `value` is in canonical form.
    pub(crate) fn new(value: Value) -> Self {
        Self { text: crate::value::key(&value), value }
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Scalar {}

impl std::hash::Hash for Scalar {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// Why something could not be decided, and where in which schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub(crate) text: String,
    /// A JSON Pointer, after `a` or `b` where it is known which schema it points into.
    pub(crate) pointer: String,
}

/// All nodes. The first is [`Node::True`].
#[derive(Debug)]
pub(crate) struct Graph {
    nodes: Vec<Rc<Node>>,
    index: HashMap<Rc<Node>, u32>,
    /// What each [`Node::Ref`] stands for, once its schema has been read.
    pub(crate) targets: Vec<Option<Lit>>,
    /// Where a pattern stands.
    pub(crate) places: HashMap<usize, String>,
    /// Why a node is [`Node::Opaque`].
    pub(crate) reasons: HashMap<usize, Reason>,
}

impl Graph {
    pub(crate) fn new() -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            index: HashMap::new(),
            targets: Vec::new(),
            places: HashMap::new(),
            reasons: HashMap::new(),
        };
        graph.add(Node::True);
        graph
    }

    pub(crate) fn node(&self, lit: Lit) -> &Rc<Node> {
        &self.nodes[lit.node()]
    }

    /// What a [`Node::Ref`] stands for; asked only where both schemas have been read.
    pub(crate) fn target(&self, reference: usize) -> Lit {
        self.targets[reference].expect("a schema has been read when reading ends")
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn add(&mut self, node: Node) -> Lit {
        if let Some(&index) = self.index.get(&node) {
            return Lit::positive(index as usize);
        }
        let lit = Lit::positive(self.nodes.len());
        let node = Rc::new(node);
        self.nodes.push(Rc::clone(&node));
        self.index.insert(node, u32::try_from(lit.node()).expect("as above"));
        lit
    }

    pub(crate) fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut flat = BTreeSet::new();
        for lit in lits {
            match (lit.is_negated(), &**self.node(lit)) {
                (false, Node::True) => {}
                (false, Node::All(inner)) => flat.extend(inner.iter().copied()),
                _ => {
                    flat.insert(lit);
                }
            }
        }
        if flat.contains(&Lit::FALSE) || flat.iter().any(|lit| flat.contains(&lit.not())) {
            return Lit::FALSE;
        }
        match flat.len() {
            0 => Lit::TRUE,
            1 => *flat.first().expect("one"),
            _ => self.add(Node::All(flat.into_iter().collect())),
        }
    }

    pub(crate) fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let negated: Vec<_> = lits.into_iter().map(Lit::not).collect();
        self.all(negated).not()
    }

    pub(crate) fn kind(&mut self, kinds: Kinds) -> Lit {
        match kinds {
            Kinds::ALL => Lit::TRUE,
            Kinds::NONE => Lit::FALSE,
            kinds => self.add(Node::Kind(kinds)),
        }
    }

    /// One of these values.
    pub(crate) fn one_of<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) -> Lit {
        let mut values: Vec<_> = values
            .into_iter()
            .map(|value| Rc::new(Scalar::new(crate::value::canonical(value))))
            .collect();
        values.sort_by(|a, b| a.text.cmp(&b.text));
        values.dedup();
        if values.is_empty() { Lit::FALSE } else { self.add(Node::Enum(values)) }
    }

    pub(crate) fn values(&mut self, keys: Keys, lit: Lit) -> Lit {
        if lit == Lit::TRUE { lit } else { self.add(Node::Values(keys, lit)) }
    }

    pub(crate) fn opaque(&mut self, name: String, reason: Reason) -> Lit {
        let lit = self.add(Node::Opaque(name));
        self.reasons.entry(lit.node()).or_insert(reason);
        lit
    }

    /// An array or object spelled as assertions about its parts, so that its negation is one, too.
    pub(crate) fn exactly(&mut self, value: &Value) -> Lit {
        match value {
            Value::Array(items) => {
                let mut lits = vec![
                    self.kind(Kinds::ARRAY),
                    self.add(Node::MinItems(items.len() as u64)),
                    self.add(Node::MaxItems(items.len() as u64)),
                ];
                for (index, item) in items.iter().enumerate() {
                    let item = self.one_of([item]);
                    lits.push(self.add(Node::Item(index, item)));
                }
                self.all(lits)
            }
            Value::Object(map) => {
                let names: BTreeSet<Rc<str>> = map.keys().map(|key| key.as_str().into()).collect();
                let mut lits = vec![self.kind(Kinds::OBJECT)];
                for (key, value) in map {
                    lits.push(self.add(Node::Required(key.as_str().into())));
                    let value = self.one_of([value]);
                    lits.push(self.values(Keys::One(key.as_str().into()), value));
                }
                let others = Keys::Others { names, patterns: BTreeSet::new() };
                lits.push(self.values(others, Lit::FALSE));
                self.all(lits)
            }
            scalar => self.one_of([scalar]),
        }
    }
}

impl Node {
    /// The assertions that this one is made of.
    pub(crate) fn parts(&self) -> Vec<Lit> {
        match self {
            Self::All(lits) => lits.clone(),
            Self::Values(Keys::Refused(names), lit) => vec![*names, *lit],
            Self::Item(_, lit)
            | Self::ItemsFrom(_, lit)
            | Self::ContainsMin(lit, _)
            | Self::ContainsMax(lit, _)
            | Self::Values(_, lit) => vec![*lit],
            _ => Vec::new(),
        }
    }

    /// The kind that the assertion is about, where it is about one.
    pub(crate) fn about(&self) -> Option<Kinds> {
        Some(match self {
            Self::AtLeast { .. } | Self::AtMost { .. } | Self::MultipleOf(_) => Kinds::NUMBER,
            Self::MinLength(_) | Self::MaxLength(_) | Self::Pattern(_) => Kinds::STRING,
            Self::MinItems(_)
            | Self::MaxItems(_)
            | Self::Item(..)
            | Self::ItemsFrom(..)
            | Self::ContainsMin(..)
            | Self::ContainsMax(..)
            | Self::Unique => Kinds::ARRAY,
            Self::MinProperties(_)
            | Self::MaxProperties(_)
            | Self::Required(_)
            | Self::Values(..) => Kinds::OBJECT,
            Self::True
            | Self::All(_)
            | Self::Kind(_)
            | Self::Enum(_)
            | Self::Ref(_)
            | Self::Opaque(_) => return None,
        })
    }
}
