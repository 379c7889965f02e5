"""The canonical text of a JSON value (RFC 8785), over which hashes are computed."""

import json
from decimal import Decimal
from typing import Any


def canonical_json(value: Any) -> str:
    """Writes the canonical text of a value from `json.loads`."""
    if isinstance(value, dict):
        # Sorted by UTF-16 code units (section 3.2.3).
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{_quoted(name)}:{canonical_json(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical_json(one) for one in value) + "]"
    if isinstance(value, float):
        return _number(value)
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _number(value: float) -> str:
    """Writes a number as ECMAScript does (RFC 8785, section 3.2.2.3); Python finds the same digits."""
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    text, point = "".join(map(str, digits)), int(exponent) + len(digits)
    if len(text) <= point <= 21:
        text = text.ljust(point, "0")
    elif 0 < point <= 21:
        text = f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{text}"
    else:
        rest = f".{text[1:]}" if len(text) > 1 else ""
        text = f"{text[0]}{rest}e{point - 1:+d}"
    return f"-{text}" if sign else text
