//! A conformance kit that every game must pass: it checks the contract of [`crate::game`] on random
//! play.

mod encoding;
mod memory;

use self::encoding::{check_encoding, check_events, check_numbering};
pub use self::memory::check_bot;
use self::memory::{LastingBot, check_choice};
use crate::game::encoding::encoder;
use crate::game::{Bot as _, BotEntry, BotSpec, Facts, Game, Part, Seat, View};
use crate::random::Random;
use crate::search::{Budget, RandomRollouts, SearchBot};

/// Play `games` random games from `new(seed)` and check at every step that
///
/// - there are legal moves exactly while the game is not over, without duplicates;
/// - the texts of the legal moves are distinct and parse back to the same moves;
/// - a view lists the legal moves to the seat to move and none to the others, and has every fact
///   that it names;
/// - a state sampled from a view has the same view, and sampling or choosing from it again with the
///   same seed gives the same result: neither has looked past the view;
/// - in a perfect-information game, that state is the true one;
/// - a history resampled from a view starts with what the viewer saw at the start of the hand,
///   round or deal, can be replayed, and leads to the same view; it too depends on the view alone;
/// - simultaneous deciders cannot observe each other's choices, nor do these choices change what
///   the others may do;
/// - observations and allowed actions are the same in the sampled state, and every legal move is
///   made by the actions given for it;
/// - no two actions have the same text, and every flat action is that of the move it makes;
/// - a move's public text reveals no more than the views: if two moves, in states in the same
///   information set of a viewer, lead to states in the same information set, the viewer is told
///   the same;
/// - the game can be recreated from its start;
/// - every bot chooses a legal move, and so does a search that only knows the contract;
/// - a bot chooses the same whatever it was asked or told before, in this match and in others, and
///   whether it has been there from the start or not ([`check_bot`]);
/// - what a view shows of the past of a match is as long as the match, ends with how the last part
///   ended, and does not change;
/// - an illegal move is rejected and changes nothing;
/// - random play from a sampled state always ends;
/// - game length and final scores stay within the game's bounds.
///
/// A spectator is one more viewer.
///
/// ```
/// use cardcore::games::toy_poker::{Leduc, ToyPoker};
/// use cardcore::play::conformance;
///
/// assert_eq!(conformance::check(ToyPoker::<Leduc>::new, 20), Ok(()));
/// ```
///
/// # Errors
///
/// The violated guarantee, with the seed and the moves that led to it.
pub fn check<G: Game>(new: impl Fn(u64) -> G, games: u64) -> Result<(), String> {
    let mut bots = Vec::new();
    for entry in G::bots() {
        bots.push(LastingBot::of(quick_spec(entry)?));
    }
    for seed in 0..games {
        let mut random = Random::stream(seed, 1);
        let mut state = new(seed);
        if state.new_game(seed).start() != state.start() {
            return Err(format!("seed {seed}: a new game has another start"));
        }
        let mut history: Vec<String> = Vec::new();
        let mut foreign: Vec<G::Move> = Vec::new();
        let mut part_start = PartStart::of(&state);
        bots.iter_mut().for_each(|bot| bot.start(&state));
        loop {
            part_start.follow(&state);
            let moves = check_state(&state, (&part_start, &mut bots), &mut foreign, &mut random)
                .map_err(|violation| format!("seed {seed}, after {history:?}: {violation}"))?;
            let Some(chosen) = random.pick(&moves) else { break };
            history.push(state.move_text(chosen));
            foreign.extend(moves.iter().filter(|other| *other != chosen).take(2).cloned());
            state
                .play(chosen)
                .map_err(|reason| format!("seed {seed}, {history:?} was rejected: {reason}"))?;
            check_past(&part_start, &state)
                .map_err(|violation| format!("seed {seed}, after {history:?}: {violation}"))?;
            bots.iter_mut().for_each(|bot| bot.follow(&state));
        }
        check_bounds(&state, history.len())
            .map_err(|violation| format!("seed {seed}, after {history:?}: {violation}"))?;
    }
    check_numbering(&new(0))
}

