//! The validators of a served node, compiled at first use.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

use super::{Arm, Node};

/// Compiled at the first call: listing compiles none.
#[derive(Debug, Default)]
pub(super) struct Validators {
    input: OnceLock<Result<Validator, String>>,
    output: OnceLock<Result<Validator, String>>,
}

/// Compiles a schema as JSON Schema 2020-12, unless it names another dialect itself; formats are annotations, and no
/// reference leaves the schema.
pub(super) fn compile(schema: &Value) -> Result<Validator, String> {
    let options = jsonschema::options().should_validate_formats(false);
    options.build(schema).map_err(|error| error.to_string())
}

impl Node {
    /// The names of the inputs, as a caller is told them.
    pub(crate) fn input_names(&self) -> Vec<&str> {
        match &self.arm {
            Arm::InProcess(function) if function.input_schema.is_some() => {
                let declared = self.input_schema.get("properties").and_then(Value::as_object);
                declared.into_iter().flatten().map(|(name, _)| name.as_str()).collect()
            }
            _ => self.inputs.iter().map(|input| input.name.as_str()).collect(),
        }
    }

    /// The validator of the inputs.
    pub(crate) fn input_validator(&self) -> Result<&Validator, String> {
        let compiled = self
            .validators
            .input
            .get_or_init(|| compile(&Value::Object(self.input_schema.as_ref().clone())));
        compiled.as_ref().map_err(|error| self.not_compiled("input", error))
    }

    /// The validator of what its command prints as JSON, the whole or a line, where outputs are declared.
    pub(crate) fn output_validator(&self) -> Result<Option<&Validator>, String> {
        let Some(schema) = &self.printed_schema else { return Ok(None) };
        let compiled = self.validators.output.get_or_init(|| compile(schema));
        compiled.as_ref().map(Some).map_err(|error| self.not_compiled("output", error))
    }

    fn not_compiled(&self, which: &str, error: &str) -> String {
        format!("the {which} schema of {} cannot be used: {error}", self.name)
    }
}
