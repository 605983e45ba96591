//! The part of JSON that the header of a safetensors file consists of: objects, lists, texts and
//! whole numbers. Strict: anything else is an error.

use std::fmt::Write as _;

/// A value of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Json {
    Object(Vec<(String, Json)>),
    List(Vec<Json>),
    Text(String),
    Number(u64),
}

/// How deep objects and lists may be nested; a header needs three levels.
const MAX_DEPTH: usize = 8;

/// Parse a whole document; the error is the byte where it cannot be read.
pub(super) fn parse(text: &str) -> Result<Json, usize> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(0)?;
    parser.skip_space();
    if parser.at == text.len() { Ok(value) } else { Err(parser.at) }
}

/// Write a text with its quotes.
pub(super) fn quote(text: &str, into: &mut String) {
    into.push('"');
    for character in text.chars() {
        match character {
            '"' => into.push_str("\\\""),
            '\\' => into.push_str("\\\\"),
            control if u32::from(control) < 0x20 => {
                // Writing to a string cannot fail.
                let _ = write!(into, "\\u{:04x}", u32::from(control));
            }
            other => into.push(other),
        }
    }
    into.push('"');
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// The next byte that is not a space must be this one.
    fn expect(&mut self, byte: u8) -> Result<(), usize> {
        self.skip_space();
        if self.peek() != Some(byte) {
            return Err(self.at);
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<Json, usize> {
        self.skip_space();
        if depth > MAX_DEPTH {
            return Err(self.at);
        }
        match self.peek() {
            Some(b'{') => {
                let pair = |parser: &mut Self| {
                    let name = parser.string()?;
                    parser.expect(b':')?;
                    Ok((name, parser.value(depth + 1)?))
                };
                self.items(b'}', pair).map(Json::Object)
            }
            Some(b'[') => self.items(b']', |parser| parser.value(depth + 1)).map(Json::List),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'0'..=b'9') => self.number().map(Json::Number),
            _ => Err(self.at),
        }
    }

    /// Items between brackets, separated by commas.
    fn items<T>(
        &mut self,
        end: u8,
        mut item: impl FnMut(&mut Self) -> Result<T, usize>,
    ) -> Result<Vec<T>, usize> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_space();
        if self.peek() == Some(end) {
            self.at += 1;
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == end => {
                    self.at += 1;
                    return Ok(items);
                }
                _ => return Err(self.at),
            }
        }
    }

    fn number(&mut self) -> Result<u64, usize> {
        let begin = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        let digits = self.text.get(begin..self.at).unwrap_or_default();
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(begin);
        }
        digits.parse().map_err(|_| begin)
    }

    fn string(&mut self) -> Result<String, usize> {
        self.expect(b'"')?;
        let mut read = String::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let Some(character) = rest.chars().next() else { return Err(self.at) };
            match character {
                '"' => {
                    self.at += 1;
                    return Ok(read);
                }
                '\\' => read.push(self.escaped()?),
                control if u32::from(control) < 0x20 => return Err(self.at),
                other => {
                    read.push(other);
                    self.at += other.len_utf8();
                }
            }
        }
    }

    /// A character after a backslash.
    fn escaped(&mut self) -> Result<char, usize> {
        let begin = self.at;
        self.at += 2;
        Ok(match self.text.as_bytes().get(begin + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.hexadecimal(begin)?;
                let mut code = u32::from(first);
                let is_pair = (0xd800..0xdc00).contains(&first);
                if is_pair && self.text.get(self.at..self.at + 2) == Some("\\u") {
                    self.at += 2;
                    let second = u32::from(self.hexadecimal(begin)?);
                    let low = second.checked_sub(0xdc00).filter(|low| *low < 0x400);
                    code = 0x10000 + ((code - 0xd800) << 10) + low.ok_or(begin)?;
                }
                char::from_u32(code).ok_or(begin)?
            }
            _ => return Err(begin),
        })
    }

    /// Four hexadecimal digits.
    fn hexadecimal(&mut self, begin: usize) -> Result<u16, usize> {
        let digits = self.text.get(self.at..self.at + 4).ok_or(begin)?;
        self.at += 4;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(begin);
        }
        u16::from_str_radix(digits, 16).map_err(|_| begin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_as_written() {
        for text in ["", "plain", "\"\\/", "\n\t\u{1}", "é ♠ 🂡"] {
            let mut written = String::new();
            quote(text, &mut written);
            assert_eq!(parse(&written), Ok(Json::Text(text.to_owned())), "{written}");
        }
        assert_eq!(parse(r#""\ud83c\udca1\u2660""#), Ok(Json::Text("🂡♠".to_owned())));
    }

    #[test]
    fn values_nest() {
        let expected = Json::Object(vec![
            ("a".to_owned(), Json::List(vec![Json::Number(0), Json::Number(12)])),
            ("b".to_owned(), Json::Object(Vec::new())),
        ]);
        assert_eq!(parse(" { \"a\" : [0, 12] ,\n\"b\":{} } "), Ok(expected));
    }

    #[test]
    fn anything_else_is_refused_where_it_is() {
        for (text, at) in [
            ("", 0),
            ("{", 1),
            ("{\"a\"}", 4),
            ("{\"a\":1,}", 7),
            ("[1 2]", 3),
            ("01", 0),
            ("-1", 0),
            ("1.5", 1),
            ("99999999999999999999", 0),
            ("null", 0),
            ("\"a", 2),
            ("\"\\x\"", 1),
            ("\"\\ud800\"", 1),
            ("\"\\ud800\\u0041\"", 1),
            ("\"\\u00\"", 1),
            ("\"\\u+123\"", 1),
            ("\"\\", 1),
            ("{} {}", 3),
        ] {
            assert_eq!(parse(text), Err(at), "{text}");
        }
        assert!(parse(&"[".repeat(10_000)).is_err());
    }
}
