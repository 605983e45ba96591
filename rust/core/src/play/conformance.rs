//! One kit that every game must pass: it checks the promises of [`crate::game`] on random play.

mod encoding;

use std::fmt;

use self::encoding::{check_encoding, check_numbering};
use crate::game::encoding::encoder;
use crate::game::{Bot as _, BotEntry, BotSpec, Facts, Game, Part, Seat, View};
use crate::random::Random;
use crate::search::{Budget, Plain, SearchBot};

/// Play `games` random games from `new(seed)` and check at every step that
///
/// - there is a legal move exactly while the game is not over, and none is listed twice;
/// - the texts of the legal moves are distinct and read back as the same moves;
/// - a view lists the legal moves to the seat to move and none to the others, and has every fact
///   that it names;
/// - a state sampled from a view shows that same view, and sampling or choosing from it again
///   with the same seed gives the same: so neither has looked past the view;
/// - where everything is open, that state is the true one;
/// - a history resampled from a view begins with what the viewer saw when the hand, round or deal
///   began, can be replayed, and then shows the same view; it too depends on the view alone;
/// - seats that decide at the same time are not shown what another of them chooses, nor does it
///   change what they may do;
/// - the numbers that an encoder makes of a view, and the actions that it allows, are the same in
///   that state, and every legal move is made by the actions that it gives for it;
/// - no two actions have the same name, and of all flat actions each is that of the move it makes;
/// - what is heard of a move tells nobody more than they see: if two moves, in states that a
///   viewer cannot tell apart, lead to states that it cannot tell apart, it hears the same;
/// - the game can be made again from the same start;
/// - every bot chooses a legal move, and so does a search that knows the contract alone;
/// - a move that is not legal is refused and changes nothing;
/// - random play from a sampled state always ends;
/// - no game is longer, and no final score outside of what the game's bounds say.
///
/// A bystander is one more viewer.
///
/// # Errors
///
/// What was broken, with the seed and the moves that led to it.
pub fn check<G: Game>(new: impl Fn(u64) -> G, games: u64) -> Result<(), String> {
    for seed in 0..games {
        let mut random = Random::stream(seed, 1);
        let mut state = new(seed);
        if state.new_game(seed).start() != state.start() {
            return Err(format!("seed {seed}: a new game has another start"));
        }
        let mut history: Vec<String> = Vec::new();
        let mut foreign: Vec<G::Move> = Vec::new();
        let mut beginning = Beginning::of(&state);
        loop {
            beginning.follow(&state);
            let moves = check_state(&state, &beginning, &mut foreign, &mut random)
                .map_err(|broken| format!("seed {seed}, after {history:?}: {broken}"))?;
            let Some(chosen) = random.pick(&moves) else { break };
            history.push(state.move_text(chosen));
            foreign.extend(moves.iter().filter(|other| *other != chosen).take(2).cloned());
            state
                .play(chosen)
                .map_err(|refusal| format!("seed {seed}, {history:?} was refused: {refusal}"))?;
        }
        check_bounds(&state, history.len())
            .map_err(|broken| format!("seed {seed}, after {history:?}: {broken}"))?;
    }
    check_numbering(&new(0))
}

/// Check one state; gives its legal moves. `foreign` holds moves of earlier states: those that
/// are not legal here must be refused.
fn check_state<G: Game>(
    state: &G,
    beginning: &Beginning,
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
    check_refusals(state, &moves, foreign)?;
    check_deciders(state, &moves, random)?;
    for viewer in viewers(state) {
        let sampled = check_view(state, viewer, &moves, random)?;
        if !G::OPEN {
            check_history(state, &sampled, viewer, beginning, random)?;
            check_hearing(state, &sampled, viewer, random)?;
        } else if sampled != *state {
            return Err(format!("the game is open, but {} is not shown all", name(viewer)));
        }
    }
    Ok(moves)
}

/// Everybody who looks at a game: the seats and a bystander.
fn viewers<G: Game>(state: &G) -> impl Iterator<Item = Option<Seat>> + use<G> {
    (0..state.seats()).map(Some).chain([None])
}

/// What everybody saw when the hand, round or deal under way began.
struct Beginning {
    part: Option<Part>,
    facts: Vec<Facts>,
}

impl Beginning {
    fn of<G: Game>(state: &G) -> Self {
        let facts = viewers(state).map(|viewer| state.view(viewer).facts()).collect();
        Self { part: state.view(None).part(), facts }
    }

    /// Look again if another part has begun.
    fn follow<G: Game>(&mut self, state: &G) {
        if state.view(None).part() != self.part {
            *self = Self::of(state);
        }
    }
}

/// Check a history resampled from a view of a game that is not over, and from that of another state
/// which the viewer cannot tell from it.
fn check_history<G: Game>(
    state: &G,
    sampled: &G,
    viewer: Option<Seat>,
    beginning: &Beginning,
    random: &mut Random,
) -> Result<(), String> {
    if state.to_move().is_none() {
        return Ok(());
    }
    let (view, who, seed) = (state.view(viewer), name(viewer), random.word());
    let history = G::resample(&view, &mut Random::new(seed));
    let saw = beginning.facts.get(viewer.unwrap_or(state.seats()));
    let begins = history.start.view(viewer).facts();
    if Some(&begins) != saw {
        return Err(format!("a resampled history begins with {begins:?} for {who}, not {saw:?}"));
    }
    let replayed = history
        .replay()
        .map_err(|refusal| format!("a history resampled for {who} is refused: {refusal}"))?;
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

/// Check that those who decide at the same time cannot observe each other: whatever the seat to move
/// chooses, the next of them is shown the same and may do the same.
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
        next.play(chosen).map_err(|refusal| format!("a listed move was refused: {refusal}"))?;
        if next.deciders() != others {
            let found = next.deciders();
            return Err(format!("after seat {mover}, {found:?} decide instead of {others:?}"));
        }
        for &seat in others {
            if next.view(seat).facts() != state.view(seat).facts() {
                return Err(format!("seat {seat} observes what seat {mover} chooses"));
            }
        }
        let mut listed = Vec::new();
        next.legal_moves(&mut listed);
        chances.push(listed);
    }
    match chances.as_slice() {
        [first, second] if first != second => {
            Err(format!("what the next may do depends on what seat {mover} chooses"))
        }
        _ => Ok(()),
    }
}

