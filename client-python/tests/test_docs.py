"""The programs on the page about this client run as they stand, one after another."""

import importlib.util
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "client-python.md"


@pytest.mark.skipif(importlib.util.find_spec("cryptography") is None, reason="cryptography is not installed")
def test_the_page_about_this_client_runs_as_it_stands(service_url, tmp_path, monkeypatch):
    assert service_url
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert len(blocks) > 5
    reader: dict[str, object] = {"__name__": "reader"}
    for number, block in enumerate(blocks, start=1):
        exec(compile(block, f"{PAGE.name}, program {number}", "exec"), reader)  # noqa: S102
