//! Parameters in a bot specification: `search:worlds=200`, `search:10ms`.
//!
//! This is the only place that parses them. Parameters are separated by colons because commas
//! separate bots on the command line. A time needs no name.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

/// A parameter of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name users type.
    pub name: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// The accepted values.
    pub expected: Expected,
    /// The default, as users would type it; `None` if there is none.
    pub default: Option<&'static str>,
}

/// The values a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// An integer in a range.
    Number {
        /// The minimum.
        minimum: u32,
        /// The maximum.
        maximum: u32,
    },
    /// A number from 0 on, with up to three decimals.
    Decimal {
        /// The maximum.
        maximum: u32,
    },
    /// A duration of up to an hour.
    Time,
    /// One of a list of words.
    Word(&'static [&'static str]),
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// An integer.
    Number(u32),
    /// A decimal, in thousandths.
    Thousandths(u32),
    /// A duration.
    Time(Duration),
    /// A word.
    Word(&'static str),
}

/// The longest accepted duration.
const MAX_TIME: Duration = Duration::from_secs(3600);

impl Expected {
    fn read(self, text: &str) -> Option<Setting> {
        match self {
            Self::Number { minimum, maximum } => {
                let number = whole_number(text)?;
                (minimum..=maximum).contains(&number).then_some(Setting::Number(number))
            }
            Self::Decimal { maximum } => {
                let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
                let is_written = !whole.is_empty() && (1..=3).contains(&decimals.len());
                let decimals = is_written.then(|| whole_number(&format!("{decimals:0<3}")))??;
                let thousandths = whole_number(whole)?.checked_mul(1000)?.checked_add(decimals)?;
                (thousandths <= maximum * 1000).then_some(Setting::Thousandths(thousandths))
            }
            Self::Time => {
                let end = text.find(|character: char| !character.is_ascii_digit())?;
                let (number, unit) = text.split_at(end);
                let number = u64::from(whole_number(number)?);
                let time = match unit {
                    "us" => Duration::from_micros(number),
                    "ms" => Duration::from_millis(number),
                    "s" => Duration::from_secs(number),
                    _ => return None,
                };
                (!time.is_zero() && time <= MAX_TIME).then_some(Setting::Time(time))
            }
            Self::Word(words) => {
                words.iter().find(|&&word| word == text).copied().map(Setting::Word)
            }
        }
    }
}

/// A number written with digits only.
fn whole_number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Expected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { minimum, maximum } => write!(formatter, "{minimum} to {maximum}"),
            Self::Decimal { maximum } => {
                write!(formatter, "0 to {maximum}, with up to three decimals")
            }
            Self::Time => formatter.write_str("a time such as 500us, 10ms or 2s, up to an hour"),
            Self::Word(words) => write!(formatter, "one of {}", words.join(", ")),
        }
    }
}

/// Why the parameters of a bot are invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// The bot takes no parameters.
    #[error("it takes no parameters, found '{found}'")]
    None {
        /// The text after the name.
        found: String,
    },
    /// Neither `name=value` nor a time.
    #[error("'{found}' is not a parameter, expected {}", forms(known))]
    Form {
        /// The text.
        found: String,
        /// The bot's parameters.
        known: &'static [Parameter],
    },
    /// A parameter that the bot does not have.
    #[error("unknown parameter '{name}', expected one of {}", names(known))]
    Unknown {
        /// The name.
        name: String,
        /// The bot's parameters.
        known: &'static [Parameter],
    },
    /// A value that the parameter does not accept.
    #[error("{name} = '{found}': expected {expected}")]
    Value {
        /// The name.
        name: &'static str,
        /// The value.
        found: String,
        /// The accepted values.
        expected: Expected,
    },
    /// A parameter given twice.
    #[error("{name} is given twice")]
    Twice {
        /// The name.
        name: &'static str,
    },
}

fn names(known: &[Parameter]) -> String {
    known.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ")
}

fn forms(known: &[Parameter]) -> String {
    let time = known.iter().any(|parameter| parameter.expected == Expected::Time);
    let named = format!("name=value with one of {}", names(known));
    if time { format!("{named}, or a time such as 10ms") } else { named }
}

