"""The header by which a repeated question gets its first answer."""

import re
import uuid


def new_key() -> str:
    return str(uuid.uuid4())


def idempotency(key: str) -> dict[str, str]:
    """Raises ValueError for anything that a header can't hold."""
    if re.fullmatch(r"[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?", key) is None:
        raise ValueError("An idempotency key has 1 to 255 printable ASCII characters.")
    return {"Idempotency-Key": key}