/// Check the length and the scores of a game that is over.
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

fn check_refusals<G: Game>(
    state: &G,
    moves: &[G::Move],
    foreign: &mut Vec<G::Move>,
) -> Result<(), String> {
    let excess = foreign.len().saturating_sub(16);
    foreign.drain(..excess);
    for other in foreign.iter().filter(|other| !moves.contains(other)) {
        let mut touched = state.clone();
        if touched.play(other).is_ok() {
            return Err(format!("'{}' is not listed but accepted", state.move_text(other)));
        }
        if touched != *state {
            return Err(format!("the refused '{}' changed the state", state.move_text(other)));
        }
    }
    Ok(())
}

/// Check a view; gives a state sampled from it.
fn check_view<G: Game>(
    state: &G,
    viewer: Option<Seat>,
    moves: &[G::Move],
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
            .map_err(|broken| format!("in numbers, {who}: {broken}"))?;
    }
    if mine {
        for entry in G::bots() {
            let spec = quick_spec::<G>(entry)?;
            let choose = |view: &G::View<'_>| spec.make().choose(view, &mut Random::new(seed));
            check_choice(spec.name(), choose(&view), choose(&again), moves)?;
        }
        // Any game can be searched, knowing nothing but its contract. Now and then will do: where there
        // are hundreds of moves, each is tried.
        let searches = random.below(8) == 0;
        let choose = |view: &G::View<'_>| {
            let mut searcher =
                SearchBot::<G, Plain>::new(Plain { longest: 8 }, Budget::of_worlds(2));
            searcher.choose(view, &mut Random::new(seed))
        };
        if searches {
            check_choice("search", choose(&view), choose(&again), moves)?;
        }
    }
    let mut ending = sampled.clone();
    match super::random_playout(&mut ending, random) {
        Ok(_) if ending.to_move().is_none() => Ok(sampled.clone()),
        outcome => Err(format!("play from a sampled state stopped with {outcome:?}")),
    }
}

/// A bot, with as few worlds as it takes if it searches: what it may know does not depend on how
/// many there are.
fn quick_spec<G: Game>(entry: &BotEntry<G>) -> Result<BotSpec<G>, String> {
    let searches = (entry.make)().parameters().contains(&Budget::WORLDS);
    let name = format!("{}{}", entry.name, if searches { ":worlds=2" } else { "" });
    BotSpec::parse(&name).map_err(|error| error.to_string())
}

/// Check what a bot chose in a state, and in another that it cannot tell from it.
fn check_choice<M: PartialEq + fmt::Debug>(
    name: &str,
    chosen: Option<M>,
    again: Option<M>,
    moves: &[M],
) -> Result<(), String> {
    if !chosen.as_ref().is_some_and(|chosen| moves.contains(chosen)) {
        return Err(format!("bot {name} chose {chosen:?} of {moves:?}"));
    }
    if again != chosen {
        return Err(format!("bot {name} knows more than its view"));
    }
    Ok(())
}

/// Check what a viewer hears of moves by others, in a state and in another that it cannot tell
/// from it.
fn check_hearing<G: Game>(
    state: &G,
    sampled: &G,
    viewer: Option<Seat>,
    random: &mut Random,
) -> Result<(), String> {
    if state.to_move().is_none() || state.to_move() == viewer {
        return Ok(());
    }
    let mut noticed = notice(state, viewer, random);
    noticed.extend(notice(sampled, viewer, random));
    for (place, (seen, heard)) in noticed.iter().enumerate() {
        if let Some((_, other)) =
            noticed[place + 1..].iter().find(|(other, text)| other == seen && text != heard)
        {
            let who = name(viewer);
            return Err(format!("{who} sees no difference but hears '{heard}' or '{other}'"));
        }
    }
    Ok(())
}

/// What a viewer sees and hears of some moves. A move that ends a part of the game is left out:
/// what it was may be forgotten with the part, though everybody has seen it.
fn notice<G: Game>(state: &G, viewer: Option<Seat>, random: &mut Random) -> Vec<(Facts, String)> {
    /// So many moves: among them are nearly always two that the viewer may not tell apart.
    const MOVES: usize = 8;

    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    random.shuffle(&mut moves);
    let part = state.view(viewer).part();
    let mut noticed = Vec::new();
    for chosen in moves.iter().take(MOVES) {
        let mut next = state.clone();
        let goes_on = next.play(chosen).is_ok() && next.to_move().is_some();
        let view = next.view(viewer);
        if goes_on && view.part() == part {
            noticed.push((view.facts(), state.public_text(chosen)));
        }
    }
    noticed
}

fn name(viewer: Option<Seat>) -> String {
    viewer.map_or_else(|| "a bystander".to_owned(), |seat| format!("seat {seat}"))
}
