//! Best responses at a table: one player learns against others who do not.
//!
//! Against a blueprint no hand of the real game has to be dealt: its moves are looked up. Any other bot
//! plays real hands, also with short stacks. A response has buckets of its own.

use std::ops::Range;

use super::layout::Spot;
use super::strategy::Blueprint;
use super::table::{Deal, Table};
use crate::cfr::{Decision, SampledGame, sampled};
use crate::game::{Bot, Game as _};
use crate::games::draw::equilibrium::opponent::MakeBot;
use crate::games::draw::moves::Move;
use crate::games::draw::state::FiveCardDraw;
use crate::random::Random;

/// A player against a blueprint in all other seats.
pub(super) struct AgainstBlueprint<'a> {
    pub own: &'a Table,
    pub others: &'a Blueprint,
}

/// A deal as both see it, and the player who responds.
pub(super) struct SeenDeal {
    own: Deal,
    others: Deal,
    responder: usize,
}

impl SampledGame for AgainstBlueprint<'_> {
    type Deal = SeenDeal;
    type Spot = Spot;
    type Others = ();

    fn length(&self) -> usize {
        self.own.length()
    }

    fn deal(&self, random: &mut Random) -> SeenDeal {
        let responder = random.below(self.own.players as u32) as usize;
        let cards = self.own.cards(random);
        let (own, others) = (self.own.dealt(&cards), self.others.table.dealt(&cards));
        SeenDeal { own, others, responder }
    }

    fn learners(&self, deal: &SeenDeal) -> Range<usize> {
        deal.responder..deal.responder + 1
    }

    fn begin(&self, deal: &SeenDeal) -> Spot {
        self.own.begin(&deal.own)
    }

    fn decision(&self, deal: &SeenDeal, spot: &Spot) -> Option<Decision> {
        self.own.decision(&deal.own, spot)
    }

    fn after(&self, deal: &SeenDeal, spot: &Spot, chosen: usize) -> Spot {
        self.own.after(&deal.own, spot, chosen)
    }

    /// The hands at the showdown are those that everybody drew by its own buckets.
    fn won(&self, deal: &SeenDeal, spot: &Spot, player: usize) -> f32 {
        let table = self.own;
        table.settled(spot, player, |other| {
            let (table, deal) = match other == player {
                true => (table, &deal.own),
                false => (&self.others.table, &deal.others),
            };
            table.strength(deal, other, spot)
        })
    }

    fn others(&self) {}

    fn played(
        &self,
        (): &mut (),
        deal: &SeenDeal,
        learner: usize,
        mut spot: Spot,
        random: &mut Random,
    ) -> Spot {
        let table = &self.others.table;
        while let Some(decision) =
            table.decision(&deal.others, &spot).filter(|next| next.player != learner)
        {
            let chances = self.others.chances_of(&decision);
            spot = table.after(&deal.others, &spot, sampled(&chances, random));
        }
        spot
    }
}

/// A player against bots in all other seats, in real hands.
pub(super) struct AgainstBots<'a> {
    pub own: &'a Table,
    /// A hand by the rules.
    pub game: &'a FiveCardDraw,
    pub make: &'a MakeBot<'a>,
}

/// A hand of the game, and the point that it has come to.
#[derive(Clone)]
pub(super) struct RealSpot {
    state: FiveCardDraw,
    spot: Spot,
}

impl RealSpot {
    /// Make a move, and keep track of it.
    fn play(&mut self, own: &Table, chosen: Move) -> Option<()> {
        let seat = self.state.to_move()?;
        let spot = own.layout.made(self.spot, seat, chosen.into());
        self.state.play(&chosen).ok()?;
        self.spot = spot.unwrap_or(self.spot);
        Some(())
    }
}

impl SampledGame for AgainstBots<'_> {
    /// The seed of the hand and the seat of the responder, which is its position: seat 0 acts first.
    type Deal = (u64, usize);
    type Spot = RealSpot;
    type Others = Vec<Box<dyn Bot<FiveCardDraw>>>;

    fn length(&self) -> usize {
        self.own.length()
    }

    fn deal(&self, random: &mut Random) -> (u64, usize) {
        (random.word(), random.below(self.own.players as u32) as usize)
    }

    fn learners(&self, deal: &(u64, usize)) -> Range<usize> {
        deal.1..deal.1 + 1
    }

    fn begin(&self, &(seed, _): &(u64, usize)) -> RealSpot {
        RealSpot { state: self.game.new_game(seed), spot: Spot::BEGIN }
    }

    fn decision(&self, _: &(u64, usize), spot: &RealSpot) -> Option<Decision> {
        let player = spot.state.to_move()?;
        let here = self.own.here(&spot.state.view(player), spot.spot)?;
        Some(Decision { player, begin: here.begin, moves: here.moves, open: here.open() })
    }

    fn after(&self, _: &(u64, usize), spot: &RealSpot, chosen: usize) -> RealSpot {
        let mut after = spot.clone();
        if let Some(player) = spot.state.to_move() {
            let view = spot.state.view(player);
            if let Some(here) = self.own.here(&view, spot.spot) {
                // What is found for a view is legal there.
                let _ = after.play(self.own, here.move_at(&view, chosen));
            }
        }
        after
    }

    fn won(&self, _: &(u64, usize), spot: &RealSpot, player: usize) -> f32 {
        spot.state.scores().get(player).map_or(0.0, |&won| won as f32)
    }

    fn others(&self) -> Self::Others {
        (0..self.own.players).map(|_| (self.make)()).collect()
    }

    fn played(
        &self,
        others: &mut Self::Others,
        _: &(u64, usize),
        learner: usize,
        mut spot: RealSpot,
        random: &mut Random,
    ) -> RealSpot {
        while let Some(player) = spot.state.to_move().filter(|&player| player != learner) {
            let chosen =
                others.get_mut(player).and_then(|bot| bot.choose(&spot.state.view(player), random));
            // A bot that gives up folds its hand to nobody's gain: the hand counts as it stands.
            let Some(()) = chosen.and_then(|chosen| spot.play(self.own, chosen)) else { break };
        }
        spot
    }
}
