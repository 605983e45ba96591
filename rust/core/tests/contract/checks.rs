//! Checks of a game: perft, the conformance kit, which finds every planted flaw, and lockstep.

use cardcore::game::{
    BotEntry, Bounds, Facts, Game, HIDDEN_MOVE_TEXT, MoveError, RandomBot, Seat, Trajectory,
};
use cardcore::monitor::Monitor;
use cardcore::play::{Session, conformance, lockstep, perft};
use cardcore::random::Random;

use crate::{
    DIRTY_REFUSAL, FALSELY_OPEN, LARGE_NUMBER, LARGE_ROW, LEAK, LOOSE_MASK, LOUD, LOW_BOUND,
    Lowest, LowestView, NO_HISTORY, NO_PILE, NOT_BINARY, OBSERVED, OTHER_HISTORY, SAME_NAMES,
    SAME_ROWS, SHORT_BOUND, SHORT_LIST, SOUND, STALE, TELLING_EVENT, TELLING_MASK, TELLING_NUMBERS,
    THIRD_ACTION, TRUE_HISTORY, TooMany, WRONG_ACTION, WRONG_SCORE, ZERO_SUM,
};

#[test]
fn perft_counts_the_ways_to_take_the_sticks() {
    let game = Lowest::<SOUND>::new(1);
    // Sequences of ones and twos: those that sum to five are the Fibonacci number 8.
    let counts: Vec<u64> =
        (0..=6).map(|depth| perft(&game, depth, &Monitor::new()).unwrap()).collect();
    assert_eq!(counts, [1, 2, 4, 7, 8, 8, 8]);
}

#[test]
fn a_sound_game_conforms() {
    conformance::check(Lowest::<SOUND>::new, 50).unwrap();
}

#[test]
fn planted_flaws_are_found() {
    let flawed =
        |flaw: u8| conformance::check(|seed| Lowest::<SOUND>::with(flaw, seed), 50).unwrap_err();
    let leak = conformance::check(Lowest::<LEAK>::new, 50).unwrap_err();
    assert!(leak.contains("in a state sampled from"), "{leak}");
    let short = flawed(SHORT_LIST);
    assert!(short.contains("not listed but accepted"), "{short}");
    let dirty = flawed(DIRTY_REFUSAL);
    assert!(dirty.contains("changed the state"), "{dirty}");
    let loud = flawed(LOUD);
    assert!(loud.contains("sees no difference but is told 'take"), "{loud}");
    let open = conformance::check(Lowest::<FALSELY_OPEN>::new, 50).unwrap_err();
    assert!(open.contains("the game is open, but"), "{open}");
    let stale = flawed(STALE);
    assert!(stale.contains("a new game has another start"), "{stale}");
    let telling = flawed(TELLING_NUMBERS);
    assert!(telling.contains("an observation tells more than the view"), "{telling}");
    let masked = flawed(TELLING_MASK);
    assert!(masked.contains("Factored mask tells more than the view"), "{masked}");
    let wrong = flawed(WRONG_ACTION);
    assert!(wrong.contains("2: Factored [1] make Some(Complete(1))"), "{wrong}");
    let loose = flawed(LOOSE_MASK);
    assert!(loose.contains("the Flat mask is not that of the legal moves"), "{loose}");
    let same = flawed(SAME_ROWS);
    assert!(same.contains("two moves have the same row"), "{same}");
    let large = flawed(LARGE_NUMBER);
    assert!(large.contains("'hand' has 3, which is out of bounds"), "{large}");
    let event = flawed(TELLING_EVENT);
    assert!(event.contains("a history tells more than 'takes'"), "{event}");
    let binary = flawed(NOT_BINARY);
    assert!(binary.contains("'hand' has"), "{binary}");
    let row = flawed(LARGE_ROW);
    assert!(row.contains("2: 'sticks' has 2, which is out of bounds"), "{row}");
    let names = flawed(SAME_NAMES);
    assert!(names.contains("several Factored actions are called 'take 1'"), "{names}");
    let third = flawed(THIRD_ACTION);
    assert!(third.contains("1, made by flat action 2, has [0]"), "{third}");
    let observed = flawed(OBSERVED);
    assert!(observed.contains("seat 1 observes the choice of seat 0"), "{observed}");
    let long = flawed(SHORT_BOUND);
    assert!(long.contains("5 moves, outside of"), "{long}");
    let high = flawed(LOW_BOUND);
    assert!(high.contains(", outside of"), "{high}");
    let total = flawed(ZERO_SUM);
    assert!(total.contains("a total of"), "{total}");
    let late = flawed(NO_HISTORY);
    assert!(late.contains("a resampled history begins with"), "{late}");
    let other = flawed(OTHER_HISTORY);
    assert!(other.contains("after a history resampled from"), "{other}");
    let cheat = flawed(TRUE_HISTORY);
    assert!(cheat.contains("depends on more than its view"), "{cheat}");
    let missing = flawed(NO_PILE);
    assert!(missing.contains("has no 'pile'"), "{missing}");
}

