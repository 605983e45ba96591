"""Signatures of functions and classes as Python source, wrapped to the width of a page."""

from collections.abc import Iterator

from griffe import Class, Function, Parameter, ParameterKind, Parameters

#: Columns of a code block on a desktop screen.
WIDTH = 80


def of_function(function: Function) -> str:
    """Write the signature of a function, or of each of its overloads."""
    forms = function.overloads or [function]
    return "\n".join(
        _call(form.name, form.parameters, f" -> {form.returns}" if form.returns else "")
        for form in forms
    )


def of_class(described: Class) -> str:
    """Write a class with the parameters of its constructor."""
    for name in ("__init__", "__new__"):
        maker = described.all_members.get(name)
        # The constructor inherited from ``object`` is not among the members.
        if isinstance(maker, Function):
            return f"class {_call(described.name, maker.parameters, '')}"
    return f"class {described.name}"


def _call(name: str, parameters: Parameters, result: str) -> str:
    written = list(_written(parameters))
    line = f"{name}({', '.join(written)}){result}"
    if len(line) <= WIDTH or not written:
        return line
    return "\n".join([f"{name}(", *(f"    {each}," for each in written), f"){result}"])


def _written(parameters: Parameters) -> Iterator[str]:
    shown = [each for place, each in enumerate(parameters) if place or each.name not in _RECEIVERS]
    previous: ParameterKind | None = None
    for parameter in shown:
        kind = parameter.kind
        if previous is _POSITIONAL_ONLY and kind is not _POSITIONAL_ONLY:
            yield "/"
        if kind is _KEYWORD_ONLY and previous not in (_KEYWORD_ONLY, _VAR_POSITIONAL):
            yield "*"
        yield _parameter(parameter)
        previous = kind
    if previous is _POSITIONAL_ONLY:
        yield "/"


def _parameter(parameter: Parameter) -> str:
    stars = _STARS.get(parameter.kind, "")
    annotation = f": {parameter.annotation}" if parameter.annotation else ""
    if parameter.default is None or stars:
        return f"{stars}{parameter.name}{annotation}"
    space = " " if annotation else ""
    return f"{parameter.name}{annotation}{space}={space}{parameter.default}"


_RECEIVERS = ("self", "cls")
_POSITIONAL_ONLY = ParameterKind.positional_only
_VAR_POSITIONAL = ParameterKind.var_positional
_KEYWORD_ONLY = ParameterKind.keyword_only
_STARS: dict[ParameterKind | None, str] = {
    ParameterKind.var_positional: "*",
    ParameterKind.var_keyword: "**",
}
