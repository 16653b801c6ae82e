/// A word: say it.
#[allow(clippy::needless_pass_by_value)]
fn word_get(word: String, loud: bool) {}
const _: () = {
    use ::toolnode::__private as __tn;
    use ::toolnode::__private::via::*;
    #[allow(long_running_const_eval)]
    const __SCHEMA: &__tn::str = __tn::input_schema(include_str!("word.schema.json"));
    fn __describe(__d: &mut __tn::Description) {
        let __port = __tn::Port {
            name: "word",
            description: "",
            secret: false,
            default: __tn::None,
        };
        (__tn::input::<String, _>()
            .describe)(__d, __tn::Probe::<String>::NEW.__tn_optional(), __port);
        const _: () = __tn::header::<String, _>();
        __d.header("Word");
        (__tn::param::<bool, _>()
            .describe)(__d, __tn::Probe::<bool>::NEW.__tn_optional(), "loud", "");
        __d.output = (&&&(&&__tn::Out::<()>::NEW).__tn_split().ok).__tn_output();
    }
    fn __call(__call: __tn::Call) -> __tn::Started {
        let mut __args = __tn::Args::new(__call);
        let __p0 = (__tn::input::<String, _>()
            .take)(&mut __args, "word", false, __tn::None);
        let __p1 = (__tn::param::<bool, _>().take)(&mut __args, "loud");
        let (__tn::Some(__p0), __tn::Some(__p1)) = (__p0, __p1) else {
            return __args.refuse()
        };
        let __out = (&&__tn::Out::<()>::NEW).__tn_split();
        let __answer = __out
            .answer((&&&__out.ok).__tn_reply(), (&&&&__out.err).__tn_reply());
        __tn::run_blocking(word_get(__p0, __p1), __answer)
    }
    static __SPEC: __tn::ToolSpec = __tn::ToolSpec {
        id: "word-get",
        summary: "A word: say it.",
        satisfies: &["speech"],
        input_schema: __tn::Some(__SCHEMA),
        place: __tn::place!("word_get"),
        describe: __describe,
        body: __tn::Body::Blocking(__call),
        ..__tn::ToolSpec::EMPTY
    };
    __tn::inventory::submit! {
        __tn::Registration(& __SPEC)
    }
};
