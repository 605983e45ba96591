"""The API reference: a page for every public module, made from its docstrings by griffe.

Each name is described once: on the page of the module that defines it or, if that module has no
page, of the first module that exports it. The other modules link there.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import griffe
from griffe import Alias, Class, Function, Module, NameResolutionError, Object

from docs.generate.links import relative
from docs.generate.objects import Description, members

SOURCES = Path(__file__).parents[2] / "python"


class Reference:
    """All public names, with the pages that describe them."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        """Decide which page describes each name.

        Parameters
        ----------
        modules
            The modules by their pages: ``{"api/poker.md": "cardcore.poker"}``.
        """
        package = griffe.load(
            "cardcore", search_paths=[SOURCES], allow_inspection=False, resolve_aliases=True
        )
        assert isinstance(package, Module)
        self._package: Object = package
        self.pages = list(modules)
        self._modules = modules
        self._offered = {module: self._names(module) for module in modules.values()}
        self._owners = self._find_owners()
        #: Page and anchor of every name, by its public path and by the path of its definition.
        self._places: dict[str, str] = {}
        for page, module in modules.items():
            self._places[module] = f"{page}#{module}"
            for name in self.described(page):
                self._place(page, f"{module}.{name}", self._object(f"{module}.{name}"))
        for module, names in self._offered.items():
            for name in names:
                target = self._object(f"{module}.{name}").path
                self._places.setdefault(f"{module}.{name}", self._places[target])

    def link(self, name: str, page: str) -> str | None:
        """Return the link from a page to the description of a name, or None if it has none."""
        place = self._places.get(name)
        return None if place is None else relative(place, page)

    def described(self, page: str) -> list[str]:
        """List the names that a module's page describes."""
        module = self._modules[page]
        return [
            name
            for name in self._offered[module]
            if self._owners.get(self._object(f"{module}.{name}").path) == (module, name)
        ]

    def page(self, page: str) -> str:
        """Write the page of a module."""
        module = self._modules[page]
        description = Description(lambda owner, name: self._resolve(owner, name, page))
        names = self.described(page)
        parts = [*description.of_module(self._object(module), module)]
        for name in names:
            path = f"{module}.{name}"
            parts += description.of_member(self._object(path), path, level=2)
        if not self._offered[module]:
            parts += description.of_modules(self._object(module))
        others = [name for name in self._offered[module] if name not in names]
        if others:
            shown = ", ".join(
                f"[`{name}`]({self.link(f'{module}.{name}', page)})" for name in others
            )
            parts.append(f"The module also offers {shown}.")
        return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"

    def _object(self, path: str) -> Object:
        found = self._package
        for name in path.split(".")[1:]:
            member = found.members[name]
            found = member.final_target if isinstance(member, Alias) else member
        if found.is_module and path not in self._modules.values():
            # The package re-exports a function from a file of the same name.
            found = self._object(f"{found.path}.{found.name}")
        return found

    def _names(self, module: str) -> list[str]:
        """List the public names of a module: its ``__all__``, or else what it defines."""
        names = getattr(import_module(module), "__all__", None)
        if names is None:
            defined = self._object(module).members.values()
            names = [member.name for member in defined if isinstance(member, Class | Function)]
        return [name for name in names if not name.startswith("_")]

    def _find_owners(self) -> dict[str, tuple[str, str]]:
        """Find the module and the name under which each object is described."""
        owners: dict[str, tuple[str, str]] = {}
        for module, names in self._offered.items():
            for name in names:
                described = self._object(f"{module}.{name}")
                path = described.path
                home, _, own_name = path.rpartition(".")
                if described.is_module:
                    # Modules have pages of their own.
                    continue
                if own_name in self._offered.get(home, ()):
                    owners[path] = (home, own_name)
                else:
                    owners.setdefault(path, (module, name))
        return owners

    def _place(self, page: str, public: str, described: Object) -> None:
        for path in (public, described.path):
            self._places[path] = f"{page}#{public}"
            if isinstance(described, Class):
                for member in members(described):
                    self._places[f"{path}.{member}"] = f"{page}#{public}.{member}"

    def _resolve(self, owner: Object, name: str, page: str) -> str | None:
        """Return the link to a name mentioned in a docstring, or None if it has no page."""
        if (target := self.link(name, page)) is not None:
            return target
        try:
            return self.link(owner.resolve(name), page)
        except NameResolutionError:
            return None
