"""Assize decides whether an agent's action may be carried out. This client asks it, and acts only if it may."""

from .arguments import ActionRefused
from .client import Assize, AsyncAssize, Options
from .corrections import CorrectedCall
from .credential import Token
from .failures import (
    ApiError,
    AssizeError,
    AuthenticationError,
    ConfigurationError,
    ConflictError,
    ConnectionError,
    NotFoundError,
    PermissionError,
    RateLimitError,
    ServerError,
    TimeoutError,
    UsageLimitError,
    ValidationError,
)
from .guard import use_approval
from .guarded import GuardOptions
from .judgement import Judgement, ToolCall
from .planning import PlanPrompt
from .refused import ActionBlocked, ApprovalCorrected, ApprovalRequired
from .settings import OnUnavailable
from .telemetry import PlanFailed, ReportFailed, Requested, Responded, Retried, Telemetry
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "ActionBlocked",
    "ActionRefused",
    "ApiError",
    "ApprovalCorrected",
    "ApprovalRequired",
    "Assize",
    "AssizeError",
    "AsyncAssize",
    "AuthenticationError",
    "ConfigurationError",
    "ConflictError",
    "ConnectionError",
    "CorrectedCall",
    "GuardOptions",
    "Judgement",
    "NotFoundError",
    "OnUnavailable",
    "Options",
    "PermissionError",
    "PlanFailed",
    "PlanPrompt",
    "RateLimitError",
    "ReportFailed",
    "Requested",
    "Responded",
    "Retried",
    "ServerError",
    "Telemetry",
    "TimeoutError",
    "Token",
    "ToolCall",
    "UsageLimitError",
    "ValidationError",
    "WebhookVerificationError",
    "use_approval",
    "verify_webhook",
]
