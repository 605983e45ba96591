//! Bots with memory: planted leaks between matches and seats are found, and what bots are told.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cardcore::game::{Bot, Game as _, Memory, View as _};
use cardcore::games::draw::{DrawView, FiveCardDraw, Move, OwnHand, PastHand, Rules};
use cardcore::play::conformance::check_bot;
use cardcore::play::{SeatedBots, random_playout};
use cardcore::random::Random;

fn new(seed: u64) -> FiveCardDraw {
    let rules = Rules { players: 2, hands: 6, stack: 60, ..Rules::default() };
    FiveCardDraw::new(rules, seed).unwrap()
}

/// A legal move by a number.
fn numbered(view: &DrawView<'_>, number: usize) -> Option<Move> {
    let mut moves = Vec::new();
    view.legal_moves(&mut moves);
    let index = number % moves.len().max(1);
    moves.get(index).copied()
}

/// How a bot that counts remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Keeps {
    /// Properly: what is in the view.
    Past,
    /// What it was asked, for ever.
    Choices,
    /// What it was told in this match: those who join late know less.
    TellingsOfMatch,
    /// What it was told by any seat and in any match.
    Tellings,
}

#[derive(Default)]
struct Counter {
    memory: Memory<PastHand, OwnHand, usize>,
    count: usize,
}

/// A bot that plays by what it has counted.
struct Counting(Keeps, Counter);

fn counting(keeps: Keeps) -> Box<dyn Bot<FiveCardDraw>> {
    Box::new(Counting(keeps, Counter::default()))
}

impl Bot<FiveCardDraw> for Counting {
    fn choose(&mut self, view: &DrawView<'_>, _: &mut Random) -> Option<Move> {
        let number = match self.0 {
            Keeps::Past => *self.1.memory.recall(view.past(), |count, hand, own| {
                *count += hand.moves.len() + own.map_or(0, |own| own.held.len());
            }),
            Keeps::Choices => {
                self.1.count += 1;
                self.1.count
            }
            Keeps::TellingsOfMatch | Keeps::Tellings => self.1.count,
        };
        numbered(view, number)
    }

    fn remembers(&self) -> bool {
        true
    }

    fn match_started(&mut self, _: &DrawView<'_>) {
        if self.0 == Keeps::TellingsOfMatch {
            self.1.count = 0;
        }
    }

    fn part_ended(&mut self, _: &DrawView<'_>) {
        self.1.count += 1;
    }
}

#[test]
fn bots_that_remember_by_the_past_of_their_view_conform() {
    assert_eq!(check_bot(new, 20, "counting", || counting(Keeps::Past)), Ok(()));
}

#[test]
fn planted_leaks_are_found() {
    for keeps in [Keeps::Choices, Keeps::TellingsOfMatch, Keeps::Tellings] {
        let found = check_bot(new, 20, "counting", || counting(keeps)).unwrap_err();
        assert!(found.contains("after what it was asked or told before"), "{keeps:?}: {found}");
    }
    // Between seats: all instances have one memory.
    let shared = Arc::new(AtomicUsize::new(0));
    struct Telling(Arc<AtomicUsize>);
    impl Bot<FiveCardDraw> for Telling {
        fn choose(&mut self, view: &DrawView<'_>, _: &mut Random) -> Option<Move> {
            numbered(view, self.0.fetch_add(1, Ordering::Relaxed))
        }
    }
    let found = check_bot(new, 20, "telling", || Box::new(Telling(Arc::clone(&shared))));
    let found = found.unwrap_err();
    assert!(found.contains("bot telling knows more than its view"), "{found}");
}

/// What a bot was told, in order.
#[derive(Clone, Default)]
struct Diary(Arc<Mutex<Vec<String>>>);

impl Diary {
    fn write(&self, what: &str, view: &DrawView<'_>) {
        let line = format!("{what} {} of seat {:?}", view.past_count(), view.seat());
        self.0.lock().unwrap().push(line);
    }
}

impl Bot<FiveCardDraw> for Diary {
    fn choose(&mut self, view: &DrawView<'_>, random: &mut Random) -> Option<Move> {
        view.random_move(random)
    }

    fn remembers(&self) -> bool {
        true
    }

    fn match_started(&mut self, view: &DrawView<'_>) {
        self.write("start", view);
    }

    fn part_ended(&mut self, view: &DrawView<'_>) {
        self.write("part", view);
    }

    fn match_ended(&mut self, view: &DrawView<'_>) {
        self.write("end", view);
    }
}

#[test]
fn seated_bots_are_told_of_every_part_and_of_the_end() {
    let rules = Rules { players: 2, hands: 3, ..Rules::default() };
    let mut state = FiveCardDraw::new(rules, 1).unwrap();
    let (diary, mut random) = (Diary::default(), Random::new(2));
    let mut bots = SeatedBots::new(vec![None, Some(Box::new(diary.clone()))], &state);
    while let Some(seat) = state.to_move() {
        let chosen = state.view(seat).random_move(&mut random).unwrap();
        state.play(&chosen).unwrap();
        bots.follow(&state);
    }
    bots.follow(&state);
    let expected = ["start 0", "part 1", "part 2", "part 3", "end 3"];
    let expected: Vec<String> =
        expected.iter().map(|what| format!("{what} of seat Some(1)")).collect();
    assert_eq!(*diary.0.lock().unwrap(), expected);
}

#[test]
fn the_past_shows_own_cards_and_those_of_others_only_if_shown() {
    let mut state = new(3);
    random_playout(&mut state, &mut Random::new(4)).unwrap();
    for seat in 0..2 {
        let view = state.view(seat);
        assert!(!view.past().is_empty());
        for (hand, own) in view.past().from(0) {
            let own = own.unwrap();
            assert_eq!((own.dealt.len(), own.held.len()), (5, 5));
            let shown = hand.result.shown[seat];
            assert!(shown.is_empty() || shown == own.held);
        }
    }
    assert!(state.view(None).past().from(0).all(|(_, own)| own.is_none()));
    // Who is sampled has no past of its own.
    let sampled = FiveCardDraw::sample(&state.view(0), &mut Random::new(5));
    assert!(sampled.view(1).past().from(0).all(|(_, own)| own.is_none()));
    assert!(sampled.view(0).past().from(0).all(|(_, own)| own.is_some()));
}
