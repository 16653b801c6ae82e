/// A bean: change its status.
#[allow(dead_code)]
pub fn bean_update(_: ::toolnode::__private::NotCallableFromRust) {}
const _: () = {
    use ::toolnode::__private as __tn;
    use ::toolnode::__private::via::*;
    fn __default_2() -> BeanStatus {
        BeanStatus::Todo
    }
    const __P0: __tn::Placed = __tn::positional::<BeanId, _>();
    const __P1: __tn::Placed = __tn::positional::<Option<Vec<BeanId>>, _>();
    const __P2: __tn::Placed = __tn::flag::<BeanStatus, _>();
    const __P3: __tn::Placed = __tn::flag::<Option<i8>, _>();
    const _: () = __tn::no_leading_dash(
        &__P0,
        "id",
        false,
        "a positional",
        "take a type whose values begin otherwise, such as one with the pattern \"^[a-z0-9][a-z0-9-]*$\" or an unsigned integer; or join it to a flag, `#[arg(flag = \"--id\", joined)]`; or write `terminator` in `#[tool(…)]`, if the program takes what follows `--` for no option",
    );
    const _: () = __tn::no_leading_dash(
        &__P1,
        "others",
        false,
        "a positional",
        "take a type whose values begin otherwise, such as one with the pattern \"^[a-z0-9][a-z0-9-]*$\" or an unsigned integer; or join it to a flag, `#[arg(flag = \"--others\", joined)]`; or write `terminator` in `#[tool(…)]`, if the program takes what follows `--` for no option",
    );
    const _: () = __tn::no_leading_dash(
        &__P2,
        "status",
        false,
        "a word after `--status`",
        "write `joined` beside the flag, which makes `--status=…` one word; or take a type whose values begin otherwise, such as one with the pattern \"^[a-z0-9][a-z0-9-]*$\" or an unsigned integer",
    );
    const _: () = __tn::not_bare(
        &__P3,
        "`limit` is a `bool`, and `--limit` has no value that could be joined to it\nhelp: remove `joined`",
    );
    const _: () = __tn::not_repeated(
        &__P0,
        "`id` is a list and takes every word that follows, and behind it comes `others`\nhelp: make `id` the last positional, or give it a flag, `#[arg(flag = \"--id\")]`",
    );
    const _: () = __tn::in_order(
        &__P0,
        false,
        &__P1,
        false,
        "`others` is required, and the positional before it, `id`, may be left out\nhelp: put the required ones first, or give `id` a flag, `#[arg(flag = \"--id\")]`",
    );
    fn __describe(__d: &mut __tn::Description) {
        let __port = __tn::Port {
            name: "id",
            description: "Which bean.",
            secret: false,
            default: __tn::None,
        };
        __P0.describe(
            __d,
            __port,
            __tn::PlacementSpec::Positional {
                place: 0u32,
                lead: &[],
            },
        );
        let __port = __tn::Port {
            name: "others",
            description: "",
            secret: false,
            default: __tn::None,
        };
        __P1.describe(
            __d,
            __port,
            __tn::PlacementSpec::Positional {
                place: 1u32,
                lead: &[],
            },
        );
        let __port = __tn::Port {
            name: "status",
            description: "",
            secret: false,
            default: __tn::default_json::<BeanStatus, _>(__d, "status", __default_2),
        };
        __P2.describe(
            __d,
            __port,
            __tn::PlacementSpec::Flag {
                flag: "--status",
                joined: false,
            },
        );
        let __port = __tn::Port {
            name: "limit",
            description: "",
            secret: false,
            default: __tn::None,
        };
        __P3.describe(
            __d,
            __port,
            __tn::PlacementSpec::Flag {
                flag: "--limit",
                joined: true,
            },
        );
        let __port = __tn::Port {
            name: "note",
            description: "",
            secret: true,
            default: __tn::None,
        };
        (&__tn::Probe::<Option<String>>::NEW).__tn_one();
        (__tn::stdin::<
            Option<String>,
            _,
        >())(__d, __tn::Probe::<Option<String>>::NEW.__tn_optional(), __port);
        let __port = __tn::Port {
            name: "why",
            description: "",
            secret: false,
            default: __tn::None,
        };
        (__tn::input::<Why, _>()
            .describe)(__d, __tn::Probe::<Why>::NEW.__tn_optional(), __port);
        (&__tn::Probe::<Bean>::NEW).__tn_plain();
        __d.output = __tn::printed::<Bean, _>();
    }
    static __SPEC: __tn::ToolSpec = __tn::ToolSpec {
        id: "bean-update",
        summary: "A bean: change its status.",
        satisfies: &["work-plan"],
        place: __tn::place!("bean_update"),
        describe: __describe,
        body: __tn::Body::Command(__tn::CommandSpec {
            shell: __tn::Some(__tn::WordsSpec::Line("beans update")),
            container: __tn::Some(__tn::ContainerSpec {
                image: "localhost/beans:1",
                command: __tn::Some(__tn::WordsSpec::Words(&["beans", "update"])),
                mounts: &[],
                user: __tn::None,
            }),
            exit: __tn::ExitSpec {
                ok: __tn::Some(&[0u8, 3u8]),
                undetermined: &[],
            },
            stdout: __tn::PrintedSpec::Json,
            ..__tn::CommandSpec::EMPTY
        }),
        ..__tn::ToolSpec::EMPTY
    };
    __tn::inventory::submit! {
        __tn::Registration(& __SPEC)
    }
};
