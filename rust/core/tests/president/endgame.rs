//! The solver for two players, checked against looking at every line.

use cardcore::games::president::{
    Combination, Demand, Endgame, MayPass, MoveRules, Options, OrderedSet, Rules, combinations,
};
use cardcore::random::Random;

/// Whether the player to move goes out first, by trying everything.
fn wins(rules: &Options, own: OrderedSet, other: OrderedSet, beat: Option<Combination>) -> bool {
    let moves = MoveRules { kinds: rules.kinds, beats: rules.beats, reversed: false };
    let demand = Demand { beat, containing: OrderedSet::EMPTY, rules: moves };
    let found = combinations(own, demand);
    let clears = |played: Combination| {
        rules.clears.is_some_and(|rank| {
            played.size() < 5 && played.cards().iter().all(|card| card.rank() == rank)
        })
    };
    let is_won = |&played: &Combination| {
        let left = own - played.cards();
        left.is_empty()
            || if clears(played) {
                wins(rules, left, other, None)
            } else {
                !wins(rules, other, left, Some(played))
            }
    };
    let must_play = beat.is_none() || rules.may_pass == MayPass::Unable && !found.is_empty();
    found.iter().any(is_won) || !must_play && !wins(rules, other, own, None)
}

/// Two hands of some values.
fn deal(sizes: [usize; 2], values: u8, random: &mut Random) -> [OrderedSet; 2] {
    let mut deck: Vec<u8> = (0..4 * values).collect();
    random.shuffle(&mut deck);
    let hand =
        |cards: &[u8]| OrderedSet::from_bits(cards.iter().fold(0, |bits, index| bits | 1 << index));
    [hand(&deck[..sizes[0]]), hand(&deck[sizes[0]..sizes[0] + sizes[1]])]
}

fn check(options: Options, deals: usize, most: u32, random: &mut Random) {
    let mut solver = Endgame::new(Rules::of(options).unwrap()).unwrap();
    let mut won = 0;
    for number in 0..deals {
        let mut size = || 1 + random.below(most) as usize;
        let sizes = [size(), size()];
        let values = [5, 6, 8, 13][number % 4];
        let [own, other] = deal(sizes, values, random);
        let mut expect = |own, other, beat| {
            let expected = wins(&options, own, other, beat);
            assert_eq!(solver.wins(own, other, beat), Some(expected), "{own} {other} {beat:?}");
            won += usize::from(expected);
        };
        expect(own, other, None);
        let leads = combinations(other, Demand::default());
        let lead = random.pick(&leads).copied().filter(|lead| options.kinds.contains(lead.kind()));
        if let Some(lead) = lead.filter(|lead| lead.size() < sizes[1]) {
            expect(own, other - lead.cards(), Some(lead));
        }
    }
    assert!(won > deals / 5, "{won}");
}

#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut random = Random::new(1);
    check(Options::REPORT, 300, 6, &mut random);
    check(Options::BASIC, 150, 6, &mut random);
    let clearing = Options { clears: Options::DAIHINMIN.clears, ..Options::REPORT };
    check(clearing, 150, 5, &mut random);
    let forced = Options { may_pass: MayPass::Unable, ..Options::BASIC };
    check(forced, 150, 6, &mut random);
}

#[test]
fn flushes_are_distinguished() {
    // Hands of nine cards of two suits often have flushes; they take seconds to look through.
    let mut random = Random::new(2);
    let mut solver = Endgame::new(Rules::of(Options::REPORT).unwrap()).unwrap();
    for _ in 0..12 {
        let mut deck: Vec<u8> = (0..40).filter(|index| index % 4 < 2).collect();
        random.shuffle(&mut deck);
        let hand = |cards: &[u8]| {
            OrderedSet::from_bits(cards.iter().fold(0, |bits, index| bits | 1 << index))
        };
        let (own, other) = (hand(&deck[..7]), hand(&deck[7..13]));
        let expected = wins(&Options::REPORT, own, other, None);
        assert_eq!(solver.wins(own, other, None), Some(expected), "{own} {other}");
    }
}

#[test]
fn a_limit_is_kept_and_some_rules_are_not_solved() {
    let mut random = Random::new(3);
    let rules = Rules::of(Options::REPORT).unwrap();
    let mut solver = Endgame::new(rules).unwrap().with_limit(20);
    let mut given_up = 0;
    for _ in 0..20 {
        let [own, other] = deal([13, 13], 13, &mut random);
        let before = solver.expanded();
        given_up += usize::from(solver.wins(own, other, None).is_none());
        assert!(solver.expanded() - before <= 40);
    }
    assert!(given_up > 0);
    assert!(Endgame::new(Rules::of(Options::DAIHINMIN).unwrap()).is_none());
    assert!(Endgame::new(Rules::of(Options::BIG_TWO).unwrap()).is_none());
}
