//! Writing ranges.

use std::fmt;

use super::{Class, Combo, Kind, Range};
use crate::cards::Rank;

impl fmt::Display for Range {
    /// The shortest runs that say the same: pairs, suited, offsuit, then single hands; `random` for
    /// any two cards. Parsing it gives the range again.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::random() {
            return formatter.write_str("random");
        }
        let mut written = false;
        let mut write = |text: String, weight: u32| {
            let comma = if std::mem::replace(&mut written, true) { ", " } else { "" };
            write!(formatter, "{comma}{text}{}", Weight(weight))
        };
        let pair = |rank: Rank| Class { high: rank, low: rank, kind: Kind::Pair };
        let rows = Rank::ALL.into_iter().rev();
        let mut lines: Vec<Vec<Class>> = vec![rows.clone().map(pair).collect()];
        for kind in [Kind::Suited, Kind::Offsuit] {
            lines.extend(rows.clone().map(|high| {
                let lower = rows.clone().filter(|&low| low < high);
                lower.map(|low| Class { high, low, kind }).collect()
            }));
        }
        for line in lines {
            let weights: Vec<Option<u32>> =
                line.iter().map(|&class| self.class_weight(class)).collect();
            let mut start = 0;
            for run in weights.chunk_by(PartialEq::eq) {
                let (first, last) = (line[start], line[start + run.len() - 1]);
                if let Some(weight) = run[0].filter(|&weight| weight > 0) {
                    write(
                        match (start, run.len()) {
                            (_, 1) => first.to_string(),
                            (0, _) => format!("{last}+"),
                            _ => format!("{first}-{last}"),
                        },
                        weight,
                    )?;
                }
                start += run.len();
            }
        }
        let mut single: Vec<(Combo, u32)> =
            self.hands().filter(|(combo, _)| self.class_weight(combo.class()).is_none()).collect();
        single.reverse();
        single.into_iter().try_for_each(|(combo, weight)| write(combo.to_string(), weight))
    }
}

/// A weight after its hands: nothing for 1.
struct Weight(u32);

impl fmt::Display for Weight {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Range::ONE {
            return Ok(());
        }
        let decimals = format!("{:06}", self.0);
        write!(formatter, ":0.{}", decimals.trim_end_matches('0'))
    }
}
