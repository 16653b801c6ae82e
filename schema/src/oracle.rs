//! The second opinion: a validator that is not ours says whether a witness is accepted.

use jsonschema::{Retrieve, Uri, Validator};
use serde_json::Value;

use crate::options::Draft;

/// Whether a schema accepts a value.
pub(crate) trait Oracle {
    /// `None` where it cannot say.
    fn accepts(&self, value: &Value) -> Option<bool>;
}

/// The validators of the crate `jsonschema`: one for which every reference that leads elsewhere accepts all, one for
/// which it accepts nothing. They are one where nothing leads elsewhere.
pub(crate) struct Validators(Vec<Validator>);

impl Validators {
    /// `leads_elsewhere` where a reference names something that the schema does not hold.
    pub(crate) fn new(schema: &Value, draft: Draft, leads_elsewhere: bool) -> Result<Self, String> {
        let stubs: &[bool] = if leads_elsewhere { &[true, false] } else { &[true] };
        stubs.iter().map(|&stub| validator(schema, draft, stub)).collect::<Result<_, _>>().map(Self)
    }
}

impl Oracle for Validators {
    fn accepts(&self, value: &Value) -> Option<bool> {
        let mut answers = self.0.iter().map(|validator| validator.is_valid(value));
        let first = answers.next()?;
        answers.all(|answer| answer == first).then_some(first)
    }
}

fn validator(schema: &Value, draft: Draft, stub: bool) -> Result<Validator, String> {
    let mut options = jsonschema::options()
        .with_retriever(Stub(stub))
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

/// Answers for whatever is elsewhere, so that nothing is fetched.
struct Stub(bool);

impl Retrieve for Stub {
    fn retrieve(
        &self,
        _uri: &Uri<String>,
    ) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Value::Bool(self.0))
    }
}