/// Check one state; returns its legal moves. `foreign` has moves of earlier states: those that are
/// not legal here must be rejected.
fn check_state<G: Game>(
    state: &G,
    (part_start, bots): (&PartStart, &mut [LastingBot<'_, G>]),
    foreign: &mut Vec<G::Move>,
    random: &mut Random,
) -> Result<Vec<G::Move>, String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    if state.to_move().is_none() != moves.is_empty() {
        return Err(format!("{:?} to move with {} legal moves", state.to_move(), moves.len()));
    }
    if state.scores().len() != state.seats() {
        return Err(format!("{} scores for {} seats", state.scores().len(), state.seats()));
    }
    let mut texts: Vec<String> = moves.iter().map(|chosen| state.move_text(chosen)).collect();
    for (chosen, text) in moves.iter().zip(&texts) {
        if state.parse_move(text).as_ref() != Ok(chosen) {
            return Err(format!("'{text}' reads as {:?}", state.parse_move(text)));
        }
    }
    texts.sort_unstable();
    if texts.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(format!("a move is listed twice: {texts:?}"));
    }
    check_illegal_moves(state, &moves, foreign)?;
    check_deciders(state, &moves, random)?;
    for viewer in viewers(state) {
        let sampled = check_view(state, viewer, (&moves, bots), random)?;
        if !G::OPEN {
            check_history(state, &sampled, viewer, part_start, random)?;
            check_public_text(state, &sampled, viewer, random)?;
        } else if sampled != *state {
            return Err(format!("the game is open, but {} is not shown all", name(viewer)));
        }
    }
    Ok(moves)
}

/// All viewers of a game: the seats and a spectator.
fn viewers<G: Game>(state: &G) -> impl Iterator<Item = Option<Seat>> + use<G> {
    (0..state.seats()).map(Some).chain([None])
}

/// What every viewer saw at the start of the current hand, round or deal.
struct PartStart {
    part: Option<Part>,
    facts: Vec<Facts>,
    /// What was past by then.
    past: Vec<Vec<Facts>>,
}

impl PartStart {
    fn of<G: Game>(state: &G) -> Self {
        let facts = viewers(state).map(|viewer| state.view(viewer).facts()).collect();
        let past = viewers(state).map(|viewer| past(&state.view(viewer))).collect();
        Self { part: state.view(None).part(), facts, past }
    }

    /// Take a new snapshot if another part has started.
    fn follow<G: Game>(&mut self, state: &G) {
        if state.view(None).part() != self.part {
            *self = Self::of(state);
        }
    }
}

/// What a view shows of the parts that are over.
fn past<V: View>(view: &V) -> Vec<Facts> {
    (0..view.past_count()).filter_map(|index| view.past_part(index)).collect()
}

/// Check the past after a move: it grows by the part that the move has ended, if any.
fn check_past<G: Game>(before: &PartStart, state: &G) -> Result<(), String> {
    for (viewer, earlier) in viewers(state).zip(&before.past) {
        let (view, who) = (state.view(viewer), name(viewer));
        let now = past(&view);
        if now.len() != view.past_count() || view.past_part(now.len()).is_some() {
            return Err(format!("the past of {who} does not have {} parts", view.past_count()));
        }
        if !now.starts_with(earlier) {
            return Err(format!("the past of {who} was {earlier:?} and is now {now:?}"));
        }
        let has_ended = view.part() != before.part || state.to_move().is_none();
        let expected = earlier.len() + usize::from(has_ended && view.part().is_some());
        // The only part may be left out: nobody decides anything after it.
        let is_only = view.part().is_some_and(|part| part.of == Some(1));
        if now.len() != expected && !is_only {
            return Err(format!("the past of {who} has {} parts instead of {expected}", now.len()));
        }
        let (Some(part), Some(last)) = (now.last(), view.last()) else { continue };
        if let Some((fact, _)) = last.iter().find(|fact| !part.contains(fact)) {
            return Err(format!("the past of {who} has another '{fact}' than its last part had"));
        }
        if part.iter().all(|&(fact, _)| fact != "moves") {
            return Err(format!("the past of {who} has no 'moves'"));
        }
    }
    Ok(())
}

/// Check histories resampled from a view of an unfinished game, and from that of another state in
/// the same information set.
fn check_history<G: Game>(
    state: &G,
    sampled: &G,
    viewer: Option<Seat>,
    part_start: &PartStart,
    random: &mut Random,
) -> Result<(), String> {
    if state.to_move().is_none() {
        return Ok(());
    }
    let (view, who, seed) = (state.view(viewer), name(viewer), random.word());
    let history = G::resample(&view, &mut Random::new(seed));
    let saw = part_start.facts.get(viewer.unwrap_or(state.seats()));
    let begins = history.start.view(viewer).facts();
    if Some(&begins) != saw {
        return Err(format!("a resampled history begins with {begins:?} for {who}, not {saw:?}"));
    }
    let replayed = history
        .replay()
        .map_err(|reason| format!("a history resampled for {who} is rejected: {reason}"))?;
    let again = replayed.view(viewer);
    if again.facts() != view.facts() || again.to_move() != view.to_move() {
        let (left, right) = (again.facts(), view.facts());
        return Err(format!("{who} sees {left:?} after a history resampled from {right:?}"));
    }
    if G::resample(&sampled.view(viewer), &mut Random::new(seed)) != history {
        return Err(format!("a history resampled for {who} depends on more than its view"));
    }
    Ok(())
}

