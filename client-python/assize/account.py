"""The account: trust in its agents, its usage and its keys."""

from typing import BinaryIO, Generic, Literal, TypedDict, Unpack

from .catalogue import Noun
from .connection import ApiRequest, path_of
from .steps import Mode, Steps, endpoint
from .wire import (
    ApiKeyList,
    ApiKeyRequest,
    Billing,
    Invoice,
    NewApiKey,
    RevokedApiKey,
    TrustHistory,
    TrustPage,
    UsageHistory,
    UsageSummary,
)
from .wire import (
    Trust as TrustScore,
)


class TrustFilter(TypedDict, total=False):
    """Which page, and in which order: by name, or by score with the least trusted first."""

    order: Literal["name", "score"]
    limit: int
    cursor: str


class HistoryFilter(TypedDict, total=False):
    """Which page."""

    limit: int
    cursor: str


class Trust(Noun[Mode], Generic[Mode]):
    """How far the outcomes of agents support trusting them."""

    @endpoint
    def get(self, agent_id: str) -> Steps[TrustScore]:
        """Returns an agent's score; an unknown agent has the initial score."""
        trust: TrustScore = yield from self._ask("GET", "core", "trust", agent_id, repeatable=True)
        return trust

    @endpoint
    def list(self, **query: Unpack[TrustFilter]) -> Steps[TrustPage]:
        """Returns one page of the known agents."""
        page: TrustPage = yield from self._ask("GET", "core", "trust", repeatable=True, query=query)
        return page

    @endpoint
    def history(self, agent_id: str, **query: Unpack[HistoryFilter]) -> Steps[TrustHistory]:
        """Returns one page of the events by which an agent gained or lost trust."""
        path = ("core", "trust", agent_id, "history")
        page: TrustHistory = yield from self._ask("GET", *path, repeatable=True, query=query)
        return page


class Usage(Noun[Mode], Generic[Mode]):
    """Usage, and its cost in US dollars."""

    @endpoint
    def summary(self) -> Steps[UsageSummary]:
        """Returns this month's usage, the remaining allowance, and the cost of the overage."""
        summary: UsageSummary = yield from self._ask("GET", "usage", "summary", repeatable=True)
        return summary

    @endpoint
    def billing(self) -> Steps[Billing]:
        """Returns the amount due for this month so far."""
        status: Billing = yield from self._ask("GET", "usage", "billing", repeatable=True)
        return status

    @endpoint
    def history(self) -> Steps[UsageHistory]:
        """Returns a summary of each month since the account began, newest first."""
        history: UsageHistory = yield from self._ask("GET", "usage", "history", repeatable=True)
        return history

    @endpoint
    def invoice(self, month: str) -> Steps[Invoice]:
        """Returns the invoice of a closed month such as 2026-10. Raises NotFoundError."""
        invoice: Invoice = yield from self._ask("GET", "usage", "invoices", month, repeatable=True)
        return invoice

    @endpoint
    def download_invoice(self, month: str, into: BinaryIO, *, format: Literal["csv", "pdf"]) -> Steps[int]:
        """Writes the invoice into an open binary file. Returns the number of bytes."""
        request = ApiRequest("GET", path_of("usage", "invoices", month), True, query={"format": format})
        return (yield from self._connection.stream(request, into))


class Keys(Noun[Mode], Generic[Mode]):
    """The keys of the tenant."""

    @endpoint
    def list(self) -> Steps[ApiKeyList]:
        """Returns all keys, newest first, without their secrets."""
        page: ApiKeyList = yield from self._ask("GET", "api-keys", repeatable=True)
        return page

    @endpoint
    def create(self, **key: Unpack[ApiKeyRequest]) -> Steps[NewApiKey]:
        """Creates a key. Only this answer contains its secret, under `key`."""
        created: NewApiKey = yield from self._ask("POST", "api-keys", repeatable=False, body=key)
        return created

    @endpoint
    def revoke(self, key_id: str) -> Steps[RevokedApiKey]:
        """Revokes a key for good."""
        revoked: RevokedApiKey = yield from self._ask("DELETE", "api-keys", key_id, repeatable=True)
        return revoked
