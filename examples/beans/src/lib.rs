//! A work plan kept as Markdown files, served as tools.
#![forbid(unsafe_code)]

mod bean;
mod file;
mod plan;
mod tools;

pub use bean::{Bean, BeanId, BeanStatus, Tag, Title};
pub use plan::{Fault, Plan, PlanError};

/// The program in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
