use super::deck::DeckCard;
use super::moves::Move;
use super::policy::PolicyBot;
use super::rule::Rule;
use super::search::HeartsModel;
use super::shoot::Shooter;
use super::state::Hearts;
use super::view::HeartsView;
use crate::game::{Bot, BotEntry, Game, RandomBot, View as _};
use crate::random::Random;
use crate::search::{Budget, SearchBot};

pub(super) const BOTS: &[BotEntry<Hearts>] = &[
    RandomBot::entry(),
    BotEntry {
        name: "greedy",
        summary: "the card that looks best for this trick, by a fixed evaluation",
        make: || Box::new(Greedy),
    },
    BotEntry {
        name: "rule",
        summary: "rule-based: ducks, discards dangerous cards and watches the special card",
        make: || Box::new(Rule),
    },
    BotEntry {
        name: "shooter",
        summary: "shoots the moon whenever its hand may allow it, otherwise plays like rule",
        make: || Box::new(Shooter),
    },
    BotEntry {
        name: "policy",
        summary: "a policy learned by self-play, without search; other games like rule",
        make: || Box::new(PolicyBot::default()),
    },
    BotEntry {
        name: "search",
        summary: "flat Monte Carlo search over sampled deals, played out by the learned policy",
        make: || Box::new(SearchBot::new(HeartsModel::default(), Budget::default())),
    },
];

/// Plays the card with the highest [`evaluate`], the first in order on ties.
///
/// It passes the three cards with the highest [`danger`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot<Hearts> for Greedy {
    fn choose(
        &mut self,
        view: &<Hearts as Game>::View<'_>,
        _: &mut Random,
    ) -> Option<<Hearts as Game>::Move> {
        if view.is_passing() {
            return choose_pass(view);
        }
        let mut best = None;
        for card in view.playable() {
            let score = evaluate(view, card);
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, card));
            }
        }
        best.map(|(_, card)| Move::Play(card))
    }
}

/// A heuristic evaluation of a card for this trick; higher is better.
///
/// - A heart is worth −10, the special card −50.
/// - Discarded on another suit, a heart is worth +20, the special card +100.
/// - In the suit led: if no card of the trick beats it, −15 for every point in the trick; otherwise
///   plus its value.
/// - As a lead: plus the number of values above it unless it is a heart; −5 in the special card's
///   suit while that card is out.
///
/// Cost: a few operations, independent of the cards played.
///
/// ```
/// use cardcore::game::{Game as _, View as _};
/// use cardcore::games::hearts::{Hearts, Move, Rules, evaluate};
///
/// let game = Hearts::new(Rules::new(4, 13, 4)?, 7);
/// let view = game.view(game.to_move());
/// let mut moves = Vec::new();
/// view.legal_moves(&mut moves);
/// // The greedy bot plays the card with the highest evaluation.
/// let best = moves.iter().filter_map(|chosen| match chosen {
///     Move::Play(card) => Some(evaluate(&view, *card)),
///     Move::Pass(_) => None,
/// });
/// assert!(best.max().is_some());
/// # Ok::<(), cardcore::games::hearts::RulesError>(())
/// ```
#[must_use]
pub fn evaluate(view: &HeartsView<'_>, card: DeckCard) -> i64 {
    let rules = view.rules();
    let value = i64::from(card.0 % rules.values) + 1;
    let heart = rules.is_heart(card);
    let special = card == rules.special;
    let mut score = 0;
    if heart {
        score -= 10;
    }
    if special {
        score -= 50;
    }
    match view.best_in_trick() {
        None => {
            if !heart {
                score += i64::from(rules.values) - value;
            }
            if !view.special_played() && rules.suit(card) == rules.suit(rules.special) {
                score -= 5;
            }
        }
        Some(_) if !view.follows(card) => {
            if heart {
                score += 20;
            }
            if special {
                score += 100;
            }
        }
        Some(best) if card > best => score -= 15 * i64::from(view.trick_penalty()),
        Some(_) => score += value,
    }
    score
}

/// How desirable it is to pass a card.
///
/// High cards are, hearts more so, and cards of suits that can soon be voided. The special card and
/// the cards above it in its suit go first, unless four or more lower cards of that suit guard
/// them; those lower cards stay.
///
/// ```
/// use cardcore::game::Game as _;
/// use cardcore::games::hearts::{Hearts, Rules, Standard, danger};
///
/// // The special card is the most dangerous one unless lower ones guard it.
/// let rules = Rules::standard(Standard::default())?;
/// let game = Hearts::new(rules, 7);
/// let view = game.view(0);
/// let (queen, two) = (rules.parse("Qs")?[0], rules.parse("2h")?[0]);
/// assert!(danger(&view, queen) > danger(&view, two));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn danger(view: &HeartsView<'_>, card: DeckCard) -> i64 {
    let rules = view.rules();
    let value = rules.value(card) as i64;
    let suit = rules.suit(card);
    if suit == rules.suit(rules.special) {
        let guards =
            view.hand().filter(|&other| rules.suit(other) == suit && other < rules.special);
        return match (card >= rules.special, guards.count() >= 4) {
            (true, false) => 50 + value,
            (true, true) => 0,
            (false, _) => value - 20,
        };
    }
    if rules.is_heart(card) {
        return value + 3;
    }
    value + 2 * (4 - view.suit_length(suit) as i64).max(0)
}

fn choose_pass(view: &HeartsView<'_>) -> Option<Move> {
    if !view.is_my_turn() {
        return None;
    }
    let mut cards: Vec<DeckCard> = view.hand().collect();
    cards.sort_by_key(|&card| -danger(view, card));
    let mut chosen = *cards.first_chunk()?;
    chosen.sort_unstable();
    Some(Move::Pass(chosen))
}
