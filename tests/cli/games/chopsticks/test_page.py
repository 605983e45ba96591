from cardcore import chopsticks
from cardcore.cli.games.chopsticks import PAGE


def test_a_hand_that_goes_out_is_told() -> None:
    game = chopsticks.new(state="4,0 1,1")
    before = game.view(0)
    game.play("tap L R")
    [event] = PAGE.events(before, game.view(0), 0, "tap L R", ["you", "Ann"])
    assert event.plain == "Ann: the right hand is out"
