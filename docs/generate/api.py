"""The API reference: a page for every public module, made from its docstrings by griffe.

A name is described on one page: that of the module that defines it or else of the first that offers
it. Other modules that offer it too link there.
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
        """Find out what is described where.

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
        #: The page and the anchor of every name, also under the path where it is defined.
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
        """Give the target of a link from a page to the description of a name, if there is one."""
        place = self._places.get(name)
        return None if place is None else relative(place, page)

    def described(self, page: str) -> list[str]:
        """Name what the page of a module describes."""
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
            # The file has the name of the function that it defines and its package offers.
            found = self._object(f"{found.path}.{found.name}")
        return found

    def _names(self, module: str) -> list[str]:
        """List what a module offers: what its ``__all__`` names, or else what it defines."""
        names = getattr(import_module(module), "__all__", None)
        if names is None:
            defined = self._object(module).members.values()
            names = [member.name for member in defined if isinstance(member, Class | Function)]
        return [name for name in names if not name.startswith("_")]

    def _find_owners(self) -> dict[str, tuple[str, str]]:
        """Find the module and the name under which each object is described on a module's page."""
        owners: dict[str, tuple[str, str]] = {}
        for module, names in self._offered.items():
            for name in names:
                described = self._object(f"{module}.{name}")
                path = described.path
                home, _, own_name = path.rpartition(".")
                if described.is_module:
                    # It has a page of its own.
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
        """Give the target of a link to a name that a docstring mentions."""
        if (target := self.link(name, page)) is not None:
            return target
        try:
            return self.link(owner.resolve(name), page)
        except NameResolutionError:
            return None
