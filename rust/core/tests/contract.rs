//! The generic pieces, proven on a toy game small enough to count by hand.
//!
//! *Lowest*: each of two seats holds one hidden card of 0, 1, 2, 3 (dealt from a seed). In turn
//! they take 1 or 2 sticks from a pile of five, or all if fewer than that are left; whoever takes
//! the last stick scores its own card plus one, the other nothing.

use cardcore::game::encoding::{ActionSpace, Actions, Composed, Encoder, EncodingError, Section};
use cardcore::game::{
    Bot, BotEntry, Fact, Facts, Game, MoveError, RandomBot, Seat, UNHEARD, View, bot,
};
use cardcore::monitor::Monitor;
use cardcore::play::arena::{self, ArenaError};
use cardcore::play::batch::{Batch, BatchError, Buffers, Rewards, Team, Worker};
use cardcore::play::{PlayError, Session};
use cardcore::play::{conformance, lockstep, perft, play_on, playout, random_playout, scores};
use cardcore::random::Random;

#[derive(Clone, Debug, PartialEq)]
struct Lowest<const FLAW: u8> {
    seed: u64,
    hands: [u32; 2],
    pile: u32,
    turn: Seat,
}

/// Nothing is wrong with the game.
const SOUND: u8 = 0;
/// One stick of two may be taken, but two of two are not listed.
const SHORT_LIST: u8 = 1;
/// The other seat's card shows in a view.
const LEAK: u8 = 2;
/// A refused move changes the state.
const DIRTY_REFUSAL: u8 = 3;
/// The winner scores nothing.
const WRONG_SCORE: u8 = 4;
/// One hears which card whoever moves holds.
const LOUD: u8 = 5;
/// The cards are hidden, but the game says that nothing is.
const FALSELY_OPEN: u8 = 6;
/// A new game keeps the seed of the old one.
const STALE: u8 = 7;
/// A fact is named but not there.
const NO_PILE: u8 = 8;
/// The other seat's card is among the numbers of an observation.
const TELLING_NUMBERS: u8 = 9;
/// What may be done depends on the other seat's card.
const TELLING_MASK: u8 = 10;
/// An action makes another move than it stands for.
const WRONG_ACTION: u8 = 11;
/// An action is allowed that makes no legal move.
const LOOSE_MASK: u8 = 12;
/// Both moves are described by the same numbers.
const SAME_ROWS: u8 = 13;
/// A card is larger than the encoding says.
const LARGE_NUMBER: u8 = 14;
/// More sticks are taken than the encoding says.
const LARGE_ROW: u8 = 15;
/// Both actions have the same name.
const SAME_NAMES: u8 = 16;
/// A third action makes the same move as another.
const THIRD_ACTION: u8 = 17;

impl<const FLAW: u8> Lowest<FLAW> {
    fn new(seed: u64) -> Self {
        let mut deck = [0, 1, 2, 3];
        Random::new(seed).shuffle(&mut deck);
        Self { seed, hands: [deck[0], deck[1]], pile: 5, turn: 0 }
    }
}

struct LowestView<'a, const FLAW: u8> {
    state: &'a Lowest<FLAW>,
    seat: Option<Seat>,
}

impl<const FLAW: u8> View for LowestView<'_, FLAW> {
    type Move = u32;

    const FACTS: &'static [&'static str] =
        if FLAW == LEAK { &["hand", "pile", "other"] } else { &["hand", "pile"] };

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    fn to_move(&self) -> Option<Seat> {
        self.state.to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.clear();
        if self.is_my_turn() {
            self.state.legal_moves(moves);
        }
    }

    fn fact(&self, name: &str) -> Option<Fact> {
        let hand = |seat: Option<Seat>| seat.map(|seat| self.state.hands[seat]);
        match name {
            "hand" => Some(Fact::list(hand(self.seat))),
            "pile" if FLAW != NO_PILE => Some(self.state.pile.into()),
            "other" => Some(hand(self.seat.map(|seat| 1 - seat)).into()),
            _ => None,
        }
    }
}

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("expected 1 or 2 and at most {left}")]
struct TooMany {
    left: u32,
}

