"""The generator behind every seed: xoshiro256++, seeded through SplitMix64.

It gives the same numbers as the native one, so that a seed means the same deal in both.

>>> random = Random(7)
>>> [random.below(52) for _ in range(8)]
[16, 16, 0, 16, 20, 21, 31, 4]
"""

from typing import Any

_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15


def _mix(word: int) -> int:
    """Spread every bit of a word over all bits: one step of SplitMix64."""
    word = (word + _STEP) & _MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def _rotate(word: int, count: int) -> int:
    return ((word << count) | (word >> (64 - count))) & _MASK


class Random:
    """A seeded random generator; ``stream`` selects one of a seed's independent streams."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        state = _mix((_mix(seed) + stream) & _MASK)
        self._words = [_mix((state + index * _STEP) & _MASK) for index in range(4)]

    def word(self) -> int:
        """Return 64 random bits."""
        a, b, c, d = self._words
        result = (_rotate((a + d) & _MASK, 23) + a) & _MASK
        c, d = c ^ a, d ^ b
        self._words = [a ^ d, b ^ c, c ^ ((b << 17) & _MASK), _rotate(d, 45)]
        return result

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``, each equally likely (Lemire's method)."""
        while True:
            product = (self.word() >> 32) * bound
            if product % 2**32 >= 2**32 % bound:
                return product >> 32

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle the items: from the last, swap each with one not after it."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
