"""The evidence of verdicts and actions: read it, search it, prove it, export it."""

from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta
from typing import BinaryIO, Generic, TypedDict, Unpack

from .connection import ApiRequest, Connection, path_of
from .failures import ConnectionError
from .steps import Awaited, Blocking, Driver, Mode, Steps, Stepwise, endpoint
from .wire import (
    Artifact,
    ArtifactInFull,
    EvidencePage,
    EvidenceSearch,
    Export,
    ExportRequest,
    LatestArtifacts,
    Verification,
    VerifierKeys,
)

_PAGE = 100


class VerificationOptions(TypedDict, total=False):
    """Whether to start at the first record, and with which checkpoint that you kept."""

    full: bool
    trusted_checkpoint: str


class EvidenceReader(Stepwise[Mode], Generic[Mode]):
    """The evidence of the key's environment."""

    def __init__(self, driver: Driver, connection: Connection) -> None:
        super().__init__(driver)
        self._connection = connection

    @endpoint
    def get(self, evidence_id: str) -> Steps[ArtifactInFull]:
        """Returns one artifact, with its leaf. Raises NotFoundError."""
        request = ApiRequest("GET", path_of("evidence", evidence_id), True)
        artifact: ArtifactInFull = yield from self._connection.json(request)
        return artifact

    @endpoint
    def search(self, **filters: Unpack[EvidenceSearch]) -> Steps[EvidencePage]:
        """Returns one page of what matches all filters, newest first."""
        return (yield from self._search(filters))

    @endpoint
    def latest(self) -> Steps[LatestArtifacts]:
        """Returns the newest artifact of each type."""
        request = ApiRequest("GET", path_of("evidence", "latest"), True)
        latest: LatestArtifacts = yield from self._connection.json(request)
        return latest

    @endpoint
    def proof(self, evidence_id: str) -> Steps[str]:
        """Returns the proof that the artifact is in the signed chain, as C2SP tlog-proof.

        `assize.proof.verify_proof` checks it on your machine.
        """
        path = path_of("evidence", evidence_id, "proof")
        return (yield from self._connection.text(ApiRequest("GET", path, True)))

    @endpoint
    def verifier_keys(self) -> Steps[VerifierKeys]:
        """Returns the keys that have signed checkpoints.

        If a proof must hold against the operator too, take the keys from a source other than the service.
        """
        request = ApiRequest("GET", path_of("evidence", "verifier-keys"), True)
        keys: VerifierKeys = yield from self._connection.json(request)
        return keys

    @endpoint
    def checkpoint(self) -> Steps[str]:
        """Returns the newest signed checkpoint, to keep where the operator can't change it."""
        return (yield from self._connection.text(ApiRequest("GET", path_of("evidence", "checkpoint"), True)))

    @endpoint
    def verify(self, **query: Unpack[VerificationOptions]) -> Steps[Verification]:
        """Asks the service to recompute its chain. A chain that is not sound is an answer too."""
        request = ApiRequest("GET", path_of("evidence", "verify"), True, query={**query})
        verification: Verification = yield from self._connection.json(request)
        return verification

    @endpoint
    def export(self, into: BinaryIO, **request: Unpack[ExportRequest]) -> Steps[Export]:
        """Makes an export, and writes it into an open binary file as it arrives. Returns its description.

        It is downloaded once: if that fails in the middle, start with an empty file.
        """
        path = path_of("evidence", "export")
        export: Export = yield from self._connection.json(ApiRequest("POST", path, False, body=request))
        download = ApiRequest("GET", path_of("evidence", "export", export["export_id"], "download"), False)
        yield from self._connection.stream(download, into)
        return export

    def _search(self, filters: EvidenceSearch) -> Steps[EvidencePage]:
        request = ApiRequest("POST", path_of("evidence", "search"), True, body=filters)
        page = yield from self._connection.json(request)
        if not isinstance(page, dict) or not isinstance(page.get("items"), list):
            raise ConnectionError("The answer is not a page of evidence: is this Assize?")
        found: EvidencePage = {**page}  # type: ignore[typeddict-item]
        return found


class Evidence(EvidenceReader[Blocking]):
    """The evidence of the key's environment."""

    def iterate(self, **filters: Unpack[EvidenceSearch]) -> Iterator[Artifact]:
        """Yields everything that matches, newest first, page by page. `offset` skips that many."""
        pages = _Pages(filters)
        while pages.more:
            yield from pages.fresh(self.search(**pages.next()))


class AsyncEvidence(EvidenceReader[Awaited]):
    """The evidence of the key's environment."""

    async def iterate(self, **filters: Unpack[EvidenceSearch]) -> AsyncIterator[Artifact]:
        """Yields everything that matches, newest first, page by page. `offset` skips that many."""
        pages = _Pages(filters)
        while pages.more:
            for artifact in pages.fresh(await self.search(**pages.next())):
                yield artifact


class _Pages:
    """Goes through pages, newest first. Records made meanwhile are left out."""

    def __init__(self, filters: EvidenceSearch) -> None:
        self._filters = filters
        self._offset = filters.get("offset", 0)
        self._before: set[str] = set()
        self.more = True

    def next(self) -> EvidenceSearch:
        return {**self._filters, "limit": self._filters.get("limit", _PAGE), "offset": self._offset}

    def fresh(self, page: EvidencePage) -> list[Artifact]:
        items = page["items"]
        if items and not self._before:
            self._filters = {"to_date": _just_after(items[0]), **self._filters}
        # A record from the same millisecond as the newest has moved the others back.
        fresh = [artifact for artifact in items if artifact["id"] not in self._before]
        self._before = {artifact["id"] for artifact in items}
        self._offset += len(items)
        self.more = len(items) > 0 and self._offset < page["total"]
        return fresh


def _just_after(artifact: Artifact) -> str:
    time = datetime.fromisoformat(artifact["created_at"]) + timedelta(milliseconds=1)
    return time.isoformat(timespec="milliseconds")
