/// Nothing: do it.
fn rest_run() {}
const _: () = {
    use ::toolnode::__private as __tn;
    use ::toolnode::__private::via::*;
    fn __describe(__d: &mut __tn::Description) {
        __d.output = (&&&(&&__tn::Out::<()>::NEW).__tn_split().ok).__tn_output();
    }
    fn __call(__call: __tn::Call) -> __tn::Started {
        let _ = __call;
        let __out = (&&__tn::Out::<()>::NEW).__tn_split();
        let __answer = __out
            .answer((&&&__out.ok).__tn_reply(), (&&&&__out.err).__tn_reply());
        __tn::run_blocking(rest_run(), __answer)
    }
    static __SPEC: __tn::ToolSpec = __tn::ToolSpec {
        id: "rest-run",
        summary: "Nothing: do it.",
        satisfies: &["rest"],
        place: __tn::place!("rest_run"),
        describe: __describe,
        body: __tn::Body::Blocking(__call),
        ..__tn::ToolSpec::EMPTY
    };
    __tn::inventory::submit! {
        __tn::Registration(& __SPEC)
    }
};
