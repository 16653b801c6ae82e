//! Rules of toolnode.
#![forbid(unsafe_code)]