/// Parse the parameters after the first colon of a bot specification.
pub(super) fn read(
    known: &'static [Parameter],
    text: &str,
) -> Result<Vec<(&'static str, Setting)>, ParameterError> {
    if known.is_empty() {
        return Err(ParameterError::None { found: text.to_owned() });
    }
    let mut settings: Vec<(&'static str, Setting)> = Vec::new();
    for part in text.split(':') {
        let (parameter, value) = match part.split_once('=') {
            Some((name, value)) => {
                let found = known.iter().find(|parameter| parameter.name == name);
                let unknown = || ParameterError::Unknown { name: name.to_owned(), known };
                (found.ok_or_else(unknown)?, value)
            }
            None => {
                let is_time = |parameter: &&Parameter| {
                    parameter.expected == Expected::Time
                        && part.starts_with(|character: char| character.is_ascii_digit())
                };
                let form = || ParameterError::Form { found: part.to_owned(), known };
                (known.iter().find(is_time).ok_or_else(form)?, part)
            }
        };
        let Parameter { name, expected, .. } = *parameter;
        let setting = expected.read(value).ok_or_else(|| ParameterError::Value {
            name,
            found: value.to_owned(),
            expected,
        })?;
        if settings.iter().any(|&(other, _)| other == name) {
            return Err(ParameterError::Twice { name });
        }
        settings.push((name, setting));
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Parameter] = &[
        Parameter {
            name: "worlds",
            summary: "",
            expected: Expected::Number { minimum: 1, maximum: 500 },
            default: Some("20"),
        },
        Parameter { name: "time", summary: "", expected: Expected::Time, default: None },
        Parameter {
            name: "pass",
            summary: "",
            expected: Expected::Word(&["search", "rule"]),
            default: Some("rule"),
        },
        Parameter {
            name: "heat",
            summary: "",
            expected: Expected::Decimal { maximum: 50 },
            default: Some("0"),
        },
    ];

    #[test]
    fn decimals_are_read_to_the_thousandth() {
        let heat = |text: &str| read(KNOWN, &format!("heat={text}")).map(|found| found[0].1);
        for (text, thousandths) in
            [("0", 0), ("2", 2000), ("0.5", 500), ("1.05", 1050), ("50.000", 50_000), ("0.001", 1)]
        {
            assert_eq!(heat(text), Ok(Setting::Thousandths(thousandths)), "{text}");
        }
        for text in ["", ".5", "1.", "1.0001", "50.001", "-1", "1e1", "99999999999", "1.2.3", "1,5"]
        {
            assert_eq!(
                heat(text).unwrap_err().to_string(),
                format!("heat = '{text}': expected 0 to 50, with up to three decimals")
            );
        }
    }

    #[test]
    fn parameters_are_read_in_any_order() {
        let settings = read(KNOWN, "10ms:pass=search:worlds=007").unwrap();
        let expected = [
            ("time", Setting::Time(Duration::from_millis(10))),
            ("pass", Setting::Word("search")),
            ("worlds", Setting::Number(7)),
        ];
        assert_eq!(settings, expected);
        let time = |text| read(KNOWN, text).unwrap()[0].1;
        assert_eq!(time("time=500us"), Setting::Time(Duration::from_micros(500)));
        assert_eq!(time("3600s"), Setting::Time(MAX_TIME));
    }

    #[test]
    fn errors_list_the_known_parameters() {
        let wrong = |text| read(KNOWN, text).unwrap_err().to_string();
        assert_eq!(
            wrong("fast"),
            "'fast' is not a parameter, expected name=value with one of worlds, time, pass, heat, \
             or a time such as 10ms"
        );
        assert_eq!(
            wrong("world=5"),
            "unknown parameter 'world', expected one of worlds, time, pass, heat"
        );
        assert_eq!(wrong("worlds=0"), "worlds = '0': expected 1 to 500");
        assert_eq!(wrong("worlds=99999999999"), "worlds = '99999999999': expected 1 to 500");
        assert_eq!(wrong("worlds=+5"), "worlds = '+5': expected 1 to 500");
        assert_eq!(wrong("pass=no"), "pass = 'no': expected one of search, rule");
        assert_eq!(wrong("worlds=5:worlds=6"), "worlds is given twice");
        for text in ["10", "10m", "0ms", "3601s", "time=ms", "10 ms"] {
            assert!(
                wrong(text).ends_with("expected a time such as 500us, 10ms or 2s, up to an hour")
            );
        }
        assert_eq!(
            read(&[], "5ms").unwrap_err().to_string(),
            "it takes no parameters, found '5ms'"
        );
        assert!(wrong("").starts_with("'' is not a parameter"));
    }
}
