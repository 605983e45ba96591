use super::{Card, CardError, CardSet, DeckCard, Rank, Suit};

/// Parse a list of distinct cards: `As Ks`, `As,Ks` and `AsKs` are the same list.
///
/// A ten is `T` or `10`, letters may be upper or lower case, and suit symbols are accepted.
///
/// # Errors
///
/// The first invalid or duplicate card, with its position.
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

/// Parse a list of distinct cards that may include a joker, `Jk` or `★`.
///
/// # Errors
///
/// The first invalid or duplicate card, with its position.
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
    if let Some(cards) = parse_plain(text) {
        all_different(&cards)?;
        return Ok(cards);
    }
    let tokens = tokens(text);
    let total = tokens.len();
    let cards = (1..)
        .zip(&tokens)
        .map(|(position, token)| parse_token(token, position, total))
        .collect::<Result<Vec<_>, _>>()?;
    all_different(&cards)?;
    Ok(cards)
}

/// Convert to cards of a deck without a joker.
///
/// ```
/// use cardcore::cards::{parse_deck_cards, without_joker};
///
/// let cards = parse_deck_cards("2c Jk")?;
/// assert_eq!(without_joker(&cards[..1])?.len(), 1);
/// assert!(without_joker(&cards).is_err());
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
///
/// # Errors
///
/// A joker, with its position.
pub fn without_joker(cards: &[DeckCard]) -> Result<Vec<Card>, CardError> {
    let total = cards.len();
    let natural = |(position, card): (usize, &DeckCard)| {
        card.card().ok_or(CardError::Joker { position: position + 1, total })
    };
    cards.iter().enumerate().map(natural).collect()
}

/// The cards as a set.
///
/// ```
/// use cardcore::cards::{distinct, parse_cards};
///
/// assert_eq!(distinct(&parse_cards("2c As")?)?.len(), 2);
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
///
/// # Errors
///
/// The first duplicate card.
pub fn distinct(cards: &[Card]) -> Result<CardSet, CardError> {
    all_different(cards)?;
    Ok(cards.iter().copied().collect())
}

/// Check that all cards are different.
///
/// ```
/// use cardcore::cards::{all_different, parse_cards};
///
/// let cards = parse_cards("2c As")?;
/// assert!(all_different(&cards).is_ok());
/// let error = all_different(&[cards[0], cards[1], cards[0]]).map_err(|error| error.to_string());
/// assert!(error.is_err_and(|error| error.contains("2c")));
/// # Ok::<(), cardcore::cards::CardError>(())
/// ```
///
/// # Errors
///
/// The first duplicate card, with both positions.
pub fn all_different<T: Copy + Into<DeckCard>>(cards: &[T]) -> Result<(), CardError> {
    let mut seen = 0_u64;
    for (index, &card) in cards.iter().enumerate() {
        let card: DeckCard = card.into();
        if seen >> card.number() & 1 == 1 {
            let first = cards.iter().take_while(|&&other| other.into() != card).count() + 1;
            let (position, total) = (index + 1, cards.len());
            return Err(CardError::Duplicate { position, total, card, first });
        }
        seen |= 1 << card.number();
    }
    Ok(())
}

/// Cards as they are mostly written, a letter for the rank and one for the suit, with or without
/// spaces or commas between them; `None` for any other text. Many times as fast as the general way.
fn parse_plain(text: &str) -> Option<Vec<DeckCard>> {
    let mut cards = Vec::with_capacity(text.len() / 2);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if matches!(byte, b' ' | b',') {
            continue;
        }
        let rank = LETTERS[usize::from(byte)].0;
        let suit = LETTERS[usize::from(bytes.next()?)].1;
        cards.push(Card::new(rank?, suit?).into());
    }
    Some(cards)
}

/// The rank and the suit of each letter.
static LETTERS: [(Option<Rank>, Option<Suit>); 256] = {
    let mut letters = [(None, None); 256];
    let mut index = 0;
    while index < Rank::ALL.len() {
        let letter = Rank::ALL[index].to_char() as u8;
        letters[letter as usize].0 = Some(Rank::ALL[index]);
        letters[letter.to_ascii_lowercase() as usize].0 = Some(Rank::ALL[index]);
        index += 1;
    }
    let mut index = 0;
    while index < Suit::ALL.len() {
        let letter = Suit::ALL[index].to_char() as u8;
        letters[letter as usize].1 = Some(Suit::ALL[index]);
        letters[letter.to_ascii_uppercase() as usize].1 = Some(Suit::ALL[index]);
        index += 1;
    }
    letters
};

/// Split the text into one token per card by length alone, so that an unknown card still has a
/// position: three characters for `10`, one for the star of a joker, two otherwise, fewer before a
/// separator.
fn tokens(text: &str) -> Vec<String> {
    /// The variation selector for colored suit symbols; ignored.
    const EMOJI_SELECTOR: char = '\u{fe0f}';

    let mut tokens = Vec::new();
    // Python treats the four information separators as white space, so this does too.
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
            let (token, after) = rest.split_at(length.min(rest.len()));
            tokens.push(token.iter().collect());
            rest = after;
        }
    }
    tokens
}

/// The symbol of a joker.
const STAR: char = '★';

fn parse_token(text: &str, position: usize, total: usize) -> Result<DeckCard, CardError> {
    if text.starts_with(STAR) || text.eq_ignore_ascii_case("jk") {
        return Ok(DeckCard::JOKER);
    }
    let short = text.replacen("10", "T", 1);
    let mut characters = short.chars();
    let (first, second) = (characters.next(), characters.next());
    let text = || text.to_owned();
    let found = first.unwrap_or_default();
    let rank = Rank::from_char(found).ok_or_else(|| CardError::UnknownRank {
        position,
        total,
        text: text(),
        found,
    })?;
    let found = second.ok_or_else(|| CardError::MissingSuit { position, total, text: text() })?;
    let suit = Suit::from_char(found).ok_or_else(|| CardError::UnknownSuit {
        position,
        total,
        text: text(),
        found,
    })?;
    Ok(Card::new(rank, suit).into())
}
