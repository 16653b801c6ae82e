const _: () = {
    use ::toolnode::__private as __tn;
    #[automatically_derived]
    #[allow(deprecated, unreachable_patterns)]
    impl __tn::Worded for Status {
        fn from_text(__text: __tn::String) -> __tn::Result<Self, __tn::ArgvError> {
            match __tn::AsRef::<__tn::str>::as_ref(&__text) {
                "todo" => __tn::Ok(Self::Todo),
                "in-progress" => __tn::Ok(Self::InProgress),
                __other => {
                    __tn::Err(
                        __tn::no_member("Status", __other, &["todo", "in-progress"]),
                    )
                }
            }
        }
    }
    #[automatically_derived]
    #[allow(deprecated)]
    impl __tn::AsRef<__tn::str> for Status {
        fn as_ref(&self) -> &__tn::str {
            match *self {
                Self::Todo => "todo",
                Self::InProgress => "in-progress",
            }
        }
    }
    #[automatically_derived]
    impl __tn::ArgvType for Status {
        const LEADING_DASH: __tn::Option<&'static __tn::str> = __tn::None;
        const LONGER_LEADING_DASH: __tn::Option<&'static __tn::str> = __tn::None;
    }
    #[automatically_derived]
    impl<'__de> __tn::serde::Deserialize<'__de> for Status {
        fn deserialize<__D: __tn::serde::Deserializer<'__de>>(
            __from: __D,
        ) -> __tn::Result<Self, __D::Error> {
            __tn::deserialize_words(__from)
        }
    }
    #[automatically_derived]
    impl __tn::serde::Serialize for Status {
        fn serialize<__S: __tn::serde::Serializer>(
            &self,
            __to: __S,
        ) -> __tn::Result<__S::Ok, __S::Error> {
            __tn::serde::Serializer::serialize_str(
                __to,
                __tn::AsRef::<__tn::str>::as_ref(self),
            )
        }
    }
    #[automatically_derived]
    impl __tn::Display for Status {
        fn fmt(&self, __f: &mut __tn::Formatter<'_>) -> __tn::Written {
            __f.pad(__tn::AsRef::<__tn::str>::as_ref(self))
        }
    }
    #[automatically_derived]
    impl __tn::FromStr for Status {
        type Err = __tn::ArgvError;
        fn from_str(__text: &__tn::str) -> __tn::Result<Self, __tn::ArgvError> {
            __tn::Worded::from_text(__tn::From::from(__text))
        }
    }
    #[automatically_derived]
    impl __tn::TryFrom<__tn::String> for Status {
        type Error = __tn::ArgvError;
        fn try_from(__text: __tn::String) -> __tn::Result<Self, __tn::ArgvError> {
            __tn::Worded::from_text(__text)
        }
    }
    #[automatically_derived]
    impl __tn::From<Status> for __tn::String {
        fn from(__value: Status) -> Self {
            __tn::From::from(__tn::AsRef::<__tn::str>::as_ref(&__value))
        }
    }
    #[automatically_derived]
    impl __tn::schemars::JsonSchema for Status {
        fn schema_name() -> __tn::Cow<'static, __tn::str> {
            __tn::Cow::Borrowed("Status")
        }
        fn schema_id() -> __tn::Cow<'static, __tn::str> {
            __tn::Cow::Borrowed(__tn::concat!(__tn::module_path!(), "::", "Status"))
        }
        fn json_schema(
            _: &mut __tn::schemars::SchemaGenerator,
        ) -> __tn::schemars::Schema {
            __tn::members_schema(
                &[("todo", "Not begun."), ("in-progress", "")],
                __tn::About {
                    description: "",
                    iri: __tn::None,
                },
            )
        }
    }
};
