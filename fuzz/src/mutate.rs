//! Hostile text made from valid text.

use cardcore::random::Random;

/// Characters that parsers stumble over: separators of all kinds, non-ASCII digits, letters whose
/// case has another length, combining marks, invisible characters.
const CHARACTERS: [char; 40] = [
    ' ',
    ',',
    '-',
    '+',
    '/',
    '.',
    '=',
    ':',
    '0',
    '1',
    '9',
    'T',
    'A',
    'x',
    's',
    'h',
    '\0',
    '\t',
    '\n',
    '\r',
    '\u{b}',
    '\u{1c}',
    '\u{1f}',
    '\u{85}',
    '\u{a0}',
    '\u{130}',
    'ß',
    'ſ',
    'K',
    '٣',
    '½',
    '♠',
    '♥',
    '\u{fe0f}',
    '\u{200b}',
    '\u{202e}',
    '\u{301}',
    '\u{feff}',
    '\u{10ffff}',
    '🂡',
];

/// Words that are numbers, nearly numbers, or too large.
const WORDS: [&str; 16] = [
    "0",
    "-1",
    "+1",
    "1e9",
    "NaN",
    "255",
    "256",
    "65536",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "0000000000000000000000000000001",
];

/// Far beyond what any parser expects, but fast to read.
const LONGEST: usize = 4096;

/// Mutate one of the examples.
pub fn mutate(corpus: &[String], examples: &[String], random: &mut Random) -> String {
    let mut text: Vec<char> = pick(corpus, examples, random).chars().collect();
    // One in eight stays unchanged: accepted input has guarantees to check, too.
    for _ in 0..random.below(8).min(5) {
        match random.below(8) {
            0 => delete(&mut text, random),
            1 => repeat(&mut text, random),
            2 => insert(&mut text, [character(random)], random),
            3 => replace(&mut text, random),
            4 => insert(&mut text, random.pick(&WORDS).into_iter().flat_map(|w| w.chars()), random),
            5 => insert(&mut text, pick(corpus, examples, random).chars(), random),
            6 => exchange(&mut text, random),
            _ => change_case(&mut text, random),
        }
    }
    text.truncate(LONGEST);
    text.into_iter().collect()
}

fn pick<'a>(corpus: &'a [String], examples: &'a [String], random: &mut Random) -> &'a str {
    let from = if random.below(2) == 0 || examples.is_empty() { corpus } else { examples };
    random.pick(from).map_or("", String::as_str)
}

fn character(random: &mut Random) -> char {
    let any = char::from_u32(random.below(0x11_0000)).unwrap_or(char::REPLACEMENT_CHARACTER);
    let known = random.pick(&CHARACTERS).copied().unwrap_or(any);
    if random.below(4) == 0 { any } else { known }
}

/// A position in the text, including its end.
fn place(text: &[char], random: &mut Random) -> usize {
    random.below(u32::try_from(text.len() + 1).unwrap_or(u32::MAX)) as usize
}

fn span(text: &[char], random: &mut Random) -> std::ops::Range<usize> {
    let (a, b) = (place(text, random), place(text, random));
    a.min(b)..a.max(b)
}

fn insert(text: &mut Vec<char>, what: impl IntoIterator<Item = char>, random: &mut Random) {
    let at = place(text, random);
    text.splice(at..at, what);
}

fn delete(text: &mut Vec<char>, random: &mut Random) {
    text.drain(span(text, random));
}

fn repeat(text: &mut Vec<char>, random: &mut Random) {
    let again = text.get(span(text, random)).unwrap_or_default().to_vec();
    let times = if random.below(64) == 0 { 200 } else { 1 };
    let many: Vec<char> = again.iter().copied().cycle().take(again.len() * times).collect();
    insert(text, many.into_iter().take(LONGEST), random);
}

fn replace(text: &mut [char], random: &mut Random) {
    let at = place(text, random);
    if let Some(found) = text.get_mut(at) {
        *found = character(random);
    }
}

fn exchange(text: &mut [char], random: &mut Random) {
    let span = span(text, random);
    if let Some([first, .., last]) = text.get_mut(span) {
        std::mem::swap(first, last);
    }
}

fn change_case(text: &mut Vec<char>, random: &mut Random) {
    let span = span(text, random);
    let part: String = text.get(span.clone()).unwrap_or_default().iter().collect();
    let changed = if random.below(2) == 0 { part.to_uppercase() } else { part.to_lowercase() };
    text.splice(span, changed.chars());
}