impl<const FLAW: u8> Game for Lowest<FLAW> {
    type Move = u32;
    type View<'a> = LowestView<'a, FLAW>;
    type Refusal = TooMany;
    const NAME: &'static str = "lowest";
    const LOW_SCORE_WINS: bool = false;
    const OPEN: bool = FLAW == FALSELY_OPEN;

    fn new_game(&self, seed: u64) -> Self {
        Self { seed: if FLAW == STALE { 99 } else { seed }, ..Self::new(seed) }
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        (self.pile > 0).then_some(self.turn)
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.clear();
        let most = if FLAW == SHORT_LIST && self.pile == 2 { 1 } else { 2 };
        moves.extend(1..=self.pile.min(most));
    }

    fn play(&mut self, chosen: &u32) -> Result<(), TooMany> {
        if FLAW == DIRTY_REFUSAL {
            self.turn = 1 - self.turn;
        }
        if !(1..=2).contains(chosen) || *chosen > self.pile {
            return Err(TooMany { left: self.pile });
        }
        self.pile -= chosen;
        if self.pile > 0 && FLAW != DIRTY_REFUSAL {
            self.turn = 1 - self.turn;
        }
        Ok(())
    }

    fn scores(&self) -> Vec<i64> {
        let mut scores = vec![0, 0];
        if self.pile == 0 && FLAW != WRONG_SCORE {
            scores[self.turn] = i64::from(self.hands[self.turn]) + 1;
        }
        scores
    }

    fn view(&self, viewer: impl Into<Option<Seat>>) -> LowestView<'_, FLAW> {
        LowestView { state: self, seat: viewer.into() }
    }

    fn sample(view: &LowestView<'_, FLAW>, random: &mut Random) -> Self {
        let own = view.seat.map(|seat| (seat, view.state.hands[seat]));
        let mut deck: Vec<u32> =
            (0..4).filter(|&card| Some(card) != own.map(|own| own.1)).collect();
        random.shuffle(&mut deck);
        let mut state = view.state.clone();
        state.seed = 0;
        state.hands = [deck[0], deck[1]];
        if let Some((seat, card)) = own {
            state.hands[seat] = card;
        }
        state
    }

    fn start(&self) -> Facts {
        vec![("seed", Fact::Seed(self.seed))]
    }

    fn public_text(&self, chosen: &u32) -> String {
        match FLAW {
            LOUD => format!("take {chosen} holding {}", self.hands[self.turn]),
            _ => self.move_text(chosen),
        }
    }

    fn rules(&self) -> Facts {
        Vec::new()
    }

    fn move_text(&self, chosen: &u32) -> String {
        format!("take {chosen}")
    }

    fn parse_move(&self, text: &str) -> Result<u32, MoveError> {
        text.strip_prefix("take ")
            .and_then(|number| number.parse().ok())
            .ok_or_else(|| MoveError::new(text, "expected 'take' and a number"))
    }

    fn bots() -> &'static [BotEntry<Self>] {
        const { &[RandomBot::entry(), BotEntry { name: "one", summary: "", make: || Box::new(One) }] }
    }

    fn encoder(&self) -> Result<Box<dyn Encoder<Self>>, EncodingError> {
        Ok(Box::new(Sticks))
    }
}

/// Taking one stick is action 0, taking two is action 1.
struct Sticks;

impl<const FLAW: u8> Encoder<Lowest<FLAW>> for Sticks {
    fn fits(&self, _: &LowestView<'_, FLAW>) -> bool {
        true
    }

    fn sections(&self) -> Vec<Section> {
        let most = if FLAW == LARGE_NUMBER { 2.0 } else { 3.0 };
        vec![
            Section::new("hand", 1, "own card").between(0.0, most),
            Section::new("pile", 1, "sticks that are left").between(0.0, 5.0),
        ]
    }

