//! The fuzz targets and their corpora.

use cardcore::random::Random;

use crate::{games, parsers};

/// A parser under test.
pub trait Target {
    /// Its name, and that of its corpus.
    fn name(&self) -> &'static str;

    /// Valid input to mutate, besides the corpus.
    fn examples(&self) -> &[String] {
        &[]
    }

    /// Parse the text; returns whether it was accepted. Panics if a guarantee is violated.
    fn feed(&mut self, text: &str, random: &mut Random) -> bool;
}

/// Every target.
pub fn all() -> Vec<Box<dyn Target>> {
    parsers::all().into_iter().chain(games::all()).collect()
}

/// The corpus of a target: one input per line, with the escapes of Rust such as `\n`, `\t` and
/// `\u{…}`. A line that begins with `#` is a comment.
pub fn corpus(name: &str) -> Vec<String> {
    let path = format!("{}/corpus/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    text.lines().filter(|line| !line.starts_with('#')).map(unescape).collect()
}

fn unescape(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let code = after.strip_prefix("u{").and_then(|code| code.split_once('}'));
        let code_point = code.and_then(|(digits, _)| u32::from_str_radix(digits, 16).ok());
        if let (Some(character), Some((_, after))) = (code_point.and_then(char::from_u32), code) {
            text.push(character);
            rest = after;
            continue;
        }
        let mut characters = after.chars();
        text.push(match characters.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('0') => '\0',
            Some(other) => other,
            None => '\\',
        });
        rest = characters.as_str();
    }
    text + rest
}
