const _: () = {
    use ::toolnode::__private as __tn;
    static __RULE: __tn::IntegerRule = __tn::IntegerRule {
        name: "Limit",
        min: __tn::Some(1i128),
        max: __tn::None,
    };
    const _: () = __tn::bound_fits::<
        Limit,
    >(
        1i128,
        "`min = 1` is no number of the integer inside\nhelp: write one that it can hold",
    );
    #[automatically_derived]
    impl __tn::IntegerNewtype for Limit {
        type Inside = u8;
        fn wrap(__inside: Self::Inside) -> Self {
            Self(__inside)
        }
        fn inside(&self) -> &Self::Inside {
            &self.0
        }
    }
    #[automatically_derived]
    impl __tn::ArgvType for Limit {
        const LEADING_DASH: __tn::Option<&'static __tn::str> = __tn::leading_dash::<
            Self,
        >(__tn::Some(1i128), "-1");
        const LONGER_LEADING_DASH: __tn::Option<&'static __tn::str> = Self::LEADING_DASH;
    }
    #[automatically_derived]
    impl<'__de> __tn::serde::Deserialize<'__de> for Limit {
        fn deserialize<__D: __tn::serde::Deserializer<'__de>>(
            __from: __D,
        ) -> __tn::Result<Self, __D::Error> {
            __tn::deserialize_integer(&__RULE, __from)
        }
    }
    #[automatically_derived]
    impl __tn::serde::Serialize for Limit {
        fn serialize<__S: __tn::serde::Serializer>(
            &self,
            __to: __S,
        ) -> __tn::Result<__S::Ok, __S::Error> {
            __tn::serialize_integer(self, __to)
        }
    }
    #[automatically_derived]
    impl __tn::Display for Limit {
        fn fmt(&self, __f: &mut __tn::Formatter<'_>) -> __tn::Written {
            __tn::display_integer(self, __f)
        }
    }
    #[automatically_derived]
    impl __tn::FromStr for Limit {
        type Err = __tn::ArgvError;
        fn from_str(__text: &__tn::str) -> __tn::Result<Self, __tn::ArgvError> {
            __RULE.parse(__text)
        }
    }
    #[automatically_derived]
    impl __tn::TryFrom<<Limit as __tn::IntegerNewtype>::Inside> for Limit {
        type Error = __tn::ArgvError;
        fn try_from(
            __number: <Limit as __tn::IntegerNewtype>::Inside,
        ) -> __tn::Result<Self, __tn::ArgvError> {
            __RULE.make(__number)
        }
    }
    #[automatically_derived]
    impl __tn::schemars::JsonSchema for Limit {
        fn schema_name() -> __tn::Cow<'static, __tn::str> {
            __tn::Cow::Borrowed("Limit")
        }
        fn schema_id() -> __tn::Cow<'static, __tn::str> {
            __tn::Cow::Borrowed(__tn::concat!(__tn::module_path!(), "::", "Limit"))
        }
        fn json_schema(
            _: &mut __tn::schemars::SchemaGenerator,
        ) -> __tn::schemars::Schema {
            __tn::integer_schema::<
                Self,
            >(
                &__RULE,
                __tn::About {
                    description: "",
                    iri: __tn::Some("https://example.org/types.json#/$defs/Limit"),
                },
            )
        }
    }
};
