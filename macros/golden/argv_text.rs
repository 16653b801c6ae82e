#[derive(ArgvType)]
/// Which bean.
#[argv(pattern = "^[a-z-]+$", not = "--", max_len = 40)]
pub struct BeanId(String);