    fn observe(&self, view: &LowestView<'_, FLAW>, _: &[u32], numbers: &mut [f32]) {
        let shown = if FLAW == TELLING_NUMBERS { view.seat.map(|s| 1 - s) } else { view.seat };
        numbers[0] = shown.map_or(0.0, |seat| view.state.hands[seat] as f32);
        numbers[1] = view.state.pile as f32;
    }

    fn action_count(&self, _: ActionSpace) -> usize {
        if FLAW == THIRD_ACTION { 3 } else { 2 }
    }

    fn mask(&self, view: &LowestView<'_, FLAW>, _: ActionSpace, _: &[u32], mask: &mut [u8]) {
        let Some(seat) = view.seat.filter(|_| view.is_my_turn()) else { return };
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        mask[0] = 1;
        mask[1] = u8::from(moves.contains(&2) || FLAW == LOOSE_MASK);
        if FLAW == TELLING_MASK && view.state.hands[1 - seat] == 0 {
            mask[0] = 0;
        }
    }

    fn compose(
        &self,
        _: &LowestView<'_, FLAW>,
        _: ActionSpace,
        _: &[u32],
        action: u32,
    ) -> Option<Composed<u32>> {
        Some(Composed::Complete(if FLAW == WRONG_ACTION { 1 } else { action % 2 + 1 }))
    }

    fn actions(&self, _: &LowestView<'_, FLAW>, _: ActionSpace, chosen: &u32) -> Vec<u32> {
        vec![chosen - 1]
    }

    fn action_text(&self, _: ActionSpace, action: u32) -> String {
        format!("take {}", if FLAW == SAME_NAMES { 1 } else { action + 1 })
    }

    fn move_sections(&self) -> Vec<Section> {
        let most = if FLAW == LARGE_ROW { 1.0 } else { 2.0 };
        vec![Section::new("sticks", 1, "sticks taken").between(1.0, most)]
    }

    fn describe_move(&self, _: &LowestView<'_, FLAW>, chosen: &u32, numbers: &mut [f32]) {
        numbers[0] = if FLAW == SAME_ROWS { 1.0 } else { *chosen as f32 };
    }
}

/// Always takes one stick.
struct One;

impl<const FLAW: u8> Bot<Lowest<FLAW>> for One {
    fn choose(&mut self, _: &LowestView<'_, FLAW>, _: &mut Random) -> Option<u32> {
        Some(1)
    }
}

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
fn flaws_are_found() {
    let leak = conformance::check(Lowest::<LEAK>::new, 50).unwrap_err();
    assert!(leak.contains("in a state sampled from"), "{leak}");
    let short = conformance::check(Lowest::<SHORT_LIST>::new, 50).unwrap_err();
    assert!(short.contains("not listed but accepted"), "{short}");
    let dirty = conformance::check(Lowest::<DIRTY_REFUSAL>::new, 50).unwrap_err();
    assert!(dirty.contains("changed the state"), "{dirty}");
    let loud = conformance::check(Lowest::<LOUD>::new, 50).unwrap_err();
    assert!(loud.contains("sees no difference but hears 'take"), "{loud}");
    let open = conformance::check(Lowest::<FALSELY_OPEN>::new, 50).unwrap_err();
    assert!(open.contains("the game is open, but"), "{open}");
    let stale = conformance::check(Lowest::<STALE>::new, 50).unwrap_err();
    assert!(stale.contains("a new game has another start"), "{stale}");
    let telling = conformance::check(Lowest::<TELLING_NUMBERS>::new, 50).unwrap_err();
    assert!(telling.contains("an observation tells more than the view"), "{telling}");
    let masked = conformance::check(Lowest::<TELLING_MASK>::new, 50).unwrap_err();
    assert!(masked.contains("Factored mask tells more than the view"), "{masked}");
    let wrong = conformance::check(Lowest::<WRONG_ACTION>::new, 50).unwrap_err();
    assert!(wrong.contains("2: Factored [1] make Some(Complete(1))"), "{wrong}");
    let loose = conformance::check(Lowest::<LOOSE_MASK>::new, 50).unwrap_err();
    assert!(loose.contains("the Flat mask is not that of the legal moves"), "{loose}");
    let same = conformance::check(Lowest::<SAME_ROWS>::new, 50).unwrap_err();
    assert!(same.contains("two moves have the same row"), "{same}");
    let large = conformance::check(Lowest::<LARGE_NUMBER>::new, 50).unwrap_err();
    assert!(large.contains("'hand' has 3, which is out of bounds"), "{large}");
    let row = conformance::check(Lowest::<LARGE_ROW>::new, 50).unwrap_err();
    assert!(row.contains("2: 'sticks' has 2, which is out of bounds"), "{row}");
    let names = conformance::check(Lowest::<SAME_NAMES>::new, 50).unwrap_err();
    assert!(names.contains("several Factored actions are called 'take 1'"), "{names}");
    let third = conformance::check(Lowest::<THIRD_ACTION>::new, 50).unwrap_err();
    assert!(third.contains("1, made by flat action 2, has [0]"), "{third}");
    let missing = conformance::check(Lowest::<NO_PILE>::new, 50).unwrap_err();
    assert!(missing.contains("has no 'pile'"), "{missing}");
}

