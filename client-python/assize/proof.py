"""Checks on this machine that a record is in a signed chain (C2SP tlog-proof, with RFC 6962 trees).

The signature of the checkpoint needs the extra `assize[proof]`; everything else needs only Python.
"""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from .canonical import canonical_json
from .failures import AssizeError, ConfigurationError
from .wire import ArtifactInFull

_FIRST_LINE = "c2sp.org/tlog-proof@v1"
_HASH_BYTES = 32
_KEY_ID_BYTES = 4
_ED25519 = b"\x01"
_MAX_SIGNATURES = 100
_MAX_COUNT = 2**53 - 1
_LEAF = b"\x00"
# The fields of the leaf that the artifact shows too.
_SHOWN = (
    "hash",
    "artifact_type",
    "action",
    "verdict",
    "actor",
    "index",
    "payload_commitment",
    "created_at",
    "previous_hash",
)


class ProofError(AssizeError):
    """The proof does not hold; the message says why."""


@dataclass(frozen=True)
class Proven:
    """The leaf is record `index`, from 0, of the first `size` records of the chain `origin`."""

    leaf: dict[str, Any]
    index: int
    size: int
    origin: str
    is_signed: bool
    """Whether one of the given keys has signed the checkpoint. Without that, the proof is only its sender's word."""


@dataclass(frozen=True)
class _ProofFile:
    leaf: bytes
    index: int
    hashes: list[bytes]
    note: str


@dataclass(frozen=True)
class _Checkpoint:
    origin: str
    size: int
    root: bytes


def verify_proof(
    proof: str, verifier_keys: Collection[str], *, artifact: ArtifactInFull | None = None
) -> Proven:
    """Checks that the leaf is in the tree of the checkpoint, and that one of the keys has signed that.

    The keys have the form `assize/chn_…+…+…`: take them from where the operator of the service can't change
    them. With an artifact, also checks that it matches the leaf, payload included. Raises ProofError, and
    ConfigurationError where `cryptography` is not installed or a key is malformed.
    """
    proven = verify_inclusion(proof, artifact=artifact)
    _check_signature(_read(proof).note, proven.origin, verifier_keys)
    return Proven(proven.leaf, proven.index, proven.size, proven.origin, is_signed=True)


def verify_inclusion(proof: str, *, artifact: ArtifactInFull | None = None) -> Proven:
    """Does the same without the signature: it trusts the checkpoint. Raises ProofError."""
    file = _read(proof)
    checkpoint = _checkpoint_in(file.note)
    leaf_hash = hashlib.sha256(_LEAF + file.leaf).digest()
    if _root_of(leaf_hash, file.index, checkpoint.size, file.hashes) != checkpoint.root:
        raise ProofError(
            f"This is not record {file.index} of the {checkpoint.size} that the checkpoint covers."
        )
    leaf = _leaf_in(file.leaf)
    if (leaf.get("index"), f"assize/{leaf.get('chain')}") != (file.index, checkpoint.origin):
        raise ProofError("The leaf names another record than its proof does.")
    if artifact is not None:
        _check_artifact(artifact, leaf, file.leaf)
    return Proven(leaf, file.index, checkpoint.size, checkpoint.origin, is_signed=False)


def _read(proof: str) -> _ProofFile:
    head, separator, note = proof.partition("\n\n")
    lines = head.split("\n")
    if separator == "" or len(lines) < 3 or lines[0] != _FIRST_LINE or not lines[1].startswith("extra "):
        raise ProofError("This is not a proof with a leaf.")
    index = re.fullmatch(r"index (0|[1-9][0-9]{0,15})", lines[2])
    hashes = [_decoded(line) for line in lines[3:]]
    if index is None or int(index[1]) > _MAX_COUNT or any(len(one) != _HASH_BYTES for one in hashes):
        raise ProofError("The proof has no index, or its hashes are malformed.")
    return _ProofFile(_decoded(lines[1].removeprefix("extra ")), int(index[1]), hashes, note)


def _checkpoint_in(note: str) -> _Checkpoint:
    text, _ = _parts_of(note)
    origin, size, root, *_ = [*text.split("\n"), "", "", ""]
    if origin == "" or re.fullmatch(r"0|[1-9][0-9]{0,15}", size) is None or int(size) > _MAX_COUNT:
        raise ProofError("The checkpoint has no origin or no size.")
    if len(_decoded(root)) != _HASH_BYTES:
        raise ProofError("The checkpoint has no root.")
    return _Checkpoint(origin, int(size), _decoded(root))


