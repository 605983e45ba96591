//! Conformance of encoders: observations and masks reveal no more than the view, and actions make
//! the moves they stand for.

use crate::game::Game;
use crate::game::encoding::{
    ActionSpace, Composed, Encoder, Features, encoder, out_of_bounds, total_size,
};

/// Check all actions, legal or not.
pub(super) fn check_numbering<G: Game>(state: &G) -> Result<(), String> {
    let Ok(encoder) = encoder(state) else { return Ok(()) };
    let view = state.view(state.to_move());
    for space in [ActionSpace::Factored, ActionSpace::Flat] {
        let actions = 0..encoder.action_count(space) as u32;
        let mut texts: Vec<String> =
            actions.clone().map(|action| encoder.action_text(space, action)).collect();
        texts.sort_unstable();
        if let Some(pair) = texts.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("several {space:?} actions are called '{}'", pair[0]));
        }
        for action in actions.filter(|_| space == ActionSpace::Flat) {
            let composed = encoder.compose(&view, space, &[], action);
            let Some(Composed::Complete(chosen)) = composed else { continue };
            let own = encoder.actions(&view, space, &chosen);
            if own != [action] {
                return Err(format!("{chosen:?}, made by flat action {action}, has {own:?}"));
            }
        }
    }
    Ok(())
}

/// Check the encoding of a view, and of another view in the same information set.
pub(super) fn check_encoding<G: Game>(
    encoder: &dyn Encoder<G>,
    view: &G::View<'_>,
    again: &G::View<'_>,
    moves: &[G::Move],
) -> Result<(), String> {
    let (sections, basic) = (Features::Full.sections(encoder), total_size(&encoder.sections()));
    let numbers = |view: &G::View<'_>, picked: &[u32]| {
        let mut numbers = vec![0.0; total_size(&sections)];
        Features::Full.observe(encoder, view, picked, basic, &mut numbers);
        numbers
    };
    let bits = |numbers: Vec<f32>| numbers.into_iter().map(f32::to_bits).collect::<Vec<_>>();
    let observe = |view: &G::View<'_>, picked: &[u32]| bits(numbers(view, picked));
    if !encoder.fits(view) || !encoder.fits(again) {
        return Err("the encoder does not fit its own game".to_owned());
    }
    if observe(view, &[]) != observe(again, &[]) {
        return Err("an observation tells more than the view".to_owned());
    }
    if let Some((name, number)) = out_of_bounds(&sections, &numbers(view, &[])) {
        return Err(format!("in an observation, '{name}' has {number}, which is out of bounds"));
    }
    for space in [ActionSpace::Factored, ActionSpace::Flat] {
        let mask = |view: &G::View<'_>, picked: &[u32]| {
            let mut mask = vec![0_u8; encoder.action_count(space)];
            encoder.mask(view, space, picked, &mut mask);
            mask
        };
        let first = mask(view, &[]);
        if first != mask(again, &[]) {
            return Err(format!("a {space:?} mask tells more than the view"));
        }
        let mut used = vec![0; first.len()];
        for (place, chosen) in moves.iter().enumerate() {
            let actions = encoder.actions(view, space, chosen);
            let Some((&last, picked)) = actions.split_last() else {
                return Err(format!("{chosen:?} has no {space:?} action"));
            };
            if space == ActionSpace::Flat && !picked.is_empty() {
                return Err(format!("{chosen:?} has several flat actions {actions:?}"));
            }
            for (count, &action) in actions.iter().enumerate() {
                let before = actions.get(..count).unwrap_or_default();
                let later;
                let allowed = if count == 0 {
                    &first
                } else {
                    later = mask(view, before);
                    &later
                };
                if allowed.get(action as usize) != Some(&1) {
                    return Err(format!("{space:?} action {count} of {actions:?} is not allowed"));
                }
                let composed = encoder.compose(view, space, before, action);
                let expected = if count == picked.len() {
                    Composed::Complete(chosen.clone())
                } else {
                    Composed::Partial
                };
                if composed.as_ref() != Some(&expected) {
                    return Err(format!("{chosen:?}: {space:?} {actions:?} make {composed:?}"));
                }
                // The seat knows its own picks; a few moves suffice to detect a leak.
                if place < 4 && count > 0 {
                    let same = observe(view, before) == observe(again, before)
                        && *allowed == mask(again, before);
                    if !same {
                        return Err(format!("picking {before:?} tells more than the view"));
                    }
                }
            }
            if let Some(slot) = actions.first().and_then(|&action| used.get_mut(action as usize)) {
                if space == ActionSpace::Flat && *slot == 1 {
                    return Err(format!("{chosen:?} shares its flat action {last}"));
                }
                *slot = 1;
            }
        }
        // Picks may come in any order, so each of a move's picks may be the first. For moves that
        // are sets of picks, the mask allows at least every one of them.
        let missed = used.iter().zip(&first).any(|(used, allowed)| used > allowed);
        if missed || space == ActionSpace::Flat && used != first {
            return Err(format!("the {space:?} mask is not that of the legal moves"));
        }
    }
    let sections = encoder.move_sections();
    let numbers = |view: &G::View<'_>, chosen: &G::Move| {
        let mut numbers = vec![0.0; total_size(&sections)];
        encoder.describe_move(view, chosen, &mut numbers);
        numbers
    };
    let row = |view: &G::View<'_>, chosen: &G::Move| bits(numbers(view, chosen));
    for chosen in moves {
        if let Some((name, number)) = out_of_bounds(&sections, &numbers(view, chosen)) {
            return Err(format!("{chosen:?}: '{name}' has {number}, which is out of bounds"));
        }
    }
    let mut rows: Vec<_> = moves.iter().map(|chosen| row(view, chosen)).collect();
    if rows.iter().zip(moves).take(4).any(|(listed, chosen)| *listed != row(again, chosen)) {
        return Err("the row of a move tells more than the view".to_owned());
    }
    rows.sort_unstable();
    if rows.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two moves have the same row".to_owned());
    }
    Ok(())
}

/// Check what a seat is told about the legal moves of a state: everything about its own, and no
/// more than their public texts about those of others.
pub(super) fn check_events<G: Game>(
    encoder: &dyn Encoder<G>,
    state: &G,
    moves: &[G::Move],
) -> Result<(), String> {
    let sections = encoder.event_sections();
    if sections.is_empty() {
        return Ok(());
    }
    let event = |chosen: &G::Move, own: bool| {
        let mut numbers = vec![0.0; total_size(&sections)];
        encoder.describe_event(chosen, own, &mut numbers);
        numbers
    };
    let bits = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    let mut own: Vec<_> = moves.iter().map(|chosen| bits(&event(chosen, true))).collect();
    let mut public: Vec<(String, Vec<u32>)> = Vec::with_capacity(moves.len());
    for chosen in moves {
        let told = event(chosen, false);
        for numbers in [&event(chosen, true), &told] {
            if let Some((name, number)) = out_of_bounds(&sections, numbers) {
                return Err(format!("{chosen:?}: '{name}' has {number} in a history"));
            }
        }
        public.push((state.public_text(chosen), bits(&told)));
    }
    own.sort_unstable();
    if own.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two moves of one's own are the same in a history".to_owned());
    }
    public.sort_unstable();
    let tells = |pair: &&[(String, Vec<u32>)]| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1;
    match public.windows(2).find(tells) {
        Some(pair) => Err(format!("a history tells more than '{}'", pair[0].0)),
        None => Ok(()),
    }
}
