//! The moves of every game, parsed and played in whole games.

use cardcore::game::Game;
use cardcore::games::chopsticks::{Chopsticks, HouseRules, Rules as ChopsticksRules};
use cardcore::games::draw::{FiveCardDraw, Rules as DrawRules};
use cardcore::games::ends::{Ends, Rules as EndsRules};
use cardcore::games::hearts::{Hearts, Rules as HeartsRules, Standard};
use cardcore::games::president::{President, Rules as PresidentRules, TradeRule};
use cardcore::play::Session;
use cardcore::random::Random;

use crate::targets::Target;

/// The average number of texts tried in one position.
const TEXTS: u32 = 16;

/// A game in progress, replaced by another when it is over.
struct Moves<G: Game> {
    new: fn(&mut Random) -> Option<G>,
    session: Option<Session<G>>,
    /// The current legal moves, and their texts.
    legal: Vec<G::Move>,
    texts: Vec<String>,
}

pub fn all() -> Vec<Box<dyn Target>> {
    vec![
        Box::new(Moves::new(draw)),
        Box::new(Moves::new(president)),
        Box::new(Moves::new(chopsticks)),
        Box::new(Moves::new(hearts)),
        Box::new(Moves::new(ends)),
    ]
}

fn draw(random: &mut Random) -> Option<FiveCardDraw> {
    let rules = DrawRules { players: 2 + random.below(4), hands: 3, ..DrawRules::default() };
    FiveCardDraw::new(rules, random.word()).ok()
}

fn president(random: &mut Random) -> Option<President> {
    let trade = if random.below(2) == 0 { TradeRule::Request } else { TradeRule::Best };
    let rules = PresidentRules::new(4 + random.below(5) as usize, 2, trade).ok()?;
    Some(President::new(rules, random.word()))
}

fn chopsticks(random: &mut Random) -> Option<Chopsticks> {
    let flip = |random: &mut Random| random.below(2) == 0;
    let house = HouseRules {
        rollover: flip(random),
        splits: flip(random),
        swaps: flip(random),
        sudden_death: flip(random),
        misere: flip(random),
        ..HouseRules::default()
    };
    Chopsticks::new(ChopsticksRules::new(house).ok()?, 30).ok()
}

fn hearts(random: &mut Random) -> Option<Hearts> {
    let rules = if random.below(2) == 0 {
        let players = 3 + random.below(4) as usize;
        HeartsRules::standard(Standard {
            players,
            target: None,
            jack: random.below(2) == 1,
            ..Standard::default()
        })
        .ok()?
    } else {
        HeartsRules::new(2 + random.below(4) as usize, 2 + random.below(8) as usize, 2).ok()?
    };
    Some(Hearts::new(rules, random.word()))
}

fn ends(random: &mut Random) -> Option<Ends> {
    Some(Ends::new(EndsRules::default(), random.word()))
}

impl<G: Game> Moves<G> {
    const fn new(new: fn(&mut Random) -> Option<G>) -> Self {
        Self { new, session: None, legal: Vec::new(), texts: Vec::new() }
    }

    /// Advance to the next position, in a new game if this one is over.
    fn advance(&mut self, random: &mut Random) {
        match (&mut self.session, random.pick(&self.legal)) {
            (Some(session), Some(chosen)) => {
                let text = session.state().move_text(chosen);
                assert_eq!(session.play(chosen), Ok(()), "the legal move '{text}' was rejected");
            }
            (session, _) => *session = (self.new)(random).map(Session::new),
        }
        self.look();
    }

    fn look(&mut self) {
        let Some(session) = &self.session else { return };
        self.legal = session.legal_moves();
        let state = session.state();
        assert_eq!(self.legal.is_empty(), state.to_move().is_none());
        // Enough to vary; President sometimes has thousands.
        self.texts = self.legal.iter().take(64).map(|chosen| state.move_text(chosen)).collect();
    }
}

impl<G: Game> Target for Moves<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn examples(&self) -> &[String] {
        &self.texts
    }

    /// A parsed move must format to text that parses the same; it is played if legal, and otherwise
    /// rejected without any change.
    fn feed(&mut self, text: &str, random: &mut Random) -> bool {
        if self.session.is_none() || random.below(TEXTS) == 0 {
            self.advance(random);
        }
        let Some(session) = &mut self.session else { return false };
        let state = session.state();
        let chosen = match state.parse_move(text) {
            Ok(chosen) => chosen,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return false;
            }
        };
        assert_eq!(state.parse_move(&state.move_text(&chosen)).as_ref(), Ok(&chosen));
        let before = session.clone();
        match session.play_text(text) {
            Ok(()) => {
                assert!(self.legal.contains(&chosen), "an illegal move was made");
                assert_eq!(session.history().len(), before.history().len() + 1);
                self.look();
                true
            }
            Err(error) => {
                assert!(!self.legal.contains(&chosen), "a legal move was rejected: {error}");
                assert_eq!(*session, before, "a rejected move changed the state");
                false
            }
        }
    }
}
