//! The bot.

use std::sync::Arc;

use super::super::holding::Holding;
use super::super::model::FirstEnd;
use super::super::rules::Limits;
use super::super::solution::limits_of;
use super::super::store::is_shipped_for;
use super::abstraction::mean;
use super::belief::Belief;
use super::library::{Library, Path};
use super::luck::{Luck, Regression};
use super::response::Response;
use super::safety::Safety;
use crate::cards::Card;
use crate::cfr::{Node, Tree};
use crate::game::{Bot, Expected, Memory, Parameter, Seat, Setting, View as _};
use crate::games::draw::bots::NashBot;
use crate::games::draw::moves::{Move, PublicMove};
use crate::games::draw::past::{OwnHand, PastHand};
use crate::games::draw::state::FiveCardDraw;
use crate::games::draw::view::DrawView;
use crate::monitor::{Monitor, Stopped};
use crate::poker::Ranking;
use crate::random::Random;

/// The chips of a bet before the draw of two that may be lost at a risk of 1.
const CHIPS_AT_RISK: f64 = 150.0;

/// The least that a response has to promise per hand to be played.
const LEAST_GAIN: f64 = 0.2;

/// After how many hands the response is computed, at the latest; then after ever more of them.
const FIRST_RESPONSE: u32 = 6;

/// The most models that a response takes into account.
const MODELS: usize = 8;

/// Plays like [`NashBot`], and responds to opponents who do not.
pub(in crate::games::draw) struct AdaptiveBot {
    nash: NashBot,
    risk: f64,
    library: Option<Arc<Library>>,
    memory: Memory<PastHand, OwnHand, Conclusions>,
}

/// What follows from the hands of a match so far.
#[derive(Clone, Debug, Default)]
struct Conclusions {
    hands: u32,
    belief: Belief,
    regression: Regression,
    safety: Safety,
    response: Option<Response>,
    /// After how many hands the response was computed, and the belief then.
    responded: (u32, Belief),
}

impl AdaptiveBot {
    pub fn new() -> Self {
        Self { nash: NashBot::new(), risk: 0.3, library: None, memory: Memory::default() }
    }

    const RISK: Parameter = Parameter {
        name: "risk",
        summary: "how much it may lose while it responds to the opponent: 0 is nash",
        expected: Expected::Decimal { maximum: 10 },
        default: Some("0.3"),
    };

    /// The limits of a hand in which it adapts to the opponent: heads-up five-card draw at the default
    /// stakes or a multiple of them, with nobody all in.
    fn adapts(&self, view: &DrawView<'_>) -> Option<Limits> {
        let serves = |limits: &Limits| {
            limits.ranking == Ranking::High && limits.is_deep() && is_shipped_for(*limits)
        };
        limits_of(view).filter(|limits| self.risk > 0.0 && view.is_my_turn() && serves(limits))
    }

    fn respond(
        &mut self,
        view: &DrawView<'_>,
        limits: Limits,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<Move>, Stopped> {
        let library = match &self.library {
            Some(library) => Arc::clone(library),
            None => Arc::clone(self.library.insert(Library::of(limits, monitor)?)),
        };
        let (rules, Some(me)) = (view.rules(), view.seat()) else { return Ok(None) };
        // Chips in units of the limits in lowest terms.
        let unit = f64::from(rules.big_bet) / f64::from(library.game.limits.big_bet);
        let budget = self.risk * CHIPS_AT_RISK;
        let conclusions = self.memory.recall(view.past(), |conclusions, hand, own| {
            conclusions.observe(&library, (hand, own), me, (unit, budget));
        });
        Ok(conclusions.playing().and_then(|response| response.strategy.choose(view, random)))
    }
}

impl Conclusions {
    /// The response to play in the next hand.
    fn playing(&self) -> Option<&Response> {
        self.response.as_ref().filter(|found| self.safety.allows() && found.value > LEAST_GAIN)
    }

