//! Hearts behind the contract of every game.

use super::bots::Greedy;
use super::hand::Part;
use super::moves::{Move, PASSED, Refusal};
use super::sample::sample;
use super::state::{Hearts, Stage};
use super::view::HeartsView;
use crate::game::{BotEntry, Facts, Game, MoveError, RandomBot, Seat};
use crate::random::Random;

impl Game for Hearts {
    type Move = Move;
    type View<'a> = HeartsView<'a>;
    type Refusal = Refusal;

    const NAME: &'static str = "hearts";
    const LOW_SCORE_WINS: bool = true;

    fn new_game(&self, seed: u64) -> Self {
        Self::new(self.rules, seed)
    }

    fn seats(&self) -> usize {
        self.rules.players()
    }

    #[inline]
    fn to_move(&self) -> Option<Seat> {
        (self.stage != Stage::Over).then_some(usize::from(self.turn))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let seat = usize::from(self.turn);
        match self.stage {
            Stage::Over => {}
            Stage::Playing => moves.extend(self.hands.iter(seat, &self.playable).map(Move::Play)),
            Stage::Passing => {
                let hand = self.hand(seat);
                for (index, &first) in hand.iter().enumerate() {
                    for (next, &second) in hand.iter().enumerate().skip(index + 1) {
                        for &third in hand.iter().skip(next + 1) {
                            moves.push(Move::Pass([first, second, third]));
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn play(&mut self, chosen: &Move) -> Result<(), Refusal> {
        self.make(chosen)
    }

    fn scores(&self) -> Vec<i64> {
        let totals = self.totals.iter().zip(&self.points);
        totals.map(|(&total, &points)| i64::from(total) + i64::from(points)).collect()
    }

    #[inline]
    fn view(&self, seat: Seat) -> HeartsView<'_> {
        HeartsView::new(self, seat)
    }

    fn sample(view: &HeartsView<'_>, random: &mut Random) -> Self {
        sample(view, random)
    }

    fn rules(&self) -> Facts {
        self.rules.facts()
    }

    fn move_text(&self, chosen: &Move) -> String {
        match chosen {
            Move::Play(card) => self.rules.text(*card),
            Move::Pass(cards) => format!("pass {}", self.rules.texts(cards)),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let words = text.trim();
        let (verb, rest) = words.split_at_checked(4).unwrap_or((words, ""));
        let passing = verb.eq_ignore_ascii_case("pass");
        let cards = self.rules.parse(if passing { rest } else { words });
        let mut cards = cards.map_err(|error| MoveError::new(text, error))?;
        if passing && self.rules.is_standard() {
            cards.sort_unstable();
            let cards = <[_; PASSED]>::try_from(cards);
            return cards.map(Move::Pass).map_err(|cards| {
                MoveError::new(text, format!("expected 3 cards to pass, found {}", cards.len()))
            });
        }
        match cards.as_slice() {
            &[card] if !passing => Ok(Move::Play(card)),
            _ => Err(MoveError::new(text, format!("expected one card, found {}", cards.len()))),
        }
    }

    fn bots() -> &'static [BotEntry<Self>] {
        const {
            &[
                RandomBot::entry(),
                BotEntry {
                    name: "greedy",
                    summary: "the card that looks best for this trick, by a fixed evaluation",
                    make: || Box::new(Greedy),
                },
            ]
        }
    }
}

impl Hearts {
    /// How many cards are left to play in this deal.
    #[must_use]
    pub fn cards_left(&self) -> usize {
        (0..self.rules.players()).map(|seat| self.hands.count(seat, &Part::ALL)).sum()
    }
}
