//! The parsers that need no game.

use cardcore::cards::{Card, CardSet, DeckCard, distinct, parse_cards, parse_deck_cards};
use cardcore::discard::wild::{Deck, WildPaytable};
use cardcore::discard::{Objective, Outcome, Paytable};
use cardcore::game::{Game, bot};
use cardcore::games::chopsticks::Chopsticks;
use cardcore::games::draw::FiveCardDraw;
use cardcore::games::ends::{Ends, Row, value};
use cardcore::games::hearts::{Hearts, Moon};
use cardcore::games::president::President;
use cardcore::monitor::Monitor;
use cardcore::random::Random;

use crate::targets::Target;

struct Parser {
    name: &'static str,
    read: fn(&str) -> bool,
}

impl Target for Parser {
    fn name(&self) -> &'static str {
        self.name
    }

    fn feed(&mut self, text: &str, _: &mut Random) -> bool {
        (self.read)(text)
    }
}

pub fn all() -> Vec<Box<dyn Target>> {
    let parsers = [
        Parser { name: "cards", read: cards },
        Parser { name: "row", read: row },
        Parser { name: "paytable", read: paytable },
        Parser { name: "names", read: names },
    ];
    parsers.into_iter().map(|parser| Box::new(parser) as Box<dyn Target>).collect()
}

/// Parsed cards must format to text that parses the same, without duplicates.
fn cards(text: &str) -> bool {
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(parse_cards(text), Ok(vec![card]));
    }
    match parse_deck_cards(text) {
        Ok(cards) => {
            let written: Vec<String> = cards.iter().map(DeckCard::to_string).collect();
            assert_eq!(parse_deck_cards(&written.join(" ")).as_ref(), Ok(&cards));
            assert_eq!(parse_deck_cards(&written.concat()).as_ref(), Ok(&cards));
            match parse_cards(text) {
                Ok(natural) => {
                    assert!(distinct(&natural).is_ok());
                    assert!(natural.into_iter().map(DeckCard::from).eq(cards));
                }
                Err(_) => assert!(cards.contains(&DeckCard::JOKER)),
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(parse_cards(text), Err(error));
            false
        }
    }
}

/// A parsed row can be valued without overflow, and short rows match the definition.
fn row(text: &str) -> bool {
    match text.parse::<Row>() {
        Ok(row) => {
            assert_eq!(Row::new(row.cards().to_vec()).as_ref(), Ok(&row));
            let margin = value(row.cards().iter().copied(), &Monitor::default());
            if row.cards().len() <= 10 {
                assert_eq!(margin.ok(), Some(margin_by_definition(row.cards())));
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

fn margin_by_definition(cards: &[i64]) -> i64 {
    match cards {
        [] => 0,
        [only] => *only,
        [left, inner @ .., right] => {
            let without_left = margin_by_definition(&cards[1..]);
            let without_right = margin_by_definition(&cards[..=inner.len()]);
            (left - without_left).max(right - without_right)
        }
    }
}

/// Entries such as `flush=6`, separated by spaces. A parsed payout is a reduced fraction that
/// parses the same.
fn paytable(text: &str) -> bool {
    let entries = text.split(' ').map(|entry| entry.split_once('=').unwrap_or((entry, "")));
    for (wild, joker) in [(0, true), (0b1111, false), (0b1111, true), (1 << 39, false)] {
        let deck = Deck::new(CardSet::from_bits(wild).unwrap_or_default(), joker);
        match WildPaytable::new("fuzz", deck, entries.clone()) {
            Ok(paytable) => {
                assert!(paytable.lines().len() <= 32);
                for &(class, payout) in paytable.entries() {
                    assert!(WildPaytable::classes().any(|known| known == class));
                    assert_eq!(payout.to_string().parse(), Ok(payout));
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    match Paytable::new("fuzz", entries) {
        Ok(paytable) => {
            for outcome in Outcome::ALL {
                let payout = paytable.payout(outcome);
                assert_eq!(payout.to_string().parse(), Ok(payout));
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// A name is known or rejected, and only existing names are known.
fn names(text: &str) -> bool {
    let objective = text.parse::<Objective>().is_ok();
    let known = |name: &str| Paytable::built_in().chain(["class", "pattern"]).any(|k| k == name);
    assert_eq!(objective, known(text));
    let moon = Moon::from_name(text);
    if let Ok(moon) = &moon {
        assert_eq!(moon.name(), text);
    }
    let bots = [
        is_bot::<FiveCardDraw>(text),
        is_bot::<President>(text),
        is_bot::<Chopsticks>(text),
        is_bot::<Hearts>(text),
        is_bot::<Ends>(text),
    ];
    objective || moon.is_ok() || bots.contains(&true)
}

fn is_bot<G: Game>(name: &str) -> bool {
    let found = bot::<G>(name).is_ok();
    let (plain, has_parameters) = match name.split_once(':') {
        Some((plain, _)) => (plain, true),
        None => (name, false),
    };
    let is_known = G::bots().iter().any(|entry| entry.name == plain);
    assert!(found == is_known || is_known && has_parameters, "{name}");
    found
}
