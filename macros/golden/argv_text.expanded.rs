const _: () = {
    use ::toolnode::__private as __tn;
    static __RULE: __tn::TextRule = __tn::TextRule {
        name: "BeanId",
        pattern: "^[a-z-]+$",
        not: __tn::Some("--"),
        min_len: __tn::None,
        max_len: __tn::Some(40u64),
        compiled: __tn::OnceLock::new(),
    };
    #[automatically_derived]
    impl __tn::TextNewtype for BeanId {
        type Inside = String;
        fn wrap(__inside: Self::Inside) -> Self {
            Self(__inside)
        }
        fn inside(&self) -> &Self::Inside {
            &self.0
        }
    }
    #[automatically_derived]
    impl __tn::Worded for BeanId {
        fn from_text(__text: __tn::String) -> __tn::Result<Self, __tn::ArgvError> {
            __RULE.make(__text)
        }
    }
    #[automatically_derived]
    impl __tn::AsRef<__tn::str> for BeanId {
        fn as_ref(&self) -> &__tn::str {
            __tn::text_of(self)
        }
    }
    #[automatically_derived]
    impl __tn::ArgvType for BeanId {
        const LEADING_DASH: __tn::Option<&'static __tn::str> = __tn::Some("-");
        const LONGER_LEADING_DASH: __tn::Option<&'static __tn::str> = __tn::Some("-a");
    }
    #[automatically_derived]
    impl<'__de> __tn::serde::Deserialize<'__de> for BeanId {
        fn deserialize<__D: __tn::serde::Deserializer<'__de>>(
            __from: __D,
        ) -> __tn::Result<Self, __D::Error> {
            __tn::deserialize_words(__from)
        }
    }
    #[automatically_derived]
    impl __tn::serde::Serialize for BeanId {
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
    impl __tn::Display for BeanId {
        fn fmt(&self, __f: &mut __tn::Formatter<'_>) -> __tn::Written {
            __f.pad(__tn::AsRef::<__tn::str>::as_ref(self))
        }
    }
    #[automatically_derived]
    impl __tn::FromStr for BeanId {
        type Err = __tn::ArgvError;
        fn from_str(__text: &__tn::str) -> __tn::Result<Self, __tn::ArgvError> {
            __tn::Worded::from_text(__tn::From::from(__text))
        }
    }
    #[automatically_derived]
    impl __tn::TryFrom<__tn::String> for BeanId {
        type Error = __tn::ArgvError;
        fn try_from(__text: __tn::String) -> __tn::Result<Self, __tn::ArgvError> {
            __tn::Worded::from_text(__text)
        }
    }
    #[automatically_derived]
    impl __tn::From<BeanId> for __tn::String {
        fn from(__value: BeanId) -> Self {
            __tn::From::from(__tn::AsRef::<__tn::str>::as_ref(&__value))
        }
    }
    #[automatically_derived]
    impl __tn::schemars::JsonSchema for BeanId {
        fn schema_name() -> __tn::Cow<'static, __tn::str> {
            __tn::Cow::Borrowed("BeanId")
        }
        fn schema_id() -> __tn::Cow<'static, __tn::str> {
            __tn::Cow::Borrowed(__tn::concat!(__tn::module_path!(), "::", "BeanId"))
        }
        fn json_schema(
            _: &mut __tn::schemars::SchemaGenerator,
        ) -> __tn::schemars::Schema {
            __RULE
                .schema(__tn::About {
                    description: "Which bean.",
                    iri: __tn::None,
                })
        }
    }
};
