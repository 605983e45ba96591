use super::{Card, CardError, CardSet, DeckCard, Rank, Suit};

/// Read a list of distinct cards: `As Ks`, `As,Ks` and `AsKs` are the same list.
///
/// A ten is `T` or `10`, letters may be of either case, and suit symbols are read too.
///
/// # Errors
///
/// The first card that is not one, or that stands in the list twice, with its place.
///
/// ```
/// use cardcore::cards::parse_cards;
///
/// assert_eq!(parse_cards("10s js,A♥")?.len(), 3);
/// let error = parse_cards("As Kd Xs 2c 3c").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "card 3 of 5, 'Xs': unknown rank 'X', expected one of 23456789TJQKA",
/// );
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>, CardError> {
    without_joker(&parse_deck_cards(text)?)
}

/// Read a list of distinct cards among which may be a joker, `Jk` or `★`.
///
/// # Errors
///
/// The first card that is not one, or that stands in the list twice, with its place.
///
/// ```
/// use cardcore::cards::{DeckCard, parse_cards, parse_deck_cards};
///
/// assert_eq!(parse_deck_cards("As Jk")?[1], DeckCard::JOKER);
/// let error = parse_cards("As Jk").unwrap_err();
/// assert_eq!(error.to_string(), "card 2 of 2, 'Jk': there is no joker in this deck");
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
pub fn parse_deck_cards(text: &str) -> Result<Vec<DeckCard>, CardError> {
    let pieces = pieces(text);
    let total = pieces.len();
    let cards = (1..)
        .zip(&pieces)
        .map(|(place, piece)| parse_piece(piece, place, total))
        .collect::<Result<Vec<_>, _>>()?;
    all_different(&cards)?;
    Ok(cards)
}

/// The cards of a deck that has no joker.
///
/// # Errors
///
/// A joker among them, with its place.
pub fn without_joker(cards: &[DeckCard]) -> Result<Vec<Card>, CardError> {
    let total = cards.len();
    let natural = |(place, card): (usize, &DeckCard)| {
        card.card().ok_or(CardError::Joker { place: place + 1, total })
    };
    cards.iter().enumerate().map(natural).collect()
}

/// The cards as a set.
///
/// # Errors
///
/// The first card that stands in the list twice.
pub fn distinct(cards: &[Card]) -> Result<CardSet, CardError> {
    all_different(cards)?;
    Ok(cards.iter().copied().collect())
}

/// Refuse the first card that stands in the list twice.
///
/// # Errors
///
/// That card, with its places.
pub fn all_different<T: Copy + Into<DeckCard>>(cards: &[T]) -> Result<(), CardError> {
    let mut seen = 0_u64;
    for (index, &card) in cards.iter().enumerate() {
        let card: DeckCard = card.into();
        if seen >> card.number() & 1 == 1 {
            let first = cards.iter().take_while(|&&other| other.into() != card).count() + 1;
            let (place, total) = (index + 1, cards.len());
            return Err(CardError::Duplicate { place, total, card, first });
        }
        seen |= 1 << card.number();
    }
    Ok(())
}

/// Cut the text into pieces of one card each, by length alone, so that an unknown card still has
/// a place: three characters after `10`, one for the star of a joker, two otherwise, fewer before
/// a separator.
fn pieces(text: &str) -> Vec<String> {
    /// The selector that asks for a coloured suit symbol: it means nothing here.
    const EMOJI_SELECTOR: char = '\u{fe0f}';

    let mut pieces = Vec::new();
    // The four information separators are white space to Python, so they are here.
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '\x1c'..='\x1f');
    for word in text.split(separates) {
        let characters: Vec<char> = word.chars().filter(|&c| c != EMOJI_SELECTOR).collect();
        let mut rest = characters.as_slice();
        while !rest.is_empty() {
            let length = match rest {
                ['1', '0', ..] => 3,
                [STAR, ..] => 1,
                _ => 2,
            };
            let (piece, after) = rest.split_at(length.min(rest.len()));
            pieces.push(piece.iter().collect());
            rest = after;
        }
    }
    pieces
}

/// A joker on screens.
const STAR: char = '★';

fn parse_piece(text: &str, place: usize, total: usize) -> Result<DeckCard, CardError> {
    if text.starts_with(STAR) || text.eq_ignore_ascii_case("jk") {
        return Ok(DeckCard::JOKER);
    }
    let short = text.replacen("10", "T", 1);
    let mut characters = short.chars();
    let (first, second) = (characters.next(), characters.next());
    let text = || text.to_owned();
    let found = first.unwrap_or_default();
    let rank = Rank::from_char(found).ok_or_else(|| CardError::UnknownRank {
        place,
        total,
        text: text(),
        found,
    })?;
    let found = second.ok_or_else(|| CardError::MissingSuit { place, total, text: text() })?;
    let suit = Suit::from_char(found).ok_or_else(|| CardError::UnknownSuit {
        place,
        total,
        text: text(),
        found,
    })?;
    Ok(Card::new(rank, suit).into())
}
