//! Collecting what is wrong in a source.

use crate::fault::{Fault, FaultKind, Location};
use crate::source::{Source, Span};

/// Faults of one file that are told about. Nobody reads more, and a file of a megabyte can hold a million.
const MAX: usize = 1000;

/// What is wrong in a source, all of it up to a bound.
#[derive(Debug)]
pub(crate) struct Faults<'s> {
    source: &'s Source,
    list: Vec<Fault>,
    /// How many there are beyond the bound.
    more: usize,
}

impl<'s> Faults<'s> {
    pub(crate) fn new(source: &'s Source) -> Self {
        Self { source, list: Vec::new(), more: 0 }
    }

    /// The text is not what its format demands.
    pub(crate) fn unreadable(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        self.add(span, FaultKind::Unreadable, message.into(), help);
    }

    /// The text says something that it must not say.
    pub(crate) fn invalid(&mut self, span: Span, message: impl Into<String>) {
        self.add(span, FaultKind::Invalid, message.into(), None);
    }

    /// The same, with a way to mend it.
    pub(crate) fn invalid_with(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(span, FaultKind::Invalid, message.into(), Some(help.into()));
    }

    /// The line of a span, for messages that point to another place.
    pub(crate) fn line(&self, span: Span) -> u32 {
        self.source.location(span).line
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether one more would only be counted.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= MAX
    }

    /// All of them in the order of the file, each once.
    pub(crate) fn finish(mut self) -> Vec<Fault> {
        self.list.sort_by(|a, b| {
            (a.location.span, &a.message, &a.help).cmp(&(b.location.span, &b.message, &b.help))
        });
        self.list.dedup();
        if self.more > 0 {
            self.list.push(Fault {
                location: Location::whole(&*self.source.location(Span::default()).path),
                kind: FaultKind::Invalid,
                message: format!("there are {} faults more", self.more),
                help: None,
            });
        }
        self.list
    }

    fn add(&mut self, span: Span, kind: FaultKind, message: String, help: Option<String>) {
        if self.is_full() {
            self.more += 1;
        } else {
            let location = self.source.location(self.source.head(span));
            self.list.push(Fault { location, kind, message, help });
        }
    }
}
