//! Servers and drivers for the figures in the notes. Every figure is a ratio of two measured in one run.
