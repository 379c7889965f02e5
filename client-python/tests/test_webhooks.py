"""Which messages of a webhook are genuine."""

import base64
import hashlib
import hmac

import pytest

from assize import ConfigurationError, WebhookVerificationError, verify_webhook

KEY = bytes(range(24))
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"
BODY = b'{"type":"approval.resolved","data":{"approval_id":"apr_1"}}'
NOW = 1_790_000_000


def headers(body: bytes = BODY, *, at: int = NOW, key: bytes = KEY, **more: str) -> dict[str, str]:
    digest = hmac.digest(key, b"evt_1.%d." % at + body, hashlib.sha256)
    signature = f"v1,{base64.b64encode(digest).decode()}"
    return {"Webhook-Id": "evt_1", "Webhook-Timestamp": str(at), "Webhook-Signature": signature, **more}


def test_a_genuine_message_is_taken():
    assert verify_webhook(BODY, headers(), SECRET, now=NOW)["data"] == {"approval_id": "apr_1"}
    assert (
        verify_webhook(BODY.decode(), headers(at=NOW - 299), SECRET, now=NOW)["type"] == "approval.resolved"
    )


def test_one_of_two_signatures_is_enough_while_the_secret_changes():
    two = headers()
    other = headers(key=bytes(24))["Webhook-Signature"]
    two["Webhook-Signature"] = f"v1a,AAAA {other} {two['Webhook-Signature']}"
    assert verify_webhook(BODY, two, SECRET, now=NOW)


@pytest.mark.parametrize(
    ("body", "given"),
    [
        (BODY.replace(b"resolved", b"created"), headers()),
        (BODY, headers(key=bytes(24))),
        (BODY, headers(at=NOW - 301)),
        (BODY, headers(at=NOW + 301)),
        (BODY, {**headers(), "Webhook-Id": "evt_2"}),
        (BODY, {**headers(), "Webhook-Id": ""}),
        (BODY, {**headers(), "Webhook-Timestamp": str(NOW + 1)}),
        (BODY, {**headers(), "Webhook-Timestamp": "now"}),
        (BODY, {**headers(), "Webhook-Timestamp": "1_7"}),
        (BODY, {**headers(), "Webhook-Signature": ""}),
        (BODY, {**headers(), "Webhook-Signature": "v1,"}),
        (BODY, {**headers(), "Webhook-Signature": "v1,ü"}),
        (BODY, {}),
        (b"[]", headers(b"[]")),
        (b"", headers(b"")),
    ],
)
def test_any_other_message_is_refused(body, given):
    with pytest.raises(WebhookVerificationError):
        verify_webhook(body, given, SECRET, now=NOW)


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_AAAA", SECRET[6:], f"{SECRET}=", f"{SECRET}\n"])
def test_refuses_to_work_without_a_secret(secret):
    with pytest.raises(ConfigurationError) as caught:
        verify_webhook(BODY, headers(key=b""), secret, now=NOW)
    assert "AAAA" not in str(caught.value)
