//! The hands of one player up to permutation, numbered: the coordinates of the solvers.

use super::hands::Hands;
use super::rules::Rules;

/// All multisets of fingers on one player's hands.
///
/// With `f` fingers and `h` hands there are C(f + h - 1, h) of them: 15 in the standard game, 816
/// at most. A position is a pair of them, numbered `me * len + opponent`.
#[derive(Clone, Debug)]
pub(super) struct HandSets {
    rules: Rules,
    sets: Vec<Hands>,
    /// The number of the set for each of the fᴴ ordered hands, the first hand being most
    /// significant.
    set_of: Vec<u16>,
}

impl HandSets {
    pub(super) fn new(rules: Rules) -> Self {
        let ordered = usize::from(rules.fingers()).pow(u32::from(rules.hands()));
        let mut this = Self { rules, sets: Vec::new(), set_of: vec![0; ordered] };
        for code in 0..ordered {
            let hands = this.ordered_hands(code);
            let sorted = hands.sorted();
            if hands == sorted {
                // 16 fingers and 3 hands give 816 sets.
                this.set_of[code] = this.sets.len() as u16;
                this.sets.push(hands);
            } else {
                // The sorted order has the smallest code of a set, so it came first.
                this.set_of[code] = this.set_of[this.code(sorted)];
            }
        }
        this
    }

    /// The number of sets.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The number of positions up to permutation of hands.
    pub(super) fn positions(&self) -> usize {
        self.len() * self.len()
    }

    /// The sets, ordered by number, each with ascending hands.
    pub(super) fn sets(&self) -> &[Hands] {
        &self.sets
    }

    /// The number of the set for each of the ordered hands, in ascending order with the first hand
    /// being most significant.
    pub(super) fn set_of_ordered(&self) -> &[u16] {
        &self.set_of
    }

    /// The number of the set of these hands, which must be valid under the rules.
    pub(super) fn set(&self, hands: Hands) -> usize {
        usize::from(self.set_of[self.code(hands)])
    }

    /// The number of a position.
    pub(super) fn position(&self, me: Hands, opponent: Hands) -> usize {
        self.set(me) * self.len() + self.set(opponent)
    }

    /// The hands of a position.
    pub(super) fn hands_of(&self, position: usize) -> (Hands, Hands) {
        (self.sets[position / self.len()], self.sets[position % self.len()])
    }

    fn code(&self, hands: Hands) -> usize {
        let base = usize::from(self.rules.fingers());
        hands.as_slice().iter().fold(0, |code, &number| code * base + usize::from(number))
    }

    fn ordered_hands(&self, mut code: usize) -> Hands {
        let base = usize::from(self.rules.fingers());
        let mut hands = Hands::equal(self.rules.hands(), 0);
        for index in (0..self.rules.hands()).rev() {
            hands = hands.with(index, (code % base) as u8);
            code /= base;
        }
        hands
    }
}
