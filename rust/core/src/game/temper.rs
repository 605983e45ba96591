//! Weaker play: a bot that prefers some moves to others, and chooses among them at a temperature.
//!
//! The moves are drawn by a softmax of the bot's own estimates or scores, so a mistake is the likelier
//! the less it costs, as with people. What costs more than the cutoff is never played, however high
//! the temperature: a beginner may play badly but not absurdly.

use super::bots::Bot;
use super::parameters::{Expected, Parameter, Setting};
use super::{Game, View as _};
use crate::monitor::{Monitor, Stopped};
use crate::random::Random;

/// How carefully a bot chooses among the moves of [`Bot::preferences`]. Both numbers are in units of
/// [`Bot::stake`].
///
/// ```
/// use cardcore::game::{Bot as _, Temper, bot};
/// use cardcore::games::hearts::Hearts;
///
/// // Bots that estimate moves take it as parameters of their name.
/// let careless = bot::<Hearts>("search:worlds=20:temperature=0.5:cutoff=2")?;
/// let takes = |parameter| careless.parameters().contains(&parameter);
/// assert!(takes(Temper::TEMPERATURE) && takes(Temper::CUTOFF));
/// # Ok::<(), cardcore::game::BotError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// The temperature of the softmax; at 0 the best move is played.
    pub temperature: f64,
    /// The loss above which a move is never played.
    pub cutoff: f64,
}

/// The default of the cutoff.
const CUTOFF: u32 = 1;

impl Temper {
    /// The parameter for the temperature.
    pub const TEMPERATURE: Parameter = Parameter {
        name: "temperature",
        summary: "above 0, moves are drawn by a softmax of how the bot rates them: weaker play",
        expected: Expected::Decimal { maximum: 100 },
        default: Some("0"),
    };

    /// The parameter for the cutoff.
    pub const CUTOFF: Parameter = Parameter {
        name: "cutoff",
        summary: "with a temperature, the loss above which a move is never played",
        expected: Expected::Decimal { maximum: 100 },
        default: Some("1"),
    };

    /// The parameters of a bot that has no others.
    pub const PARAMETERS: &'static [Parameter] = &[Self::TEMPERATURE, Self::CUTOFF];

