//! The twins of the refusals in `ui/`: the same function, mended. They compile together, as the modules of this test.
#![allow(
    missing_docs,
    dead_code,
    unused_variables,
    clippy::pedantic,
    reason = "the shortest that can be said"
)]

use std::collections::BTreeSet;
use std::path::Path;

macro_rules! twins {
    ($($name:ident)*) => {
        mod pass { $(mod $name;)* }

        const TWINS: &[&str] = &[$(stringify!($name)),*];
    };
}

twins! {
    arg_bare
    arg_key
    arg_key_twice
    arg_name_empty
    arg_name_taken
    arg_on_context
    arg_on_state
    arg_placement
    arg_twice
    argument_alias
    argument_bool
    argument_bools
    argument_float
    argument_generic
    argument_json
    argument_list
    argument_map
    argument_option
    argument_path
    argument_prose
    argument_str
    argument_string
    argument_undescribed
    argument_unplaced
    argv_bound
    argv_bound_type
    argv_bounds
    argv_fields
    argv_float
    argv_generic
    argv_iri
    argv_key
    argv_key_twice
    argv_lifetime
    argv_no_keys
    argv_no_list
    argv_serde_too
    argv_union
    argv_unit
    borrowed_result
    by_reference
    command_async
    command_called
    command_key
    command_lends
    command_several
    command_twice
    computed_doc
    conditional_parameter
    const_fn
    container_image
    container_key
    container_key_twice
    container_mount
    container_nameless
    container_shell
    container_value
    context_lifetime
    context_mut
    crate_value
    dash_bounds
    dash_enum
    dash_flag
    dash_lead
    dash_list
    dash_positional
    dash_short_flag
    dash_signed
    dash_terminator
    default_none
    default_type
    default_unwritten
    enum_empty_word
    enum_fields
    enum_nothing
    enum_pattern
    enum_payload
    enum_rule
    enum_serde
    enum_taken
    enum_variant_key
    error_type
    example_expect
    example_expect_key
    example_input
    example_nameless
    exit_both
    exit_key
    exit_key_twice
    exit_nothing
    exit_status
    extern_fn
    flag_equals
    flag_nameless
    flag_no_dash
    flag_space
    flag_taken
    flag_value
    future_not_send
    generic
    header_command
    header_empty
    header_float
    header_list
    header_prefixed
    header_space
    header_twice
    hidden_character
    id_given
    id_of_function
    impl_parameter
    impl_result
    input_option
    input_schema_command
    input_schema_list
    input_schema_nothing
    input_schema_syntax
    input_schema_text
    input_schema_type
    input_state_option
    input_type
    input_undescribed
    instance_base
    instance_key
    instance_name
    instance_prefix
    instance_version
    joined_bool
    joined_positional
    joined_short
    key_from_elsewhere
    key_is_literal
    key_missing_value
    key_no_comma
    key_strange
    key_twice
    key_unknown
    key_without_value
    lead_flag
    lead_word
    lifetime
    limits_fraction
    limits_key
    limits_value
    limits_zero
    manual_only
    mcp_only
    media_type
    method
    name_given
    name_program
    name_program_boxed
    name_separator
    name_several
    name_subject
    name_transport
    name_vendor
    name_verb
    name_verb_first
    name_version
    never_result
    no_body
    no_doc
    no_satisfies
    not_a_function
    order_default
    order_list
    order_optional
    output_in_result
    output_type
    pattern
    pattern_absent
    pattern_back_reference
    pattern_boundary
    pattern_inside
    pattern_invalid
    pattern_lengths
    pattern_literal
    pattern_look_around
    pattern_not
    pattern_only_length
    pattern_payload
    pattern_type
    pattern_unanchored
    place_from_one
    place_gap
    place_key
    place_key_twice
    place_none
    place_secret
    place_taken
    place_two
    place_value
    printed_result
    printed_text
    printed_type
    requires_value
    runs_element
    runs_flag
    runs_in_container
    runs_script
    runs_stdin
    runs_text
    satisfies_empty
    satisfies_nothing
    satisfies_twice
    satisfies_type
    secret_header
    several
    shell_assignment
    shell_batch
    shell_empty
    shell_empty_list
    shell_line_in_list
    shell_pipe
    shell_quote
    shell_type
    shell_variable
    state_not_shared
    stdin_list
    stdin_twice
    stdin_type
    stdout_bytes
    stdout_untyped
    stdout_value
    title_empty
    two_tools
    underscore
    unsafe_fn
    where_clause
}

#[test]
fn every_refusal_has_a_twin_that_is_registered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let sources = files.filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let refusals: BTreeSet<_> =
        sources.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    let twins: BTreeSet<_> = TWINS.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(refusals, twins);

    let modules = toolnode::registry::linked().into_iter().map(|spec| spec.place.module);
    let registered: BTreeSet<_> =
        modules.map(|module| module.rsplit("::").next().unwrap().to_owned()).collect();
    assert_eq!(registered, twins);
}