/// What a batch of 100 games of two shows: observations, masks, rewards, seats, ends, counts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Arrays {
    observations: Vec<f32>,
    masks: Vec<u8>,
    rewards: Vec<f32>,
    seats: Vec<i32>,
    done: Vec<u8>,
    legal_counts: Vec<i32>,
}

impl Arrays {
    fn new() -> Self {
        Self {
            observations: vec![0.0; 200],
            masks: vec![0; 200],
            rewards: vec![0.0; 200],
            seats: vec![0; 100],
            done: vec![0; 100],
            legal_counts: vec![0; 100],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            seats: &mut self.seats,
            done: &mut self.done,
            legal_counts: &mut self.legal_counts,
        }
    }
}

fn sticks(bots: [Option<&str>; 2], rewards: Rewards) -> Result<Batch<Lowest<SOUND>>, BatchError> {
    let bots = bots.map(|name| name.map(str::to_owned)).to_vec();
    Batch::new(&Lowest::new(0), 100, Actions::Numbered(ActionSpace::Factored), rewards, bots)
}

/// Has three threads do the work.
fn on_three_threads(worker: Worker<'_>) {
    std::thread::scope(|scope| {
        scope.spawn(|| worker(2));
        scope.spawn(|| worker(1));
        worker(0);
    });
}

/// Has three workers do it one after the other, the last first.
fn in_turn(worker: Worker<'_>) {
    (0..3).rev().for_each(worker);
}

#[test]
fn a_batch_does_the_same_on_any_number_of_threads() {
    for bots in [[None, None], [Some("random"), None]] {
        let monitor = Monitor::new();
        let teams = [
            Team::ALONE,
            Team { size: 3, call: &on_three_threads },
            Team { size: 3, call: &in_turn },
        ];
        let mut batches = teams.map(|_| (sticks(bots, Rewards::Margin).unwrap(), Arrays::new()));
        let mut ended = 0;
        for step in 0..20 {
            for ((batch, arrays), team) in batches.iter_mut().zip(teams) {
                let mut buffers = arrays.buffers();
                match step {
                    0 => batch.reset(7, &mut buffers, team, &monitor).unwrap(),
                    _ => batch.step_random(&mut buffers, team, &monitor).unwrap(),
                }
            }
            assert_eq!(batches[0].1, batches[1].1);
            assert_eq!(batches[0].1, batches[2].1);
            let shown = &batches[0].1;
            ended += shown.done.iter().map(|&done| usize::from(done)).sum::<usize>();
            for (rewards, &done) in shown.rewards.chunks(2).zip(&shown.done) {
                assert!(rewards[0] == -rewards[1] && (done == 1 || rewards[0] == 0.0));
            }
            assert!(bots[0].is_none() || shown.seats.iter().all(|&seat| seat == 1));
        }
        assert!(ended > 200);
    }
}

