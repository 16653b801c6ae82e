//! The characters, sorted into kinds: two characters are of one kind when every set at hand holds both or neither.
//!
//! A search then walks over a handful of kinds instead of a million code points, and the complement or intersection of
//! sets is that of a few bits.

use std::collections::HashSet;

use regex_syntax::hir::ClassUnicode;

use super::undecided::Obstacle;

/// Sets of characters times the pieces their edges cut the code space into.
const MAX_CELLS: usize = 1_000_000;

/// The characters a witness is best made of, best first; safe ones, then payload.
const READABLE: &str = concat!(
    "aA0bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ123456789_./:@%+=,-",
    "; |&$<>()`\"'\\*?[]{}~!#^",
    "éß中",
    "×€“ \u{a0}\n\t"
);
/// What a character costs that is not among [`READABLE`].
const UNREADABLE: u32 = 1_000;

/// A set of kinds.
pub(super) type Kinds = Box<[u64]>;

/// Kinds are numbered from the most readable on.
pub(super) struct Alphabet {
    /// One character of each kind, and what it costs a reader.
    pub(super) faces: Vec<(char, u32)>,
    /// The sets given, in that order, as kinds.
    pub(super) sets: Vec<Kinds>,
}

impl Alphabet {
    /// An alphabet for these sets, the same sets once each.
    pub(super) fn new(sets: &[&ClassUnicode]) -> Result<Self, Obstacle> {
        let edges = edges(sets);
        let words = sets.len().div_ceil(64);
        if edges.len().saturating_mul(words) > MAX_CELLS {
            return Err(Obstacle::OverBound(
                "too many sets of characters that cut across one another",
            ));
        }
        let signatures = signatures(sets, &edges, words);
        let kinds = faces(&edges, &signatures, words);
        let mut order: Vec<usize> = (0..kinds.len()).collect();
        order.sort_by_key(|&kind| (kinds[kind].cost, kinds[kind].face));
        let kind_words = kinds.len().div_ceil(64);
        let sets = (0..sets.len())
            .map(|set| {
                let mut bits = vec![0_u64; kind_words].into_boxed_slice();
                for (number, &kind) in order.iter().enumerate() {
                    if bit(kinds[kind].signature, set) {
                        bits[number / 64] |= 1 << (number % 64);
                    }
                }
                bits
            })
            .collect();
        Ok(Self {
            faces: order.iter().map(|&kind| (kinds[kind].face, kinds[kind].cost)).collect(),
            sets,
        })
    }
}

struct Kind<'s> {
    signature: &'s [u64],
    face: char,
    cost: u32,
}

/// Where a piece begins: the first code point of each range, and the one behind the last. The last edge ends the last piece.
fn edges(sets: &[&ClassUnicode]) -> Vec<u32> {
    let mut edges = Vec::new();
    for set in sets {
        for range in set.ranges() {
            edges.push(u32::from(range.start()));
            edges.push(u32::from(range.end()) + 1);
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// For each piece, which sets hold it: `words` words each.
fn signatures(sets: &[&ClassUnicode], edges: &[u32], words: usize) -> Vec<u64> {
    let mut signatures = vec![0_u64; edges.len() * words];
    for (number, set) in sets.iter().enumerate() {
        let mut piece = 0;
        for range in set.ranges() {
            let start = u32::from(range.start());
            let end = u32::from(range.end());
            if edges[piece] < start {
                piece += edges[piece..].partition_point(|&edge| edge < start);
            }
            while edges[piece] <= end {
                signatures[piece * words + number / 64] |= 1 << (number % 64);
                piece += 1;
            }
        }
    }
    signatures
}

/// One kind for each signature that occurs.
fn faces<'s>(edges: &[u32], signatures: &'s [u64], words: usize) -> Vec<Kind<'s>> {
    let signature = |piece: usize| &signatures[piece * words..(piece + 1) * words];
    let mut known: HashSet<&[u64]> = HashSet::new();
    let mut kinds: Vec<Kind<'s>> = Vec::new();
    let mut offer = |piece: usize, face: char, cost: u32| {
        let signature = signature(piece);
        if signature.iter().all(|&word| word == 0) {
            return;
        }
        // Pieces mostly alternate between few kinds; to look at the newest is quicker than to hash.
        let mut newest = kinds.iter().rev().take(4);
        if !newest.any(|kind| kind.signature == signature) && known.insert(signature) {
            kinds.push(Kind { signature, face, cost });
        }
    };
    for (cost, face) in (0..).zip(READABLE.chars()) {
        let piece = edges.partition_point(|&edge| edge <= u32::from(face));
        if piece > 0 {
            offer(piece - 1, face, cost);
        }
    }
    for piece in 0..edges.len() {
        // A piece may begin with surrogates, which are no characters, and may hold nothing else.
        let face = if (0xD800..0xE000).contains(&edges[piece]) {
            '\u{e000}'
        } else {
            char::from_u32(edges[piece]).unwrap_or(char::MAX)
        };
        if edges.get(piece + 1).is_some_and(|&end| u32::from(face) < end) {
            offer(piece, face, UNREADABLE);
        }
    }
    kinds
}

fn bit(words: &[u64], number: usize) -> bool {
    words[number / 64] >> (number % 64) & 1 == 1
}