/// The sound game without its optional declarations: whether it hides anything, and its public
/// texts.
#[derive(Clone, Debug, PartialEq)]
struct Forgetful(Lowest<SOUND>);

impl Game for Forgetful {
    type Move = u32;
    type View<'a> = LowestView<'a, SOUND>;
    type IllegalReason = TooMany;
    const NAME: &'static str = "forgetful";
    const LOW_SCORE_WINS: bool = false;

    fn new_game(&self, seed: u64) -> Self {
        Self(self.0.new_game(seed))
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn to_move(&self) -> Option<Seat> {
        self.0.to_move()
    }

    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        self.0.legal_moves(moves);
    }

    fn play(&mut self, chosen: &u32) -> Result<(), TooMany> {
        self.0.play(chosen)
    }

    fn scores(&self) -> Vec<i64> {
        self.0.scores()
    }

    fn view(&self, viewer: impl Into<Option<Seat>>) -> LowestView<'_, SOUND> {
        self.0.view(viewer)
    }

    fn sample(view: &LowestView<'_, SOUND>, random: &mut Random) -> Self {
        Self(Lowest::sample(view, random))
    }

    fn resample(view: &LowestView<'_, SOUND>, random: &mut Random) -> Trajectory<Self> {
        let Trajectory { start, moves } = Lowest::resample(view, random);
        Trajectory { start: Self(start), moves }
    }

    fn rules(&self) -> Facts {
        self.0.rules()
    }

    fn start(&self) -> Facts {
        self.0.start()
    }

    fn move_text(&self, chosen: &u32) -> String {
        self.0.move_text(chosen)
    }

    fn parse_move(&self, text: &str) -> Result<u32, MoveError> {
        self.0.parse_move(text)
    }

    fn bots() -> &'static [BotEntry<Self>] {
        const { &[RandomBot::entry()] }
    }
}

#[test]
fn undeclared_moves_are_hidden() {
    conformance::check(|seed| Forgetful(Lowest::new(seed)), 50).unwrap();
    let mut session = Session::new(Forgetful(Lowest::new(1)));
    session.play_text("take 2").unwrap();
    let heard = [Some(0), Some(1), None].map(|viewer| session.history()[0].text_for(viewer));
    assert_eq!(heard, ["take 2", HIDDEN_MOVE_TEXT, HIDDEN_MOVE_TEXT]);
}

#[test]
fn lockstep_agrees_with_itself_and_finds_differences() {
    for seed in 0..20 {
        let (left, right) = (Lowest::<SOUND>::new(seed), Lowest::<SOUND>::new(seed));
        let moves = lockstep(left, right, &mut Random::new(seed)).unwrap();
        assert!((3..=5).contains(&moves.len()));
    }
    let find = |what: &str, difference: Box<cardcore::play::Difference>| {
        assert_eq!(difference.what, what, "{difference}");
    };
    let sound = || Lowest::<SOUND>::new(4);
    let scores = lockstep(sound(), Lowest::<SOUND>::with(WRONG_SCORE, 4), &mut Random::new(0));
    find("the list of scores", scores.unwrap_err());
    let turn = lockstep(sound(), Lowest { turn: 1, ..sound() }, &mut Random::new(0));
    find("the seat to move", turn.unwrap_err());
    let list = lockstep(sound(), Lowest::<SOUND> { pile: 1, ..sound() }, &mut Random::new(0));
    find("the list of legal moves", list.unwrap_err());
}