#[test]
fn a_batch_refuses_what_is_not_allowed_and_changes_nothing() {
    let monitor = Monitor::new();
    let mut batch = sticks([None, None], Rewards::Scores).unwrap();
    let mut arrays = Arrays::new();
    batch.reset(7, &mut arrays.buffers(), Team::ALONE, &monitor).unwrap();
    let before = arrays.clone();
    let mut actions = vec![0; 100];
    for (action, text) in [(2, ""), (-1, "")] {
        actions[40] = action;
        let error = batch.step(&actions, &mut arrays.buffers(), Team::ALONE, &monitor).unwrap_err();
        let expected = "expected one of 0 ('take 1'), 1 ('take 2')";
        assert_eq!(error.to_string(), format!("actions: row 40: {expected}, found {action}{text}"));
        assert_eq!(arrays, before);
    }
    let error =
        batch.step(&actions[1..], &mut arrays.buffers(), Team::ALONE, &monitor).unwrap_err();
    assert_eq!(error.to_string(), "actions: expected 100, one per row, found 99");
    monitor.stop();
    let stopped = batch.step_random(&mut arrays.buffers(), Team::ALONE, &monitor).unwrap_err();
    assert!(matches!(stopped, BatchError::Stopped(_)));
    assert!(matches!(sticks([Some("one"); 2], Rewards::Margin), Err(BatchError::NoLearner)));
    assert!(matches!(sticks([Some("two"), None], Rewards::Margin), Err(BatchError::Bot(_))));
}

/// The sound game, but for what it forgot to say: whether it hides anything, and what is heard.
#[derive(Clone, Debug, PartialEq)]
struct Forgetful(Lowest<SOUND>);

