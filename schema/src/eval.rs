//! Whether a value meets an assertion, as far as that is known: three-valued, so that what is not understood spoils only
//! what depends on it.

use std::rc::Rc;

use serde_json::Value;

use crate::ir::{Keys, Kinds, Lit, Node};
use crate::number;
use crate::sat::Solver;

impl Solver<'_> {
    /// `None` where something on the way is not understood. The value is in canonical form.
    pub(crate) fn eval(&mut self, lit: Lit, value: &Value) -> Option<bool> {
        let node = Rc::clone(self.graph.node(lit));
        let holds = match node.about() {
            Some(kind) if !kind.has(Kinds::of(value)) => Some(true),
            _ => self.holds(&node, value),
        };
        holds.map(|holds| holds != lit.is_negated())
    }

    /// All of these; definitely not where one is definitely not.
    pub(crate) fn eval_all(&mut self, lits: &[Lit], value: &Value) -> Option<bool> {
        let mut known = true;
        for &lit in lits {
            match self.eval(lit, value) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => known = false,
            }
        }
        known.then_some(true)
    }

    fn holds(&mut self, node: &Node, value: &Value) -> Option<bool> {
        match (node, value) {
            (Node::True, _) => Some(true),
            (Node::All(lits), _) => self.eval_all(lits, value),
            (Node::Kind(kinds), _) => Some(kinds.has(Kinds::of(value))),
            (Node::Enum(values), _) => Some(values.iter().any(|one| one.value == *value)),
            (Node::Ref(target), _) => self.eval(self.graph.target(*target), value),
            (Node::AtLeast { bound, strict }, Value::Number(number)) => {
                let exact = number::exact(number)?;
                Some(if *strict { exact > *bound } else { exact >= *bound })
            }
            (Node::AtMost { bound, strict }, Value::Number(number)) => {
                let exact = number::exact(number)?;
                Some(if *strict { exact < *bound } else { exact <= *bound })
            }
            (Node::MultipleOf(step), Value::Number(number)) => {
                Some(number::is_multiple(&number::exact(number)?, step))
            }
            (Node::MinLength(min), Value::String(text)) => {
                Some(text.chars().count() as u64 >= *min)
            }
            (Node::MaxLength(max), Value::String(text)) => {
                Some(text.chars().count() as u64 <= *max)
            }
            (Node::Pattern(pattern), Value::String(text)) => self.found(pattern, text),
            (_, Value::Array(items)) => self.holds_of_array(node, items),
            (_, Value::Object(map)) => self.holds_of_object(node, map),
            _ => None,
        }
    }

    fn holds_of_array(&mut self, node: &Node, items: &[Value]) -> Option<bool> {
        match node {
            Node::MinItems(min) => Some(items.len() as u64 >= *min),
            Node::MaxItems(max) => Some(items.len() as u64 <= *max),
            Node::Item(index, lit) => match items.get(*index) {
                Some(item) => self.eval(*lit, item),
                None => Some(true),
            },
            Node::ItemsFrom(from, lit) => {
                self.every(items.iter().skip(*from).map(|item| (*lit, item)))
            }
            Node::ContainsMin(lit, min) => {
                let (sure, possible) = self.count(*lit, items);
                if sure >= *min {
                    Some(true)
                } else if possible < *min {
                    Some(false)
                } else {
                    None
                }
            }
            Node::ContainsMax(lit, max) => {
                let (sure, possible) = self.count(*lit, items);
                if possible <= *max {
                    Some(true)
                } else if sure > *max {
                    Some(false)
                } else {
                    None
                }
            }
            Node::Unique => {
                let mut texts: Vec<_> = items.iter().map(crate::value::key).collect();
                texts.sort_unstable();
                Some(texts.windows(2).all(|pair| pair[0] != pair[1]))
            }
            _ => None,
        }
    }

    /// How many items certainly meet the assertion, and how many may.
    fn count(&mut self, lit: Lit, items: &[Value]) -> (u64, u64) {
        let (mut sure, mut possible) = (0, 0);
        for item in items {
            let met = self.eval(lit, item);
            sure += u64::from(met == Some(true));
            possible += u64::from(met != Some(false));
        }
        (sure, possible)
    }

    fn holds_of_object(
        &mut self,
        node: &Node,
        map: &serde_json::Map<String, Value>,
    ) -> Option<bool> {
        match node {
            Node::MinProperties(min) => Some(map.len() as u64 >= *min),
            Node::MaxProperties(max) => Some(map.len() as u64 <= *max),
            Node::Required(key) => Some(map.contains_key(&**key)),
            Node::Values(Keys::One(key), lit) => match map.get(&**key) {
                Some(value) => self.eval(*lit, value),
                None => Some(true),
            },
            Node::Values(keys, lit) => {
                let mut known = true;
                for (key, value) in map {
                    let met = match self.selects(keys, key) {
                        Some(false) => Some(true),
                        Some(true) => self.eval(*lit, value),
                        None => self.eval(*lit, value).filter(|met| *met),
                    };
                    match met {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => known = false,
                    }
                }
                known.then_some(true)
            }
            _ => None,
        }
    }

    fn every<'v>(&mut self, items: impl Iterator<Item = (Lit, &'v Value)>) -> Option<bool> {
        let mut known = true;
        for (lit, item) in items {
            match self.eval(lit, item) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => known = false,
            }
        }
        known.then_some(true)
    }

    /// Whether the key is one of these.
    pub(crate) fn selects(&mut self, keys: &Keys, key: &str) -> Option<bool> {
        match keys {
            Keys::One(one) => Some(**one == *key),
            Keys::Matching(pattern) => self.found(pattern, key),
            Keys::Others { names, patterns } => {
                if names.contains(key) {
                    return Some(false);
                }
                let mut known = true;
                for pattern in patterns {
                    match self.found(pattern, key) {
                        Some(true) => return Some(false),
                        Some(false) => {}
                        None => known = false,
                    }
                }
                known.then_some(true)
            }
            Keys::Refused(lit) => {
                self.eval(*lit, &Value::String(key.to_owned())).map(|accepted| !accepted)
            }
        }
    }

    fn found(&mut self, pattern: &Rc<str>, text: &str) -> Option<bool> {
        self.languages.pattern(pattern).ok().map(|language| language.is_match(text))
    }
}
