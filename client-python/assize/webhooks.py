"""Checks whether a webhook message is genuine, by the Standard Webhooks specification."""

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import Any

from .failures import AssizeError, ConfigurationError

_TOLERANCE_SECONDS = 300


class WebhookVerificationError(AssizeError):
    """The message does not come from the service, or is too old."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    now: float | None = None,
) -> dict[str, Any]:
    """Returns the event of a genuine message, parsed. Pass the body as received, not parsed and serialised again.

    `secret` has the form `whsec_…`; `now` is in seconds since 1970. Raises WebhookVerificationError, and
    ConfigurationError for a malformed secret.
    """
    key = _key_of(secret)
    lower = {name.lower(): value for name, value in headers.items()}
    message_id = lower.get("webhook-id", "")
    timestamp = lower.get("webhook-timestamp", "")
    if message_id == "" or re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookVerificationError("The message lacks the headers of a webhook.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The message is too old, or its clock is wrong.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    expected = hmac.digest(key, f"{message_id}.{timestamp}.".encode() + content, hashlib.sha256)
    if not any(hmac.compare_digest(given, expected) for given in _signatures_in(lower)):
        raise WebhookVerificationError("The signature does not match this message and secret.")
    return _event_in(content)


def _key_of(secret: str) -> bytes:
    given = re.fullmatch(r"whsec_([A-Za-z0-9+/]{32,}={0,2})", secret)
    # An empty secret would accept forged messages.
    if given is None or len(given[1]) % 4 != 0:
        raise ConfigurationError("Set the secret of the endpoint: it has the form whsec_ and base64.")
    return base64.b64decode(given[1])


def _signatures_in(headers: Mapping[str, str]) -> list[bytes]:
    """While two secrets are valid, there are two signatures."""
    given = headers.get("webhook-signature", "").split(" ")
    texts = [one.removeprefix("v1,") for one in given if one.startswith("v1,")]
    return [base64.b64decode(text) for text in texts if re.fullmatch(r"[A-Za-z0-9+/]{43}=", text) is not None]


def _event_in(content: bytes) -> dict[str, Any]:
    try:
        event = json.loads(content)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise WebhookVerificationError("The message is genuine, but not an event.")
    return event
