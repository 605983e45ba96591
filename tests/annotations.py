"""Whether values are what annotations say, and what the annotations of the native module say."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import cardcore._core

#: A place within an annotated value, and a kind of value that it may hold.
Leaf = tuple[str, object]


class Mismatch(Exception):
    """A value is not what its annotation says."""


def leaves(annotation: Any, place: str) -> Iterator[Leaf]:
    """Give all that an annotation allows: every arm of a union, every word of a literal."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        for arm in arguments:
            yield from leaves(arm, place)
    elif origin is Literal:
        yield from ((place, word) for word in arguments)
    elif origin in (list, tuple):
        for number, item in enumerate(item for item in arguments if item is not ...):
            yield from leaves(item, f"{place}[{number}]")
    elif origin is dict:
        yield from leaves(arguments[1], f"{place}[...]")
    elif is_typeddict(annotation):
        for key, value in get_type_hints(annotation).items():
            yield from leaves(value, f"{place}[{key!r}]")
    else:
        yield place, annotation


def match(value: object, annotation: Any, place: str) -> list[Leaf]:
    """Hold a value against an annotation; gives those of its leaves that the value shows.

    Raises
    ------
    Mismatch
        If the value is something else; the message says where.
    """
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        for arm in arguments:
            try:
                return match(value, arm, place)
            except Mismatch:
                continue
    elif origin is Literal:
        if any(value == word and type(value) is type(word) for word in arguments):
            return [(place, value)]
    elif origin is list and type(value) is list:
        return [leaf for item in value for leaf in match(item, arguments[0], f"{place}[0]")]
    elif origin is tuple and type(value) is tuple:
        if arguments[-1] is ...:
            return [leaf for item in value for leaf in match(item, arguments[0], f"{place}[0]")]
        if len(value) == len(arguments):
            pairs = enumerate(zip(value, arguments, strict=True))
            return [
                leaf
                for number, (item, kind) in pairs
                for leaf in match(item, kind, f"{place}[{number}]")
            ]
    elif origin is dict and type(value) is dict:
        for key in value:
            match(key, arguments[0], f"{place} has the key {key!r}, which")
        return [
            leaf for item in value.values() for leaf in match(item, arguments[1], f"{place}[...]")
        ]
    elif is_typeddict(annotation) and type(value) is dict:
        hints = get_type_hints(annotation)
        required: frozenset[str] = getattr(annotation, "__required_keys__", frozenset())
        if not required <= set(value) <= set(hints):
            raise Mismatch(f"{place} has the keys {sorted(value)}, expected {sorted(hints)}")
        return [
            leaf for key in value for leaf in match(value[key], hints[key], f"{place}[{key!r}]")
        ]
    elif annotation is Any or _is_instance(value, annotation):
        return [(place, annotation)]
    raise Mismatch(f"{place} is {value!r}, expected {annotation}")


def _is_instance(value: object, annotation: Any) -> bool:
    kind = NoneType if annotation is None else get_origin(annotation) or annotation
    if not isinstance(kind, type) or is_typeddict(kind):
        return False
    # To Python a truth value is a number; to somebody who reads an annotation it is not.
    return isinstance(value, kind) and not (isinstance(value, bool) and kind is int)


@cache
def stub(class_name: str) -> dict[str, tuple[bool, Any]]:
    """Give the members of a native class by name as its stub has them.

    Of each whether it is a property, and what the annotation says that it gives.
    """
    return members(Path(cardcore._core.__file__).with_name("_core.pyi").read_text(), class_name)


def members(source: str, class_name: str) -> dict[str, tuple[bool, Any]]:
    """Give the members of a class in the text of a stub of the native module."""
    tree = ast.parse(source)
    names = dict(vars(cardcore._core))
    for node in tree.body:
        # Type checkers bring their own typing_extensions, Python does not.
        if isinstance(node, ast.ImportFrom) and node.module != "typing_extensions":
            exec(ast.unparse(node), names)
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    return {
        node.name: (
            any(
                isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list
            ),
            eval(ast.unparse(node.returns), names),
        )
        for node in classes[class_name].body
        if isinstance(node, ast.FunctionDef) and node.returns is not None
    }
