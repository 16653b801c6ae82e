/// A bean: all.
#[allow(dead_code)]
fn bean_list(_: ::toolnode::__private::NotCallableFromRust) {}
const _: () = {
    use ::toolnode::__private as __tn;
    fn __describe(_: &mut __tn::Description) {}
    static __SPEC: __tn::ToolSpec = __tn::ToolSpec {
        id: "bean-list",
        summary: "A bean: all.",
        satisfies: &["work-plan"],
        place: __tn::place!("bean_list"),
        describe: __describe,
        body: __tn::Body::Command(__tn::CommandSpec {
            shell: __tn::Some(__tn::WordsSpec::Line("beans")),
            ..__tn::CommandSpec::EMPTY
        }),
        ..__tn::ToolSpec::EMPTY
    };
    __tn::inventory::submit! {
        __tn::Registration(& __SPEC)
    }
};
