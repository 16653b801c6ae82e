//! Numbers as JSON means them: exact decimals, whatever a machine would keep of them.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde_json::Number;

/// An exact number.
pub(crate) type Rational = BigRational;

/// Digits that a power of ten may have here; JSON that floating point can read stays below.
const MAX_EXPONENT: i64 = 1_100;

/// The exact value of a number, read as the decimal it is written as.
pub(crate) fn exact(number: &Number) -> Option<Rational> {
    if let Some(value) = number.as_i64() {
        return Some(Rational::from_integer(value.into()));
    }
    if let Some(value) = number.as_u64() {
        return Some(Rational::from_integer(value.into()));
    }
    decimal(&number.to_string())
}

/// The value of a decimal as JSON writes them.
pub(crate) fn decimal(text: &str) -> Option<Rational> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: BigInt = format!("{whole}{fraction}").parse().ok()?;
    let exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    if exponent.abs() > MAX_EXPONENT {
        return None;
    }
    let power = num_traits::pow(BigInt::from(10), usize::try_from(exponent.unsigned_abs()).ok()?);
    Some(if exponent < 0 {
        Rational::new(digits, power)
    } else {
        Rational::from_integer(digits * power)
    })
}

/// The JSON number of exactly this value, where there is one that [`exact`] reads back.
pub(crate) fn json(value: &Rational) -> Option<Number> {
    if value.is_integer() {
        if let Some(integer) = value.to_integer().to_i64() {
            return Some(integer.into());
        }
        if let Some(integer) = value.to_integer().to_u64() {
            return Some(integer.into());
        }
    }
    let number = Number::from_f64(value.to_f64()?)?;
    (exact(&number).as_ref() == Some(value)).then_some(number)
}

/// Whether `value` is an integral multiple of `step`, which is not zero.
pub(crate) fn is_multiple(value: &Rational, step: &Rational) -> bool {
    (value / step).is_integer()
}

/// The least common multiple of two positive numbers.
pub(crate) fn lcm(a: &Rational, b: &Rational) -> Rational {
    let numerator = (a.numer() * b.denom()).lcm(&(b.numer() * a.denom()));
    Rational::new(numerator, a.denom() * b.denom())
}

/// A range of numbers, each end of which may be absent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Range {
    low: Option<(Rational, bool)>,
    high: Option<(Rational, bool)>,
}

impl Range {
    /// Keeps what is at least `bound`, or above it where `strict`.
    pub(crate) fn at_least(&mut self, bound: &Rational, strict: bool) {
        let tighter = self
            .low
            .as_ref()
            .is_none_or(|(low, low_strict)| bound > low || (bound == low && strict && !low_strict));
        if tighter {
            self.low = Some((bound.clone(), strict));
        }
    }

    /// Keeps what is at most `bound`, or below it where `strict`.
    pub(crate) fn at_most(&mut self, bound: &Rational, strict: bool) {
        let tighter = self.high.as_ref().is_none_or(|(high, high_strict)| {
            bound < high || (bound == high && strict && !high_strict)
        });
        if tighter {
            self.high = Some((bound.clone(), strict));
        }
    }

    pub(crate) fn contains(&self, value: &Rational) -> bool {
        let above = self
            .low
            .as_ref()
            .is_none_or(|(low, strict)| if *strict { value > low } else { value >= low });
        above
            && self
                .high
                .as_ref()
                .is_none_or(|(high, strict)| if *strict { value < high } else { value <= high })
    }

    /// Whether no number at all is in it.
    pub(crate) fn is_empty(&self) -> bool {
        match (&self.low, &self.high) {
            (Some((low, low_strict)), Some((high, high_strict))) => {
                low > high || (low == high && (*low_strict || *high_strict))
            }
            _ => false,
        }
    }

    /// The only number in it, where there is only one.
    pub(crate) fn single(&self) -> Option<&Rational> {
        match (&self.low, &self.high) {
            (Some((low, false)), Some((high, false))) if low == high => Some(low),
            _ => None,
        }
    }

    /// The integers `k` for which `k * step` is in the range, each end absent where there is none.
    pub(crate) fn steps(&self, step: &Rational) -> (Option<BigInt>, Option<BigInt>) {
        let first = self.low.as_ref().map(|(low, strict)| {
            let quotient = low / step;
            let up = quotient.ceil().to_integer();
            if *strict && quotient.is_integer() { up + 1 } else { up }
        });
        let last = self.high.as_ref().map(|(high, strict)| {
            let quotient = high / step;
            let down = quotient.floor().to_integer();
            if *strict && quotient.is_integer() { down - 1 } else { down }
        });
        (first, last)
    }
}

/// The integers from `first` to `last`, those near zero first.
pub(crate) fn near_zero(
    first: Option<BigInt>,
    last: Option<BigInt>,
) -> impl Iterator<Item = BigInt> {
    let start = match (&first, &last) {
        (Some(first), _) if first.is_positive() => first.clone(),
        (_, Some(last)) if last.is_negative() => last.clone(),
        _ => BigInt::zero(),
    };
    let (mut up, mut down) = (start.clone(), start - BigInt::one());
    let mut turn = 0_u64;
    std::iter::from_fn(move || {
        for _ in 0..2 {
            turn += 1;
            // Zero, one, minus one, two, minus two.
            let upward = turn == 1 || turn.is_multiple_of(2);
            if upward {
                if last.as_ref().is_none_or(|last| up <= *last) {
                    up += 1;
                    return Some(&up - BigInt::one());
                }
            } else if first.as_ref().is_none_or(|first| *first <= down) {
                down -= 1;
                return Some(&down + BigInt::one());
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::{decimal, near_zero};

    #[test]
    fn a_range_is_walked_from_zero_outward_and_left_out_nothing() {
        let walked = |first: Option<i32>, last: Option<i32>| -> Vec<i32> {
            let walk = near_zero(first.map(Into::into), last.map(Into::into)).take(6);
            walk.map(|n| n.try_into().expect("small")).collect()
        };
        assert_eq!(walked(None, None), [0, 1, -1, 2, -2, 3]);
        assert_eq!(walked(Some(-1), Some(3)), [0, 1, -1, 2, 3]);
        assert_eq!(walked(Some(2), None), [2, 3, 4, 5, 6, 7]);
        assert_eq!(walked(None, Some(-2)), [-2, -3, -4, -5, -6, -7]);
        assert_eq!(walked(Some(5), Some(5)), [5]);
        assert_eq!(walked(Some(5), Some(4)), Vec::<i32>::new());
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!(decimal("0.1").unwrap() * decimal("3e1").unwrap(), decimal("3.0").unwrap());
        assert_eq!(decimal("-1.50"), decimal("-15e-1"));
        assert_eq!(decimal("1e99999"), None);
    }
}
