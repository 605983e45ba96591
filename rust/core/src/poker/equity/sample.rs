//! Deals at random.
//!
//! Listed hands are drawn by their weights with Walker's alias method, all again if two of them
//! share a card, so that every deal comes as often as the product of its weights says. Hands of
//! players with any cards, and the rest of the board, then come from the deck. Samples are drawn in
//! blocks, each from its own stream of the seed, so threads do not change the result.

use rayon::prelude::*;

use super::showdown::Showdown;
use super::{BOARD, Counts, Deal, EquityError, Holding, MAX_PLAYERS, POT, PlayerResult, Samples};
use crate::cards::{Card, CardSet};
use crate::combinatorics::binomial;
use crate::monitor::Monitor;
use crate::parallel;
use crate::poker::range::Combo;
use crate::random::Random;

/// Samples per random stream.
const BLOCK: u64 = 8192;

/// Where the hand of a player comes from.
enum Source<Hole> {
    Listed(Listed<Hole>),
    /// Any cards; for two cards, the place of each hand in the player's list.
    Deck(Vec<u16>),
}

/// Hands with weights, as columns of equal height that each hold up to two hands.
struct Listed<Hole> {
    hands: Vec<(u64, Hole)>,
    /// How much of a column belongs to its own hand, and whose the rest is.
    columns: Vec<(u32, u32)>,
    height: u32,
}

impl<Hole: Copy> Listed<Hole> {
    fn new(hands: &[Holding], hole: impl Fn(CardSet) -> Hole) -> Self {
        // Scaled by the number of hands, the mean weight is the sum of all: the height.
        let height: u64 = hands.iter().map(|hand| u64::from(hand.weight)).sum();
        let mut left: Vec<u64> =
            hands.iter().map(|hand| u64::from(hand.weight) * hands.len() as u64).collect();
        let mut columns: Vec<(u32, u32)> = (0..).take(hands.len()).map(|own| (0, own)).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..hands.len()).partition(|&index| left[index] < height);
        while let (Some(&less), Some(&more)) = (small.last(), large.last()) {
            small.pop();
            columns[less] = (left[less] as u32, more as u32);
            left[more] -= height - left[less];
            if left[more] < height {
                large.pop();
                small.push(more);
            }
        }
        for index in large {
            columns[index].0 = height as u32;
        }
        let hands = hands.iter().map(|hand| (hand.cards.bits(), hole(hand.cards))).collect();
        Self { hands, columns, height: height as u32 }
    }

    #[inline]
    fn draw(&self, random: &mut Random) -> usize {
        if self.columns.len() == 1 {
            return 0;
        }
        let column = random.below(self.columns.len() as u32);
        let (own, other) = self.columns[column as usize];
        let chosen = if random.below(self.height) < own { column } else { other };
        chosen as usize
    }
}

/// Sums of samples.
#[derive(Clone, Copy, Default)]
struct Sums {
    wins: u64,
    ties: u64,
    shares: u64,
    total: u64,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.shares += other.shares;
        self.total += other.total;
    }

    fn counts(self) -> Counts {
        let [wins, ties, shares, total] =
            [self.wins, self.ties, self.shares, self.total].map(u128::from);
        Counts { wins, ties, shares, total }
    }
}

/// The sums of a player: by hand, or in one if the hands are not listed.
#[derive(Clone, Default)]
struct PlayerSums {
    hands: Vec<Sums>,
    /// At most 10¹² samples, each below 2²³.
    squares: u64,
}

/// Deal at random and count.
pub(super) fn sample<S: Showdown>(
    deal: &Deal,
    game: S,
    samples: Samples,
    monitor: &Monitor,
) -> Result<Vec<PlayerResult>, EquityError> {
    let sources: Vec<Source<S::Hole>> =
        deal.players.iter().map(|hands| source(deal, game, hands.as_deref())).collect();
    let start = || -> Vec<PlayerSums> {
        let hands = |hands: &Option<Vec<Holding>>| hands.as_ref().map_or(1, Vec::len);
        let sums =
            |length| PlayerSums { hands: vec![Sums::default(); length], ..Default::default() };
        deal.players.iter().map(|player| sums(hands(player))).collect()
    };
    let blocks = samples.count.div_ceil(BLOCK);
    monitor.expect(samples.count);
    let add = |mut sums: Vec<PlayerSums>, block: u64| {
        let count = BLOCK.min(samples.count - block * BLOCK);
        let mut random = Random::stream(samples.seed, block);
        let mut dealer = Dealer::new(deal, game, &sources);
        for _ in 0..count {
            dealer.deal(&mut random, &mut sums);
        }
        monitor.advance(count)?;
        Ok::<_, EquityError>(sums)
    };
    let join = |mut sums: Vec<PlayerSums>, others: Vec<PlayerSums>| {
        for (sum, other) in sums.iter_mut().zip(others) {
            sum.squares += other.squares;
            sum.hands.iter_mut().zip(other.hands).for_each(|(sum, other)| sum.add(other));
        }
        sums
    };
    let numbers = (0..usize::try_from(blocks).unwrap_or(usize::MAX)).into_par_iter();
    let sums = parallel::sum(numbers.map(|block| block as u64).with_max_len(1), start, add, join)?;
    let result = |(sums, hands): (PlayerSums, &Option<Vec<Holding>>)| {
        let mut all = Sums::default();
        sums.hands.iter().for_each(|&hand| all.add(hand));
        let listed = hands.iter().flatten().copied();
        PlayerResult {
            all: all.counts(),
            hands: listed.zip(sums.hands.into_iter().map(Sums::counts)).collect(),
            squares: sums.squares.into(),
        }
    };
    Ok(sums.into_iter().zip(&deal.players).map(result).collect())
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

/// Deals again and again.
struct Dealer<'a, S: Showdown> {
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

impl<'a, S: Showdown> Dealer<'a, S> {
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
                let set = listed.hands[*place].0;
                if set & used != 0 {
                    continue 'again;
                }
                used |= set;
            }
            return used;
        }
    }
}

/// The shares of a pot by number of winners.
const SHARES: [u64; MAX_PLAYERS + 1] = {
    let mut shares = [0; MAX_PLAYERS + 1];
    let mut winners = 1;
    while winners <= MAX_PLAYERS {
        shares[winners] = POT as u64 / winners as u64;
        winners += 1;
    }
    shares
};

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

    /// Take some steps with one random word, every result equally likely: Brackett-Rozinsky and
    /// Lemire, "Batched ranged random integer generation" (2024).
    #[inline]
    fn shuffle(&mut self) {
        let steps = STEPS.min(self.deck.len() - self.shuffled);
        let bounds = |step: usize| (self.deck.len() - self.shuffled - step) as u64;
        let product = (0..steps).map(bounds).product::<u64>();
        let mut places = [0; STEPS];
        let mut fill = |word: u64| {
            let mut rest = word;
            for (step, place) in places.iter_mut().enumerate().take(steps) {
                let wide = u128::from(rest) * u128::from(bounds(step));
                *place = (wide >> 64) as usize;
                rest = wide as u64;
            }
            rest
        };
        let mut rest = fill(self.random.word());
        if rest < product {
            let threshold = product.wrapping_neg() % product;
            while rest < threshold {
                rest = fill(self.random.word());
            }
        }
        for (step, place) in places.into_iter().enumerate().take(steps) {
            self.deck.swap(self.shuffled + step, self.shuffled + step + place);
        }
        self.shuffled += steps;
    }
}