def _parts_of(note: str) -> tuple[str, list[str]]:
    """Returns the signed text and the lines of signatures (C2SP signed-note, Format)."""
    end = note.rfind("\n\n") + 1
    lines = note[end + 1 :].split("\n")
    has_control = re.search(r"[\x00-\x09\x0b-\x1f]", note) is not None
    if end == 0 or has_control or lines[-1] != "" or not 1 < len(lines) <= _MAX_SIGNATURES + 1:
        raise ProofError("The checkpoint is not a signed note.")
    return note[:end], lines[:-1]


def _root_of(leaf_hash: bytes, index: int, size: int, hashes: list[bytes]) -> bytes | None:
    """Goes from the leaf to the root (RFC 9162, section 2.1.3.2). Returns None where the path has the wrong length."""
    if index >= size:
        return None
    at, last, current, left = index, size - 1, leaf_hash, list(hashes)
    while last > 0:
        if at % 2 == 1 or at < last:
            if not left:
                return None
            pair = (left.pop(0), current) if at % 2 == 1 else (current, left.pop(0))
            current = hashlib.sha256(b"\x01" + pair[0] + pair[1]).digest()
        at, last = at // 2, last // 2
    return None if left else current


def _check_signature(note: str, origin: str, verifier_keys: Collection[str]) -> None:
    text, lines = _parts_of(note)
    keys = [(_verifier_of(key), key.split("+")[0]) for key in verifier_keys]
    is_signed = False
    for line in dict.fromkeys(lines):
        signature = re.fullmatch(r"— ([^\s+]+) (\S+)", line)
        bytes_ = _decoded(signature[2]) if signature is not None else b""
        if signature is None or len(bytes_) <= _KEY_ID_BYTES:
            raise ProofError("The checkpoint has a malformed line among its signatures.")
        for (key_id, verify), name in keys:
            if name == signature[1] == origin and key_id == bytes_[:_KEY_ID_BYTES]:
                verify(bytes_[_KEY_ID_BYTES:], text.encode())
                is_signed = True
    if not is_signed:
        raise ProofError(f"None of the given keys has signed this checkpoint of {origin}.")


def _verifier_of(key: str) -> tuple[bytes, Any]:
    """Returns the key's id, and a function that checks a signature by it."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise ConfigurationError("Signatures need the extra: pip install 'assize[proof]'.") from None
    parts = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)", key)
    public = _decoded(parts[3]) if parts is not None else b""
    if parts is None or len(public) != 1 + 32 or not public.startswith(_ED25519):
        raise ConfigurationError("A verifier key has the form name+id+base64, and must be an Ed25519 key.")
    key_id = hashlib.sha256(parts[1].encode() + b"\n" + public).digest()[:_KEY_ID_BYTES]
    if key_id.hex() != parts[2]:
        raise ConfigurationError("The id of the verifier key does not match its name and key.")
    verifier = Ed25519PublicKey.from_public_bytes(public[1:])

    def verify(signature: bytes, message: bytes) -> None:
        try:
            verifier.verify(signature, message)
        except InvalidSignature:
            raise ProofError(f"The signature of {parts[1]} does not match this checkpoint.") from None

    return key_id, verify


def _check_artifact(artifact: ArtifactInFull, leaf: dict[str, Any], text: bytes) -> None:
    if artifact.get("leaf") != text.decode(errors="replace") or artifact.get("id") != leaf.get("id"):
        raise ProofError("The proof belongs to another record.")
    shown = {**leaf, "hash": f"sha256:{hashlib.sha256(_LEAF + text).hexdigest()}"}
    other = next((name for name in _SHOWN if artifact.get(name) != shown.get(name)), None)
    if other is not None:
        raise ProofError(f"The {other} of the record differs from that of its leaf.")
    payload, salt = artifact.get("payload"), artifact.get("salt")
    if payload is None and salt is None:
        return  # It was removed, and its commitment remains.
    if not _commits_to(leaf.get("payload_commitment"), payload, salt):
        raise ProofError("The payload is not the one that was recorded.")


def _commits_to(commitment: object, payload: object, salt: object) -> bool:
    try:
        # Without its salt, the payload could not be told from any other.
        committed = bytes.fromhex(str(salt)) + canonical_json(payload).encode()
    except (ValueError, TypeError, RecursionError):
        return False
    return f"sha256:{hashlib.sha256(committed).hexdigest()}" == commitment


def _leaf_in(text: bytes) -> dict[str, Any]:
    try:
        leaf = json.loads(text)
    except ValueError:
        leaf = None
    if not isinstance(leaf, dict):
        raise ProofError("The leaf of the proof is malformed.")
    return leaf


def _decoded(text: str) -> bytes:
    """Returns the bytes of canonical base64; nothing for any other text."""
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return found if base64.b64encode(found).decode() == text else b""
