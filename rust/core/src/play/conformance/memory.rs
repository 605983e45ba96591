//! Checks that a bot's choice depends on its view alone, and not on what it was asked or told before:
//! nothing it remembers may reach from one match, or one seat, into another.

use std::fmt;

use crate::game::{Bot, BotSpec, Game, Seat, View as _};
use crate::random::Random;

/// Check a bot in random games from `new(seed)`: one instance of it, asked for the moves of all seats in
/// one game after the other and told how they go, has to choose like a new one that sees a view for the
/// first time, and like one asked in a state in the same information set.
///
/// ```
/// use cardcore::game::bot;
/// use cardcore::games::toy_poker::{Leduc, ToyPoker};
/// use cardcore::play::conformance;
///
/// let always_random = || bot("random").expect("every game has it");
/// assert_eq!(conformance::check_bot(ToyPoker::<Leduc>::new, 20, "random", always_random), Ok(()));
/// ```
///
/// # Errors
///
/// What the bot knows that is not in its view, with the seed and the number of moves that led to it.
pub fn check_bot<G: Game>(
    new: impl Fn(u64) -> G,
    games: u64,
    name: &str,
    make: impl Fn() -> Box<dyn Bot<G>>,
) -> Result<(), String> {
    let mut lasting = LastingBot::new(name, make);
    for seed in 0..games {
        let mut random = Random::stream(seed, 1);
        let mut state = new(seed);
        lasting.start(&state);
        let (mut moves, mut count) = (Vec::new(), 0);
        while let Some(seat) = state.to_move() {
            let word = random.word();
            let sampled = G::sample(&state.view(seat), &mut random);
            state.legal_moves(&mut moves);
            lasting
                .check((&state, &sampled), seat, &moves, word)
                .map_err(|violation| format!("seed {seed}, after {count} moves: {violation}"))?;
            let Some(chosen) = random.pick(&moves) else { break };
            state.play(chosen).map_err(|reason| format!("seed {seed}: {reason}"))?;
            count += 1;
            lasting.follow(&state);
        }
    }
    Ok(())
}

/// An instance of a bot that lives through all games.
pub(super) struct LastingBot<'a, G: Game> {
    name: String,
    make: Box<dyn Fn() -> Box<dyn Bot<G>> + 'a>,
    bot: Box<dyn Bot<G>>,
    part: Option<u32>,
}

impl<'a, G: Game> LastingBot<'a, G> {
    pub fn new(name: &str, make: impl Fn() -> Box<dyn Bot<G>> + 'a) -> Self {
        Self { name: name.to_owned(), bot: make(), make: Box::new(make), part: None }
    }

    pub fn of(spec: BotSpec<G>) -> Self {
        let name = spec.name().to_owned();
        Self::new(&name, move || spec.make())
    }

    /// Seat it in a new match.
    pub fn start(&mut self, state: &G) {
        self.part = part_of(state);
        self.bot.match_started(&state.view(0));
    }

    /// Tell it what has ended, in every seat.
    pub fn follow(&mut self, state: &G) {
        let part = part_of(state);
        if part == self.part {
            return;
        }
        self.part = part;
        for seat in 0..state.seats() {
            self.bot.part_ended(&state.view(seat));
            if state.to_move().is_none() {
                self.bot.match_ended(&state.view(seat));
            }
        }
    }

    /// Check its choice in a state, and in another one in the same information set.
    pub fn check(
        &mut self,
        (state, sampled): (&G, &G),
        seat: Seat,
        moves: &[G::Move],
        seed: u64,
    ) -> Result<(), String> {
        let (view, again) = (state.view(seat), sampled.view(seat));
        let choose = |bot: &mut dyn Bot<G>, view| bot.choose(view, &mut Random::new(seed));
        let chosen = choose((self.make)().as_mut(), &view);
        check_choice(&self.name, chosen.as_ref(), moves)?;
        if choose((self.make)().as_mut(), &again) != chosen {
            return Err(format!("bot {} knows more than its view", self.name));
        }
        if choose(self.bot.as_mut(), &view) != chosen {
            let name = &self.name;
            return Err(format!(
                "bot {name} chooses otherwise after what it was asked or told before"
            ));
        }
        Ok(())
    }
}

/// The number of the part in progress; `None` once the game is over.
fn part_of<G: Game>(state: &G) -> Option<u32> {
    state.to_move().map(|_| state.view(None).part().map_or(0, |part| part.number))
}

/// Check that a bot chose one of the legal moves.
pub(super) fn check_choice<M: PartialEq + fmt::Debug>(
    name: &str,
    chosen: Option<&M>,
    moves: &[M],
) -> Result<(), String> {
    match chosen {
        Some(chosen) if moves.contains(chosen) => Ok(()),
        _ => Err(format!("bot {name} chose {chosen:?} of {moves:?}")),
    }
}
