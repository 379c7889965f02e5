"""Refuses to build a package without the file that the build of the whole repository generates."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Complete(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if not Path(self.root, "assize", "wire.py").exists():
            raise FileNotFoundError(
                "assize/wire.py is missing: run `npm ci` in the root of the repository first"
            )