/// Check that simultaneous deciders cannot observe each other: whatever the seat to move chooses,
/// the next one sees the same and has the same moves.
fn check_deciders<G: Game>(
    state: &G,
    moves: &[G::Move],
    random: &mut Random,
) -> Result<(), String> {
    let deciders = state.deciders();
    if deciders.first().copied() != state.to_move() {
        return Err(format!("{deciders:?} decide, but {:?} is to move", state.to_move()));
    }
    let Some((&mover, others)) = deciders.split_first() else { return Ok(()) };
    if others.is_empty() {
        return Ok(());
    }
    let mut chances = Vec::new();
    for chosen in [random.pick(moves), random.pick(moves)].into_iter().flatten() {
        let mut next = state.clone();
        next.play(chosen).map_err(|reason| format!("a listed move was rejected: {reason}"))?;
        if next.deciders() != others {
            let found = next.deciders();
            return Err(format!("after seat {mover}, {found:?} decide instead of {others:?}"));
        }
        for &seat in others {
            if next.view(seat).facts() != state.view(seat).facts() {
                return Err(format!("seat {seat} observes the choice of seat {mover}"));
            }
        }
        let mut listed = Vec::new();
        next.legal_moves(&mut listed);
        chances.push(listed);
    }
    match chances.as_slice() {
        [first, second] if first != second => {
            Err(format!("the next seat's moves depend on the choice of seat {mover}"))
        }
        _ => Ok(()),
    }
}

/// Check the length and the scores of a finished game.
fn check_bounds<G: Game>(state: &G, moves: usize) -> Result<(), String> {
    let (bounds, scores) = (state.bounds(), state.scores());
    let outside = |what: String| Err(format!("{what}, outside of {bounds:?}"));
    if !bounds.seats.contains(&state.seats()) {
        return outside(format!("{} seats", state.seats()));
    }
    if bounds.moves.is_some_and(|most| moves as u64 > most) {
        return outside(format!("{moves} moves"));
    }
    let range = bounds.score.as_ref();
    if range.is_some_and(|range| scores.iter().any(|score| !range.contains(score))) {
        return outside(format!("scores {scores:?}"));
    }
    let margin =
        scores.iter().max().zip(scores.iter().min()).map_or(0, |(most, least)| most - least);
    if bounds.margin.is_some_and(|most| margin > most) {
        return outside(format!("a margin of {margin}"));
    }
    let total = scores.iter().sum::<i64>();
    if bounds.total.is_some_and(|expected| total != expected) {
        return outside(format!("a total of {total}"));
    }
    Ok(())
}

fn check_illegal_moves<G: Game>(
    state: &G,
    moves: &[G::Move],
    foreign: &mut Vec<G::Move>,
) -> Result<(), String> {
    let excess = foreign.len().saturating_sub(16);
    foreign.drain(..excess);
    for other in foreign.iter().filter(|other| !moves.contains(other)) {
        let mut touched = state.clone();
        if touched.play(other).is_ok() {
            if !state.is_listed(other) {
                continue;
            }
            return Err(format!("'{}' is not listed but accepted", state.move_text(other)));
        }
        if touched != *state {
            return Err(format!("the rejected '{}' changed the state", state.move_text(other)));
        }
    }
    Ok(())
}

