//! President behind the contract of all games.

use crate::game::{BotEntry, Facts, Game, MoveError, RandomBot, Seat};
use crate::random::Random;

use super::bots::{Greedy, Shortest};
use super::moves::Move;
use super::sample::sample;
use super::state::{President, Refusal};
use super::view::PresidentView;

impl Game for President {
    type Move = Move;
    type View<'a> = PresidentView<'a>;
    type Refusal = Refusal;
    const NAME: &'static str = "president";
    const LOW_SCORE_WINS: bool = true;

    fn new_game(&self, seed: u64) -> Self {
        Self::new(self.rules, seed)
    }

    fn seats(&self) -> usize {
        self.rules.players()
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.turn)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        self.each_move(|chosen| moves.push(chosen));
    }

    fn play(&mut self, chosen: &Move) -> Result<(), Refusal> {
        self.make(*chosen)
    }

    fn scores(&self) -> Vec<i64> {
        self.totals()
    }

    fn view(&self, seat: Seat) -> PresidentView<'_> {
        PresidentView::new(self, seat)
    }

    fn sample(view: &PresidentView<'_>, random: &mut Random) -> Self {
        sample(view, random)
    }

    fn rules(&self) -> Facts {
        vec![
            ("players", self.rules.players().into()),
            ("rounds", self.rules.rounds().into()),
            ("trade", self.rules.trade().to_string().into()),
        ]
    }

    fn move_text(&self, chosen: &Move) -> String {
        chosen.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        Move::parse(text)
    }

    fn bots() -> &'static [BotEntry<Self>] {
        const {
            &[
                RandomBot::entry(),
                BotEntry {
                    name: "greedy",
                    summary: "keeps the hand with the highest kinds of moves",
                    make: || Box::new(Greedy::default()),
                },
                BotEntry {
                    name: "shortest",
                    summary: "keeps the hand that takes the fewest moves, and its unbeatable cards",
                    make: || Box::new(Shortest::default()),
                },
            ]
        }
    }
}
