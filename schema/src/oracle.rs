//! The second opinion: a validator that is not ours says whether a witness is accepted.

use jsonschema::Validator;
use serde_json::Value;

use crate::options::Draft;

/// Whether a schema accepts a value.
pub(crate) trait Oracle {
    /// `None` where it cannot say.
    fn accepts(&self, value: &Value) -> Option<bool>;
}

/// The validators of the crate `jsonschema`. Where a schema has holes, there are two: one in which each hole accepts all, and
/// one in which each accepts nothing.
pub(crate) struct Validators(Vec<Validator>);

impl Validators {
    /// `holes` are JSON Pointers to what is not understood: references that lead elsewhere, keywords that are malformed.
    pub(crate) fn new(schema: &Value, draft: Draft, holes: &[String]) -> Result<Self, String> {
        if holes.is_empty() {
            return Ok(Self(vec![validator(schema, draft)?]));
        }
        let filled = |stub: bool| {
            let mut schema = schema.clone();
            for hole in holes {
                // A hole inside another is gone with it.
                if let Some(place) = schema.pointer_mut(hole) {
                    *place = Value::Bool(stub);
                }
            }
            validator(&schema, draft)
        };
        Ok(Self(vec![filled(true)?, filled(false)?]))
    }
}

impl Oracle for Validators {
    fn accepts(&self, value: &Value) -> Option<bool> {
        let mut answers = self.0.iter().map(|validator| validator.is_valid(value));
        let first = answers.next()?;
        answers.all(|answer| answer == first).then_some(first)
    }
}

fn validator(schema: &Value, draft: Draft) -> Result<Validator, String> {
    let mut options = jsonschema::options()
        .offline()
        .should_validate_formats(false)
        .without_content_encoding_support("base64")
        .without_content_media_type_support("application/json");
    if schema.get("$schema").is_none() {
        options = options.with_draft(match draft {
            Draft::Draft6 => jsonschema::Draft::Draft6,
            Draft::Draft7 => jsonschema::Draft::Draft7,
            Draft::Draft201909 => jsonschema::Draft::Draft201909,
            Draft::Draft202012 => jsonschema::Draft::Draft202012,
            Draft::Other => return Err("the dialect is not known".to_owned()),
        });
    }
    options.build(schema).map_err(|error| error.to_string())
}
