/// A word: say it.
#[cfg(unix)]
#[deprecated]
async fn say(
    kind: String,
    mut word: String,
    status: Status,
    times: u8,
    context: &Context,
) -> String {
    word.push_str(&kind);
    word
}
#[cfg(unix)]
#[allow(deprecated)]
const _: () = {
    use crate::other::__private as __tn;
    use crate::other::__private::via::*;
    fn __default_2() -> Status {
        __tn::own_default::<Status, _>()
    }
    fn __default_3() -> u8 {
        1 + 1
    }
    fn __describe(__d: &mut __tn::Description) {
        let __port = __tn::Port {
            name: "type",
            description: "",
            secret: false,
            default: __tn::None,
        };
        (__tn::input::<String, _>()
            .describe)(__d, __tn::Probe::<String>::NEW.__tn_optional(), __port);
        let __port = __tn::Port {
            name: "word",
            description: "The word.",
            secret: true,
            default: __tn::None,
        };
        (__tn::input::<String, _>()
            .describe)(__d, __tn::Probe::<String>::NEW.__tn_optional(), __port);
        let __port = __tn::Port {
            name: "status",
            description: "",
            secret: false,
            default: __tn::default_json::<Status, _>(__d, "status", __default_2),
        };
        (__tn::input::<Status, _>()
            .describe)(__d, __tn::Probe::<Status>::NEW.__tn_optional(), __port);
        let __port = __tn::Port {
            name: "times",
            description: "",
            secret: false,
            default: __tn::default_json::<u8, _>(__d, "times", __default_3),
        };
        (__tn::input::<u8, _>()
            .describe)(__d, __tn::Probe::<u8>::NEW.__tn_optional(), __port);
        __d.output = (&&&(&&__tn::Out::<String>::NEW).__tn_split().ok).__tn_output();
    }
    fn __call(__call: __tn::Call) -> __tn::Started {
        let mut __args = __tn::Args::new(__call);
        let __p0 = (__tn::input::<String, _>()
            .take)(&mut __args, "type", false, __tn::None);
        let __p1 = (__tn::input::<String, _>()
            .take)(&mut __args, "word", true, __tn::None);
        let __p2 = (__tn::input::<Status, _>()
            .take)(&mut __args, "status", false, __tn::Some(__default_2));
        let __p3 = (__tn::input::<u8, _>()
            .take)(&mut __args, "times", false, __tn::Some(__default_3));
        let (__tn::Some(__p0), __tn::Some(__p1), __tn::Some(__p2), __tn::Some(__p3)) = (
            __p0,
            __p1,
            __p2,
            __p3,
        ) else { return __args.refuse() };
        let __context = __args.into_context();
        let __out = (&&__tn::Out::<String>::NEW).__tn_split();
        let __answer = __out
            .answer((&&&__out.ok).__tn_reply(), (&&&&__out.err).__tn_reply());
        __tn::run_async(
            __tn::Box::pin(async move {
                say(__p0, __p1, __p2, __p3, __tn::by_reference::<Context>(&__context))
                    .await
            }),
            __answer,
        )
    }
    static __SPEC: __tn::ToolSpec = __tn::ToolSpec {
        id: "word-get",
        summary: "A word: say it.",
        satisfies: &["speech"],
        place: __tn::place!("say"),
        describe: __describe,
        body: __tn::Body::Async(__call),
        ..__tn::ToolSpec::EMPTY
    };
    __tn::inventory::submit! {
        __tn::Registration(& __SPEC)
    }
};
