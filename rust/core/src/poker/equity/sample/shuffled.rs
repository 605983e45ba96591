//! Deals from a deck that is shuffled as far as cards are needed, for any game and any number of
//! players: listed hands first, then hands of any cards, then the rest of the board.

use super::super::showdown::Showdown;
use super::super::{BOARD, Deal, EquityError, Holding, MAX_PLAYERS};
use super::listed::Listed;
use super::{Dealer, PlayerSums, SHARES, Sums};
use crate::cards::{Card, CardSet};
use crate::combinatorics::binomial;
use crate::monitor::Monitor;
use crate::poker::range::Combo;
use crate::random::Random;

/// Where the hand of a player comes from.
enum Source<Hole> {
    Listed(Listed<Hole>),
    /// Any cards; for two cards, the place of each hand in the player's list.
    Deck(Vec<u16>),
}

fn source<S: Showdown>(deal: &Deal, game: S, hands: Option<&[Holding]>) -> Source<S::Hole> {
    let Some(hands) = hands else { return Source::Deck(Vec::new()) };
    let all = binomial(deal.deck.len(), deal.game.hole_cards());
    if hands.len() as u64 == all && hands.iter().all(|hand| hand.weight == 1) {
        let place = |combo: Combo| hands.iter().position(|hand| hand.cards == combo.set());
        return Source::Deck(Combo::all().map(|combo| place(combo).unwrap_or(0) as u16).collect());
    }
    Source::Listed(Listed::new(hands, |cards| game.hole(cards)))
}

/// What deals are made of.
pub(super) struct Shuffled<'a, S: Showdown> {
    deal: &'a Deal,
    game: S,
    sources: Vec<Source<S::Hole>>,
}

impl<'a, S: Showdown> Shuffled<'a, S> {
    pub fn new(deal: &'a Deal, game: S) -> Self {
        let sources =
            deal.players.iter().map(|hands| source(deal, game, hands.as_deref())).collect();
        Self { deal, game, sources }
    }
}

impl<S: Showdown> Dealer for Shuffled<'_, S> {
    fn deal(
        &self,
        count: u64,
        random: &mut Random,
        sums: &mut [PlayerSums],
        _monitor: &Monitor,
    ) -> Result<(), EquityError> {
        let mut table = Table::new(self.deal, self.game, &self.sources);
        for _ in 0..count {
            table.deal(random, sums);
        }
        Ok(())
    }
}

/// Deals again and again.
struct Table<'a, S: Showdown> {
    game: S,
    sources: &'a [Source<S::Hole>],
    hole_cards: usize,
    /// The board, the known cards first.
    board: [Card; BOARD],
    known: usize,
    /// The cards to draw from. Their order does not matter, so nothing puts it back.
    deck: Vec<Card>,
    /// The hands of the deal, and where each is in its player's list. Kept from deal to deal: to
    /// make them again would take a tenth of the time.
    holes: Vec<S::Hole>,
    places: Vec<usize>,
}

impl<'a, S: Showdown> Table<'a, S> {
    fn new(deal: &Deal, game: S, sources: &'a [Source<S::Hole>]) -> Self {
        let deck: Vec<Card> = deal.deck.iter().collect();
        let mut board = [deck[0]; BOARD];
        for (place, card) in board.iter_mut().zip(deal.board) {
            *place = card;
        }
        let (hole_cards, known) = (deal.game.hole_cards(), deal.board.len());
        let holes = vec![game.hole(deck.iter().copied().take(hole_cards).collect()); sources.len()];
        let places = vec![0; sources.len()];
        Self { game, sources, hole_cards, board, known, deck, holes, places }
    }

    fn deal(&mut self, random: &mut Random, sums: &mut [PlayerSums]) {
        let mut used = self.draw_listed(random);
        let mut shuffle = Shuffle::new(&mut self.deck, random);
        for ((source, hole), place) in
            self.sources.iter().zip(&mut self.holes).zip(&mut self.places)
        {
            match source {
                Source::Listed(listed) => *hole = listed.hands[*place].1,
                Source::Deck(numbers) => {
                    let mut cards = CardSet::EMPTY;
                    for _ in 0..self.hole_cards {
                        cards.insert(shuffle.draw(used));
                    }
                    used |= cards.bits();
                    *hole = self.game.hole(cards);
                    *place = place_of(cards, numbers);
                }
            }
        }
        for card in &mut self.board[self.known..] {
            *card = shuffle.draw(used);
        }
        let board = self.game.board(self.board);
        let mut strengths = [0; MAX_PLAYERS];
        let mut best = 0;
        for (strength, &hole) in strengths.iter_mut().zip(&self.holes) {
            *strength = self.game.strength(&board, hole);
            best = best.max(*strength);
        }
        let strengths = &strengths[..self.holes.len()];
        let winners = strengths.iter().filter(|&&strength| strength == best).count();
        let (alone, share) = (u64::from(winners == 1), SHARES[winners % SHARES.len()]);
        for ((sums, &strength), place) in sums.iter_mut().zip(strengths).zip(&self.places) {
            let wins = u64::from(strength == best);
            let shares = wins * share;
            sums.squares += shares * shares;
            if let Some(hand) = sums.hands.get_mut(*place) {
                hand.add(Sums { wins: wins & alone, ties: wins & !alone, shares, total: 1 });
            }
        }
    }

    /// Draw the hands that are listed, without a card in common; returns their cards.
    #[inline]
    fn draw_listed(&mut self, random: &mut Random) -> u64 {
        'again: loop {
            let mut used = 0;
            for (place, source) in self.places.iter_mut().zip(self.sources) {
                let Source::Listed(listed) = source else { continue };
                *place = listed.draw(random);
                let set = listed.hands[*place].0.bits();
                if set & used != 0 {
                    continue 'again;
                }
                used |= set;
            }
            return used;
        }
    }
}

/// The place of two cards in a player's list; 0 for hands that are not listed.
#[inline]
fn place_of(cards: CardSet, numbers: &[u16]) -> usize {
    let mut each = cards.iter();
    let combo = each.next().zip(each.next()).and_then(|(low, high)| Combo::new(low, high));
    combo.and_then(|combo| numbers.get(combo.number())).map_or(0, |&place| place.into())
}

/// A Fisher-Yates shuffle that goes only as far as cards are needed.
struct Shuffle<'a> {
    deck: &'a mut [Card],
    random: &'a mut Random,
    drawn: usize,
    shuffled: usize,
}

/// Steps that one random word is enough for: 52⁵ is far below 2⁶⁴.
const STEPS: usize = 5;

impl<'a> Shuffle<'a> {
    fn new(deck: &'a mut [Card], random: &'a mut Random) -> Self {
        Self { deck, random, drawn: 0, shuffled: 0 }
    }

    /// Draw a card that is not used.
    #[inline]
    fn draw(&mut self, used: u64) -> Card {
        loop {
            if self.drawn == self.shuffled {
                self.shuffle();
            }
            let card = self.deck[self.drawn];
            self.drawn += 1;
            if used >> card.number() & 1 == 0 {
                return card;
            }
        }
    }

    /// Take some steps with one random word.
    #[inline]
    fn shuffle(&mut self) {
        let left = self.deck.len() - self.shuffled;
        // Past the end of the deck a step has one choice, and is not taken.
        let bounds: [u32; STEPS] =
            std::array::from_fn(|step| left.saturating_sub(step).max(1) as u32);
        for place in self.random.below_each(bounds).into_iter().take(left) {
            self.deck.swap(self.shuffled, self.shuffled + place as usize);
            self.shuffled += 1;
        }
    }
}