impl Game for Forgetful {
    type Move = u32;
    type View<'a> = LowestView<'a, SOUND>;
    type Refusal = TooMany;
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
fn what_a_game_forgets_to_say_is_not_heard() {
    conformance::check(|seed| Forgetful(Lowest::new(seed)), 50).unwrap();
    let mut session = Session::new(Forgetful(Lowest::new(1)));
    session.play_text("take 2").unwrap();
    let heard = [Some(0), Some(1), None].map(|viewer| session.history()[0].heard_by(viewer));
    assert_eq!(heard, ["take 2", UNHEARD, UNHEARD]);
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
    let scores = lockstep(sound(), Lowest::<WRONG_SCORE>::new(4), &mut Random::new(0));
    find("the list of scores", scores.unwrap_err());
    let turn = lockstep(sound(), Lowest { turn: 1, ..sound() }, &mut Random::new(0));
    find("the seat to move", turn.unwrap_err());
    let list = lockstep(sound(), Lowest::<SOUND> { pile: 1, ..sound() }, &mut Random::new(0));
    find("the list of legal moves", list.unwrap_err());
}

#[test]
fn playouts_end_and_are_reproducible() {
    let play = |seed: u64| {
        let mut state = Lowest::<SOUND>::new(seed);
        let moves = random_playout(&mut state, &mut Random::new(seed)).unwrap();
        (state, moves)
    };
    for seed in 0..50 {
        let (state, moves) = play(seed);
        assert_eq!(state.to_move(), None);
        assert!((3..=5).contains(&moves));
        assert_eq!(play(seed), (state, moves));
    }
    let mut state = Lowest::<SOUND>::new(0);
    let one = || Some(bot("one").unwrap());
    let moves = playout(&mut state, &mut [one(), None], &mut Random::new(0)).unwrap();
    assert_eq!((moves, state.to_move()), (1, Some(1)));
    let moves = playout(&mut state, &mut [one(), one()], &mut Random::new(0)).unwrap();
    assert_eq!((moves, state.to_move()), (4, None));
}

#[test]
fn a_session_keeps_the_moves_and_refuses_without_a_trace() {
    let state = Lowest::<SOUND>::new(3);
    let mut session = Session::new(state);
    session.play_text("take 2").unwrap();
    let before = session.clone();
    let error = session.play_text("take 3").unwrap_err();
    assert_eq!(error.to_string(), "seat 1, move 'take 3': expected 1 or 2 and at most 3");
    let error = session.play_text("sit down").unwrap_err();
    assert_eq!(error.to_string(), "move 'sit down': expected 'take' and a number");
    assert_eq!(session, before);
    session.play_text("take 2").unwrap();
    session.play_text("take 1").unwrap();
    assert!(matches!(session.play_text("take 1"), Err(PlayError::Over { .. })));
    let told: Vec<(Seat, &str)> =
        session.history().iter().map(|made| (made.seat, made.heard_by(None))).collect();
    assert_eq!(told, [(0, "take 2"), (1, "take 2"), (0, "take 1")]);
    assert_eq!(session.start(), Some(vec![("seed", Fact::Seed(3))]));
    assert_eq!(Session::sampled(session.state().clone()).start(), None);
}

#[test]
fn an_unknown_bot_is_told_from_the_known() {
    let error = bot::<Lowest<SOUND>>("two").err().unwrap();
    assert_eq!(error.to_string(), "unknown bot 'two' for lowest, expected one of random, one");
}

#[test]
fn an_arena_is_the_sum_of_its_games() {
    let template = Lowest::<SOUND>::new(0);
    let (names, seed, games) = (["one", "random"], 9, 101);
    let tally = arena::run(&template, &names, 0..games, seed, &Monitor::new()).unwrap();
    let mut expected = arena::Tally::new(2);
    let mut block = [0, 0];
    for game in 0..games {
        let (deal, play) = arena::seeds(seed, game, 2);
        let mut state = Lowest::<SOUND>::new(deal);
        let seat_bots = [0, 1].map(|seat| arena::bot_at(seat, game, 2));
        let mut seated = seat_bots.map(|index| Some(bot(names[index]).unwrap()));
        playout(&mut state, &mut seated, &mut Random::new(play)).unwrap();
        let mut scores = [0, 0];
        for (seat, &score) in state.scores().iter().enumerate() {
            scores[seat_bots[seat]] = score;
            block[seat_bots[seat]] += i128::from(score);
        }
        expected.count(&scores, false);
        if game % 2 == 1 {
            expected.count_block(&block);
            block = [0, 0];
        }
    }
    assert_eq!(tally, expected);
    assert_eq!((tally.games, tally.blocks), (101, 50));
    assert_eq!(tally.firsts.iter().sum::<u128>(), 101 * arena::FIRST_PLACE);

    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let single = alone.install(|| arena::run(&template, &names, 0..games, seed, &Monitor::new()));
    assert_eq!(single.unwrap(), tally);
}

#[test]
fn the_tallies_of_any_split_add_up_to_that_of_the_whole() {
    let template = Lowest::<SOUND>::new(0);
    let run = |games| arena::run(&template, &["one", "random"], games, 9, &Monitor::new()).unwrap();
    // An odd number of games: the last deal is played from one seat alone.
    let whole = run(0..13);
    // Every way to cut seven deals: a set bit is a cut behind that deal.
    for cuts in 0..1_u32 << 6 {
        let mut starts = vec![0];
        starts.extend((0..6).filter(|deal| cuts >> deal & 1 == 1).map(|deal| 2 * (deal + 1)));
        let ends = starts.iter().copied().skip(1).chain([13]);
        let mut tallies: Vec<_> =
            starts.iter().zip(ends).map(|(&start, end)| run(start..end)).collect();
        let none = || arena::Tally::new(2);
        assert_eq!(tallies.iter().fold(none(), arena::Tally::joined), whole);
        tallies.reverse();
        assert_eq!(tallies.iter().fold(none(), arena::Tally::joined), whole);
    }
}

#[test]
fn the_scores_of_all_games_are_those_of_the_tally_in_their_order() {
    let template = Lowest::<SOUND>::new(0);
    let names = ["one", "random"];
    let some = |games| scores(&template, &names, games, 9, &Monitor::new());
    let whole = some(0..100).unwrap();
    let mut expected = arena::Tally::new(2);
    for deal in whole.chunks_exact(4) {
        deal.chunks_exact(2).for_each(|game| expected.count(game, false));
        expected.count_block(&[0, 1].map(|bot| i128::from(deal[bot] + deal[bot + 2])));
    }
    let tally = arena::run(&template, &names, 0..100, 9, &Monitor::new()).unwrap();
    assert_eq!(expected, tally);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(pool.install(|| some(0..100)).unwrap(), whole);
    assert_eq!([some(0..32).unwrap(), some(32..100).unwrap()].concat(), whole);
    let divided = some(1..4).unwrap_err();
    assert_eq!(
        divided.to_string(),
        "start: expected a multiple of 2, the number of seats, found 1"
    );
}

#[test]
fn an_arena_stops_when_it_is_told_to() {
    let monitor = Monitor::new();
    monitor.stop();
    let template = Lowest::<SOUND>::new(0);
    let stopped = arena::run(&template, &["one", "one"], 0..10, 1, &monitor).unwrap_err();
    assert!(matches!(stopped, ArenaError::Stopped(_)));
    let few = arena::run(&template, &["one"], 0..10, 1, &Monitor::new()).unwrap_err();
    assert_eq!(few.to_string(), "expected 2 bots, one per seat, found 1");
    let run = |games| arena::run(&template, &["one", "one"], games, 1, &Monitor::new());
    let expected = "games: expected 0 to 1000000000000, found 18446744073709551615";
    assert_eq!(run(0..u64::MAX).unwrap_err().to_string(), expected);
    let expected = "start: expected a multiple of 2, the number of seats, found 3";
    assert_eq!(run(3..10).unwrap_err().to_string(), expected);
    assert_eq!(run(4..4).unwrap(), arena::Tally::new(2));
}

#[test]
fn a_game_is_played_on_for_so_many_moves() {
    let mut whole = Lowest::<SOUND>::new(9);
    let mut parts = whole.clone();
    let bots = || [Some(bot("random").unwrap()), Some(bot("random").unwrap())];
    let moves = playout(&mut whole, &mut bots(), &mut Random::new(1)).unwrap();
    let (mut seated, mut random, mut made) = (bots(), Random::new(1), 0);
    while play_on(&mut parts, &mut seated, &mut random, 1).unwrap() == 1 {
        made += 1;
    }
    assert_eq!((parts, made), (whole, moves));
}

#[test]
fn the_interval_of_a_mean_comes_from_whole_blocks() {
    // Block sums 2, 4, 6 of two games each: squared distances of 8 in all, and one is added.
    let mut tally = arena::Tally::new(2);
    for sum in [2, 4, 6] {
        tally.count(&[sum / 2, 0], false);
        tally.count(&[sum / 2, 0], false);
        tally.count_block(&[i128::from(sum), 0]);
    }
    let (mean, half) = tally.mean(0);
    assert_eq!(mean, 2.0);
    // 4.303 is what the tables of textbooks have for two degrees of freedom.
    assert!((half.unwrap() - 4.303 * (9_f64 / 2.0 / 3.0).sqrt() / 2.0).abs() < 1e-3);
}

#[test]
fn scores_too_large_to_square_have_a_mean_alone() {
    let mut tally = arena::Tally::new(2);
    for _ in 0..3 {
        tally.count(&[i64::MAX, 1], false);
        tally.count(&[i64::MAX, 1], false);
        tally.count_block(&[2 * i128::from(i64::MAX), 2]);
    }
    let tally = tally.clone().joined(&tally);
    assert_eq!(tally.mean(0), (i64::MAX as f64, None));
    // Six equal blocks prove little, but something.
    let (mean, half) = tally.mean(1);
    assert_eq!(mean, 1.0);
    assert!((half.unwrap() - 2.571 / 30_f64.sqrt() / 2.0).abs() < 1e-3);
}
