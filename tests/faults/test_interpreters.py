"""In a sub-interpreter the package says that it does not work there."""

from collections.abc import Callable

import pytest

SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
code = f'''
import sys
sys.path[:] = {sys.path}
try:
    import MODULE
except ImportError as error:
    print(error, flush=True)
'''
interpreter = interpreters.create()
interpreters.run_string(interpreter, code)
interpreters.destroy(interpreter)
from cardcore import poker
print(poker.rank("As Ks Qs Js Ts"))
"""


@pytest.mark.parametrize("module", ["cardcore", "cardcore._core", "cardcore.poker"])
def test_a_subinterpreter_cannot_import_it(run: Callable[..., str], module: str) -> None:
    refused = "cardcore works only in the main interpreter, not in a sub-interpreter\n"
    first = SUBINTERPRETER.replace("MODULE", module)
    # The main interpreter is served all the same, before and after.
    assert run(first) == refused + "straight flush, ace high\n"
    assert run("import cardcore.poker\n" + first) == refused + "straight flush, ace high\n"
