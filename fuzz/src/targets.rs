//! What is fed, and with what.

use cardcore::random::Random;

use crate::{games, parsers};

/// Something that reads text.
pub trait Target {
    /// Its name, also that of its corpus.
    fn name(&self) -> &'static str;

    /// Good input to make hostile input of, besides the corpus.
    fn examples(&self) -> &[String] {
        &[]
    }

    /// Read the text; tells whether it was accepted. Panics if a promise is broken.
    fn feed(&mut self, text: &str, random: &mut Random) -> bool;
}

/// Every target.
pub fn all() -> Vec<Box<dyn Target>> {
    parsers::all().into_iter().chain(games::all()).collect()
}

/// The corpus of a target: one input a line, in which `\n`, `\t`, `\u{…}` and the like stand for
/// what they do in Rust. A line that begins with `#` is a comment.
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