    fn observe(
        &mut self,
        library: &Library,
        (hand, own): (&PastHand, Option<&OwnHand>),
        me: Seat,
        (unit, budget): (f64, f64),
    ) {
        let Some(path) = path(library, hand) else { return };
        // The button acts last.
        let seat = usize::from(hand.result.button == me);
        let result = &hand.result;
        let won = (f64::from(result.won[me]) - f64::from(result.paid[me])) / unit;
        let luck = own.map_or([0.0; 2], |own| luck(library, path, seat, own));
        if self.playing().is_some() {
            self.safety.add(self.regression.without_luck(won, luck), budget);
        } else {
            self.safety.wait();
        }
        self.regression.observe(won, luck);
        self.belief.observe(library, 1 - seat, path);
        self.hands += 1;
        if self.safety.allows() && self.is_due() {
            let models = self.belief.likely(MODELS);
            // Nobody stops this monitor.
            self.response = Response::to(library, &models, &Monitor::new()).ok();
            self.responded = (self.hands, self.belief.clone());
        }
    }

    /// Whether a new response should be computed: rarely if the belief stays the same.
    fn is_due(&self) -> bool {
        let (last, belief) = &self.responded;
        let since = self.hands - last;
        let distance = self.belief.distance(belief);
        since >= FIRST_RESPONSE && f64::from(since) * distance > 0.3 * f64::from(self.hands.min(60))
    }
}

/// How a hand ended, in public; `None` for one that is not in the trees.
fn path(library: &Library, hand: &PastHand) -> Option<Path> {
    let trees = &library.game.trees;
    let (mut node, mut link) = (Tree::ROOT, None);
    let mut path = None;
    for (_, made) in &hand.moves {
        let place = match made {
            PublicMove::Fold | PublicMove::Check => 0,
            PublicMove::Call | PublicMove::Bet => 1,
            PublicMove::Raise => 2,
            PublicMove::BetOf(_) | PublicMove::RaiseTo(_) => return None,
            PublicMove::Draw(count) => *count,
        };
        let tree = trees.tree(link);
        node = tree.child(node, place)?;
        if let Node::Leaf(leaf) = &tree.nodes()[node] {
            match (link, trees.first_ends.get(*leaf)) {
                (Some(link), _) => path = Some(Path::After { link, leaf: *leaf }),
                (None, Some(FirstEnd::Link(next))) => (link, node) = (Some(*next), Tree::ROOT),
                (None, _) => path = Some(Path::Before(*leaf)),
            }
        }
    }
    path
}

/// The luck of the player in a seat.
fn luck(library: &Library, path: Path, seat: usize, own: &OwnHand) -> Luck {
    let game = &library.game;
    let buckets = &game.removal.buckets;
    let holding = |cards: crate::cards::CardSet| {
        let numbers: Vec<u8> = cards.iter().map(Card::number).collect();
        (numbers.len() == buckets.cards()).then(|| Holding::of(buckets.ranking, &numbers))
    };
    let Some(dealt) = holding(own.dealt) else { return [0.0; 2] };
    let bucket = buckets.of_holding(&dealt);
    let of_deal = game.by_potential[bucket] - 0.5;
    let of_draw = match (path, holding(own.held)) {
        (Path::After { link, .. }, Some(held)) => {
            let link = &game.trees.links[link];
            let expected = mean(game.removal.draws[link.drawn[seat]].row(bucket), &game.after);
            let pot = game.limits.ante + link.bets * game.limits.small_bet;
            f64::from(pot) * (game.after[buckets.of_strength(held.strength)] - expected)
        }
        _ => 0.0,
    };
    [of_deal, of_draw]
}

impl Bot<FiveCardDraw> for AdaptiveBot {
    fn choose(&mut self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        // Nobody stops this monitor.
        self.choose_cancellable(view, random, &Monitor::new()).ok().flatten()
    }

    fn choose_cancellable(
        &mut self,
        view: &DrawView<'_>,
        random: &mut Random,
        monitor: &Monitor,
    ) -> Result<Option<Move>, Stopped> {
        if let Some(limits) = self.adapts(view)
            && let Some(chosen) = self.respond(view, limits, random, monitor)?
        {
            return Ok(Some(chosen));
        }
        self.nash.choose_cancellable(view, random, monitor)
    }

    fn is_fast(&self, view: &DrawView<'_>) -> bool {
        match self.adapts(view) {
            Some(limits) => self.library.is_some() || Library::is_ready(limits),
            None => self.nash.is_fast(view),
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        const { &[AdaptiveBot::RISK] }
    }

    fn set(&mut self, _: &str, setting: Setting) {
        if let Setting::Thousandths(risk) = setting {
            self.risk = f64::from(risk) / 1e3;
        }
    }
}
