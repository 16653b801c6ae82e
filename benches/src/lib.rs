//! Servers and drivers for the figures in the notes. Every figure is a ratio of two measured in one run.

/// The middle one of the figures of all rounds.
pub fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