/// Check a view; returns a state sampled from it.
fn check_view<G: Game>(
    state: &G,
    viewer: Option<Seat>,
    (moves, bots): (&[G::Move], &mut [LastingBot<'_, G>]),
    random: &mut Random,
) -> Result<G, String> {
    let view = state.view(viewer);
    let who = name(viewer);
    if view.seat() != viewer {
        return Err(format!("the view of {who} is that of {}", name(view.seat())));
    }
    if let Some(missing) = G::View::FACTS.iter().find(|fact| view.fact(fact).is_none()) {
        return Err(format!("the view of {who} has no '{missing}'"));
    }
    let mut listed = Vec::new();
    view.legal_moves(&mut listed);
    let mine = viewer.is_some() && state.to_move() == viewer;
    if listed != if mine { moves } else { &[] } {
        return Err(format!("the view of {who} lists {listed:?}"));
    }
    let seed = random.word();
    let sampled = G::sample(&view, &mut Random::new(seed));
    let again = sampled.view(viewer);
    if again.facts() != view.facts() || again.to_move() != view.to_move() {
        let (left, right) = (again.facts(), view.facts());
        return Err(format!("{who} sees {left:?} in a state sampled from {right:?}"));
    }
    if past(&again) != past(&view) {
        let (left, right) = (past(&again), past(&view));
        return Err(format!("the past of {who} is {left:?} in a state sampled from {right:?}"));
    }
    let mut relisted = Vec::new();
    again.legal_moves(&mut relisted);
    if relisted != listed {
        return Err(format!("{who} may play {relisted:?} in a sampled state"));
    }
    if G::sample(&again, &mut Random::new(seed)) != sampled {
        return Err(format!("a sample for {who} depends on more than its view"));
    }
    if let (Some(_), Ok(encoder)) = (viewer, encoder(state)) {
        check_encoding(encoder.as_ref(), &view, &again, &listed)
            .map_err(|violation| format!("in numbers, {who}: {violation}"))?;
        check_events(encoder.as_ref(), state, &listed)
            .map_err(|violation| format!("in numbers, {who}: {violation}"))?;
    }
    if let Some(seat) = viewer.filter(|_| mine) {
        for bot in bots {
            bot.check((state, &sampled), seat, moves, seed)?;
        }
        // Any game can be searched through its contract alone. Only now and then: each of hundreds
        // of moves is rolled out.
        let searches = random.below(8) == 0;
        let choose = |view: &G::View<'_>| {
            let mut searcher = SearchBot::<G, RandomRollouts>::new(
                RandomRollouts { max_moves: 8 },
                Budget::of_worlds(2),
            );
            searcher.choose(view, &mut Random::new(seed))
        };
        if searches {
            let chosen = choose(&view);
            check_choice("search", chosen.as_ref(), moves)?;
            if choose(&again) != chosen {
                return Err("bot search knows more than its view".to_owned());
            }
        }
    }
    let mut ending = sampled.clone();
    match super::random_playout(&mut ending, random) {
        Ok(_) if ending.to_move().is_none() => Ok(sampled.clone()),
        outcome => Err(format!("play from a sampled state stopped with {outcome:?}")),
    }
}

/// A bot, with the fewest worlds if it searches: what it may know does not depend on their number.
fn quick_spec<G: Game>(entry: &BotEntry<G>) -> Result<BotSpec<G>, String> {
    let searches = (entry.make)().parameters().contains(&Budget::WORLDS);
    let name = format!("{}{}", entry.name, if searches { ":worlds=2" } else { "" });
    BotSpec::parse(&name).map_err(|error| error.to_string())
}

/// Check what a viewer is told about others' moves, in a state and in another state of the same
/// information set.
fn check_public_text<G: Game>(
    state: &G,
    sampled: &G,
    viewer: Option<Seat>,
    random: &mut Random,
) -> Result<(), String> {
    if state.to_move().is_none() || state.to_move() == viewer {
        return Ok(());
    }
    let mut noticed = observe_moves(state, viewer, random);
    noticed.extend(observe_moves(sampled, viewer, random));
    for (place, (seen, told)) in noticed.iter().enumerate() {
        if let Some((_, other)) =
            noticed[place + 1..].iter().find(|(other, text)| other == seen && text != told)
        {
            let who = name(viewer);
            return Err(format!("{who} sees no difference but is told '{told}' or '{other}'"));
        }
    }
    Ok(())
}

/// What a viewer sees and is told after some moves. Moves that end a part of the game are left out:
/// the view may forget them, although everybody saw them.
fn observe_moves<G: Game>(
    state: &G,
    viewer: Option<Seat>,
    random: &mut Random,
) -> Vec<(Facts, String)> {
    /// Enough moves that two of them nearly always look the same to the viewer.
    const MOVES: usize = 8;

    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    random.shuffle(&mut moves);
    let part = state.view(viewer).part();
    let mut noticed = Vec::new();
    for chosen in moves.iter().take(MOVES) {
        let mut next = state.clone();
        let continues = next.play(chosen).is_ok() && next.to_move().is_some();
        let view = next.view(viewer);
        if continues && view.part() == part {
            noticed.push((view.facts(), state.public_text(chosen)));
        }
    }
    noticed
}

fn name(viewer: Option<Seat>) -> String {
    viewer.map_or_else(|| "a spectator".to_owned(), |seat| format!("seat {seat}"))
}
