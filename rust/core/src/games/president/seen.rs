//! What a learned policy sees when a seat is to play: its own cards, what was played, and how many
//! cards the others hold. Everything is in the order of the moment.

use super::combination::Combination;
use super::options::{Passing, TradeRule};
use super::order::OrderedSet;
use super::policy::{PolicyRules, Situation};
use super::role::Role;
use super::rules::Rules;
use super::view::PresidentView;
use crate::game::{Seat, View as _};

/// What a seat sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// What the seat knows about this pile.
    pub(super) now: Situation,
    /// The most cards of another player: once the pile is cleared, all may play.
    pub(super) largest: usize,
    /// The cards of the next player in play.
    pub(super) next: usize,
    /// The cards of the player who played last; 0 if that one is out, or when leading.
    pub(super) last: usize,
    /// The other players who may still play on the pile if the seat passes.
    pub(super) waiting: usize,
    /// The standing of the seat, and that of the player who played last.
    pub(super) standings: [u8; 2],
}

/// Another player, as a seat sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Other {
    /// The number of its cards.
    pub(super) count: usize,
    /// Whether it has passed and may not play now.
    pub(super) has_passed: bool,
    /// Whether it was the last to play.
    pub(super) is_last: bool,
    pub(super) standing: u8,
}

/// What a role means for the cards: 1 if a trade brought high cards, 2 without a trade, 3 if it took
/// them; 0 if there are no trades before this round.
pub(super) fn standing(rules: Rules, role: Option<Role>) -> u8 {
    match role.filter(|_| rules.trade() != TradeRule::None) {
        None => 0,
        Some(Role::President | Role::VicePresident) => 1,
        Some(Role::Neutral) => 2,
        Some(Role::ViceBum | Role::Bum) => 3,
    }
}

/// The standings of all seats, two bits each.
pub(super) fn standings(rules: Rules, roles: Option<Vec<Role>>) -> u32 {
    let bits = |(seat, role)| u32::from(standing(rules, Some(role))) << (2 * seat);
    roles.into_iter().flatten().enumerate().map(bits).fold(0, |all, bits| all | bits)
}

impl Seen {
    /// What a seat sees, given the other players in the order of turns.
    #[inline]
    pub(super) fn new(
        (hand, unseen): (OrderedSet, OrderedSet),
        beat: Option<Combination>,
        (rules, passing): (PolicyRules, Passing),
        own_standing: u8,
        others: impl Iterator<Item = Other>,
    ) -> Self {
        let mut now =
            Situation { hand, unseen, beat, largest: 0, smallest: usize::MAX, others: 0, rules };
        let mut seen =
            Self { now, largest: 0, next: 0, last: 0, waiting: 0, standings: [own_standing, 0] };
        for other in others {
            if other.is_last && beat.is_some() {
                (seen.last, seen.standings[1]) = (other.count, other.standing);
            }
            if other.count == 0 {
                continue;
            }
            if now.others == 0 {
                seen.next = other.count;
            }
            now.others += 1;
            now.smallest = now.smallest.min(other.count);
            seen.largest = seen.largest.max(other.count);
            if passing == Passing::Free || !other.has_passed {
                now.largest = now.largest.max(other.count);
            }
            seen.waiting += usize::from(beat.is_some() && !other.has_passed && !other.is_last);
        }
        Self { now, ..seen }
    }

    /// What the viewer sees when it is to play.
    pub(super) fn of_view(view: &PresidentView<'_>) -> Self {
        let (rules, reversed) = (view.rules(), view.is_reversed());
        let ordered = |cards: OrderedSet| if reversed { cards.reversed() } else { cards };
        let (seat, players) = (view.seat().unwrap_or(0), rules.players());
        let plays = view.plays().iter().rev();
        let last = plays.filter(|(_, play)| play.combination().is_some()).map(|&(last, _)| last);
        let last = last.take(1).next();
        let roles = view.roles();
        let standing_of =
            |seat: Seat| standing(rules, roles.as_ref().and_then(|roles| roles.get(seat)).copied());
        let other = |seat: Seat| Other {
            count: view.count(seat),
            has_passed: view.passed() >> seat & 1 == 1,
            is_last: last == Some(seat),
            standing: standing_of(seat),
        };
        let beat = view.beat().map(|beat| if reversed { beat.reversed() } else { beat });
        Self::new(
            (ordered(view.hand()), ordered(view.unseen())),
            beat,
            (PolicyRules::new(rules, reversed), rules.options().passing),
            standing_of(seat),
            (1..players).map(|step| other((seat + step) % players)),
        )
    }

    /// What the seat will know once the pile is cleared.
    pub(super) const fn later(&self) -> Situation {
        Situation { largest: self.largest, beat: None, ..self.now }
    }
}