    /// What is left of the settings of a bot once its temper is known; `None` without a temperature.
    pub(super) fn take(settings: &[(&'static str, Setting)]) -> Option<Self> {
        let found = |name| {
            settings.iter().find_map(|&(parameter, setting)| match setting {
                Setting::Thousandths(number) if parameter == name => Some(f64::from(number) / 1e3),
                _ => None,
            })
        };
        let temperature = found(Self::TEMPERATURE.name).filter(|&temperature| temperature > 0.0)?;
        Some(Self { temperature, cutoff: found(Self::CUTOFF.name).unwrap_or(f64::from(CUTOFF)) })
    }

    /// Draw one of the moves by how much they are preferred, given the unit of temperature and
    /// cutoff.
    fn draw<M>(self, mut moves: Vec<(M, f64)>, stake: f64, random: &mut Random) -> Option<M> {
        let best =
            moves.iter().map(|&(_, preference)| preference).fold(f64::NEG_INFINITY, f64::max);
        moves.retain(|&(_, preference)| best - preference <= self.cutoff * stake);
        let weights: Vec<f64> = moves
            .iter()
            .map(|&(_, preference)| {
                let loss = best - preference;
                if loss > 0.0 { (-loss / (self.temperature * stake)).exp() } else { 1.0 }
            })
            .collect();
        let mut left = random.unit() * weights.iter().sum::<f64>();
        let is_drawn = |weight: &f64| {
            left -= weight;
            left < 0.0
        };
        let index = weights.iter().position(is_drawn).unwrap_or(0);
        (index < moves.len()).then(|| moves.swap_remove(index).0)
    }
}

/// A bot that chooses among the moves of another at a temperature.
pub(super) struct Tempered<G: Game> {
    bot: Box<dyn Bot<G>>,
    temper: Temper,
}

impl<G: Game> Tempered<G> {
    pub(super) const fn new(bot: Box<dyn Bot<G>>, temper: Temper) -> Self {
        Self { bot, temper }
    }
}

impl<G: Game> Bot<G> for Tempered<G> {
    fn choose(&mut self, view: &G::View<'_>, random: &mut Random) -> Option<G::Move> {
        // This monitor is never cancelled.
        self.choose_cancellable(view, random, &Monitor::new()).ok().flatten()
    }

    fn choose_cancellable(
        &mut self,
        view: &G::View<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<G::Move>, Stopped> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        if moves.len() < 2 {
            return Ok(moves.pop());
        }
        let moves = self.bot.preferences(view, random, monitor)?;
        Ok(self.temper.draw(moves, self.bot.stake(view), random))
    }

    fn is_fast(&self, view: &G::View<'_>) -> bool {
        self.bot.is_fast(view)
    }

    fn is_reproducible(&self) -> bool {
        self.bot.is_reproducible()
    }

    fn remembers(&self) -> bool {
        self.bot.remembers()
    }

    fn match_started(&mut self, view: &G::View<'_>) {
        self.bot.match_started(view);
    }

    fn part_ended(&mut self, view: &G::View<'_>) {
        self.bot.part_ended(view);
    }

    fn match_ended(&mut self, view: &G::View<'_>) {
        self.bot.match_ended(view);
    }

    fn parameters(&self) -> &'static [Parameter] {
        self.bot.parameters()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(margins: &[f64]) -> Vec<(usize, f64)> {
        margins.iter().copied().enumerate().collect()
    }

    fn frequencies(temper: Temper, margins: &[f64], stake: f64) -> Vec<f64> {
        let mut random = Random::new(1);
        let mut counts = vec![0.0; margins.len()];
        for _ in 0..20_000 {
            counts[temper.draw(moves(margins), stake, &mut random).unwrap()] += 1.0 / 20_000.0;
        }
        counts
    }

    #[test]
    fn moves_are_drawn_by_a_softmax() {
        let temper = Temper { temperature: 2.0, cutoff: 10.0 };
        let found = frequencies(temper, &[3.0, 5.0, 4.0], 1.0);
        let weights = [-1.0, 0.0, -0.5].map(f64::exp);
        let sum: f64 = weights.iter().sum();
        for (frequency, weight) in found.iter().zip(weights) {
            assert!((frequency - weight / sum).abs() < 0.015, "{found:?}");
        }
        // The unit scales both.
        let scaled = frequencies(temper, &[30.0, 50.0, 40.0], 10.0);
        assert_eq!(scaled, found);
    }

    #[test]
    fn what_costs_more_than_the_cutoff_is_never_played() {
        let temper = Temper { temperature: 100.0, cutoff: 1.5 };
        let found = frequencies(temper, &[0.0, 5.0, 4.0, 3.4], 1.0);
        assert_eq!((found[0], found[3]), (0.0, 0.0));
        assert!(found[2] > 0.48 && found[2] < 0.5);
    }

    #[test]
    fn equal_moves_are_equally_likely_even_with_no_stake() {
        let found = frequencies(Temper { temperature: 1.0, cutoff: 1.0 }, &[2.0, 2.0, 1.0], 0.0);
        assert!((found[0] - 0.5).abs() < 0.02 && found[2] == 0.0, "{found:?}");
        assert_eq!(
            Temper { temperature: 1.0, cutoff: 1.0 }.draw::<u8>(vec![], 1.0, &mut Random::new(1)),
            None
        );
    }

    #[test]
    fn a_temper_is_read_from_settings() {
        let hot = ("temperature", Setting::Thousandths(1500));
        assert_eq!(Temper::take(&[hot]), Some(Temper { temperature: 1.5, cutoff: 1.0 }));
        let sharp = ("cutoff", Setting::Thousandths(250));
        assert_eq!(Temper::take(&[sharp, hot]), Some(Temper { temperature: 1.5, cutoff: 0.25 }));
        assert_eq!(Temper::take(&[sharp]), None);
        assert_eq!(Temper::take(&[("temperature", Setting::Thousandths(0))]), None);
    }
}
