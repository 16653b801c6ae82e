/// A bean: list those on the plan.
///
/// Newest first.
pub async fn bean_list(
    status: Option<BeanStatus>,
    plan: State<Plan>,
) -> Result<Vec<Bean>, PlanError> {
    plan.list(status).await
}
const _: () = {
    use ::toolnode::__private as __tn;
    use ::toolnode::__private::via::*;
    fn __describe(__d: &mut __tn::Description) {
        (__tn::param::<Option<BeanStatus>, _>()
            .describe)(
            __d,
            __tn::Probe::<Option<BeanStatus>>::NEW.__tn_optional(),
            "status",
            "Only beans with this status.",
        );
        (__tn::param::<State<Plan>, _>()
            .describe)(__d, __tn::Probe::<State<Plan>>::NEW.__tn_optional(), "plan", "");
        __d.output = (&&&(&&__tn::Out::<Result<Vec<Bean>, PlanError>>::NEW)
            .__tn_split()
            .ok)
            .__tn_output();
        __tn::describe_example(
            __d,
            "all",
            __tn::json!({ "status" : "todo" }),
            __tn::Some(__tn::json!({ "equals" : [] })),
        );
    }
    fn __call(__call: __tn::Call) -> __tn::Started {
        let mut __args = __tn::Args::new(__call);
        let __p0 = (__tn::param::<Option<BeanStatus>, _>().take)(&mut __args, "status");
        let __p1 = (__tn::param::<State<Plan>, _>().take)(&mut __args, "plan");
        let (__tn::Some(__p0), __tn::Some(__p1)) = (__p0, __p1) else {
            return __args.refuse()
        };
        let __out = (&&__tn::Out::<Result<Vec<Bean>, PlanError>>::NEW).__tn_split();
        let __answer = __out
            .answer((&&&__out.ok).__tn_reply(), (&&&&__out.err).__tn_reply());
        __tn::run_async(__tn::Box::pin(bean_list(__p0, __p1)), __answer)
    }
    static __SPEC: __tn::ToolSpec = __tn::ToolSpec {
        id: "bean-list",
        summary: "A bean: list those on the plan.\n\nNewest first.",
        satisfies: &["work-plan", "reading"],
        title: __tn::Some("List beans"),
        annotations: __tn::AnnotationsSpec {
            read_only: __tn::Some(true),
            ..__tn::AnnotationsSpec::NONE
        },
        limits: __tn::LimitsSpec {
            seconds: __tn::Some(2f64),
            ..__tn::LimitsSpec::NONE
        },
        place: __tn::place!("bean_list"),
        describe: __describe,
        body: __tn::Body::Async(__call),
        ..__tn::ToolSpec::EMPTY
    };
    __tn::inventory::submit! {
        __tn::Registration(& __SPEC)
    }
};
