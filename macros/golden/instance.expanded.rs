const _: () = {
    use ::toolnode::__private as __tn;
    static __SPEC: __tn::InstanceSpec = __tn::InstanceSpec {
        name: __tn::Some("folio-assistant"),
        version: __tn::Some("2.1.0"),
        prefix: __tn::Some("fa"),
        place: __tn::place!("instance!"),
        ..__tn::InstanceSpec::EMPTY
    };
    __tn::inventory::submit! {
        __tn::InstanceRegistration(& __SPEC)
    }
};
