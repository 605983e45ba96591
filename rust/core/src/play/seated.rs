//! The bots at a table: asked for their moves, and told how the match goes if they want to know.

use crate::game::{Bot, Game, Seat, View as _};

/// The bots in some seats of a game.
pub struct SeatedBots<G: Game> {
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    /// Whether any of them [remembers](Bot::remembers). Nothing is done for bots that do not.
    remember: bool,
    /// The number of the current part of the match; `None` once the match is over.
    part: Option<u32>,
}

impl<G: Game> SeatedBots<G> {
    /// Seat bots in a game, new or in progress.
    #[must_use]
    pub fn new(bots: Vec<Option<Box<dyn Bot<G>>>>, state: &G) -> Self {
        let remember = bots.iter().flatten().any(|bot| bot.remembers());
        let mut seated = Self { bots, remember, part: part(state) };
        if remember {
            seated.tell(state, |bot, view| bot.match_started(view));
        }
        seated
    }

    /// Whether no seat has a bot.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bots.iter().all(Option::is_none)
    }

    /// The bot in a seat.
    pub fn bot(&mut self, seat: Seat) -> Option<&mut Box<dyn Bot<G>>> {
        self.bots.get_mut(seat).and_then(Option::as_mut)
    }

    /// Tell the bots what has ended since the last call. To be called after the moves of a game, before
    /// a bot is asked.
    #[inline]
    pub fn follow(&mut self, state: &G) {
        if self.remember && self.part.is_some() {
            self.follow_parts(state);
        }
    }

    fn follow_parts(&mut self, state: &G) {
        let part = part(state);
        if part == self.part {
            return;
        }
        self.tell(state, |bot, view| bot.part_ended(view));
        if part.is_none() {
            self.tell(state, |bot, view| bot.match_ended(view));
        }
        self.part = part;
    }

    fn tell(&mut self, state: &G, tell: impl Fn(&mut dyn Bot<G>, &G::View<'_>)) {
        for (seat, bot) in self.bots.iter_mut().enumerate() {
            if let Some(bot) = bot.as_mut().filter(|bot| bot.remembers()) {
                tell(bot.as_mut(), &state.view(seat));
            }
        }
    }
}

/// The number of the part in progress, 0 in a game without parts.
fn part<G: Game>(state: &G) -> Option<u32> {
    state.to_move().map(|_| state.view(None).part().map_or(0, |part| part.number))
}
