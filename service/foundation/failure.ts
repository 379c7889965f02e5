/**
 * The one way in which a use case refuses. A failure has a code from a closed set, a message for the caller and, if the
 * answer needs them, details. Internal causes are in `cause`, which is only logged. A negative verdict is not a
 * failure: it is an answer.
 */

/** One fault of a request; types as Pydantic 2 names them. HTTP adds where the field was. */
export interface Fault {
  /** The names that lead to the field; none for the request as a whole. */
  field: readonly string[];
  message: string;
  type: string;
}

/** The states that can conflict with a request: each reason that callers can tell apart has its own code. */
export const CONFLICTS = [
  'access_changed',
  'account_exists',
  'agent_changed',
  'agent_registered',
  'agent_retired',
  'agreement_needs_enterprise',
  'approval_approved_unchanged',
  'approval_corrected_already',
  'approval_decided_already',
  'approval_needs_others',
  'approval_not_pending',
  'backtest_under_way',
  'budget_changed',
  'budget_deleted',
  'caller_gone',
  'change_overtaken',
  'channel_changed',
  'channel_disabled',
  'correction_asks_others',
  'correction_blocked',
  'decision_link_ended',
  'decision_link_used',
  'directory_changed',
  'evidence_held',
  'group_changed',
  'group_deleted',
  'incident_changed',
  'incident_closed',
  'incident_open',
  'index_incomplete',
  'invitation_used',
  'issuer_changed',
  'issuer_taken',
  'last_owner',
  'last_second_person',
  'mail_not_configured',
  'mandate_changed',
  'mandate_not_open',
  'mandate_not_widened',
  'member_exists',
  'message_waits',
  'month_not_closed',
  'name_taken',
  'named_by_a_route',
  'no_evidence',
  'no_passkey',
  'no_place_left',
  'no_tool_accepted',
  'not_a_restore',
  'outcome_reported',
  'payload_gone',
  'planner_not_set',
  'policy_exists',
  'policy_has_no_former_version',
  'policy_in_force_changed',
  'policy_version_changed',
  'policy_version_unusable',
  'own_access',
  'record_must_stay_readable',
  'report_under_way',
  'restore_acknowledged_elsewhere',
  'result_reported',
  'review_closed',
  'review_incomplete',
  'review_open',
  'second_person_needed',
  'second_person_missing',
  'session_ended',
  'session_full',
  'settings_changed',
  'signed_off_already',
  'signing_unavailable',
  'tenant_exists',
  'too_many_agents',
  'too_many_budgets',
  'too_many_channels',
  'too_many_groups',
  'too_many_issuers',
  'too_many_policies',
  'too_many_policies_in_force',
  'too_many_sinks',
  'too_many_tool_patterns',
  'too_many_tools',
  'too_many_webhooks',
  'tool_accepted',
  'tool_changed',
  'usage_disagrees',
  'webhook_disabled',
] as const;

export type Conflict = (typeof CONFLICTS)[number];

export type FailureCode =
  /** No key, an unknown one, or a header that does not have the published form. */
  | 'unauthenticated'
  | 'key_revoked'
  | 'key_expired'
  | 'scope_missing'
  | 'wrong_environment'
  /** The key is valid and has the scope, but may not do this (separation of duties, granting a scope it lacks). */
  | 'forbidden'
  /** The agent of the credential is suspended or retired: only its evaluations are answered. */
  | 'agent_suspended'
  /** Also for other tenants' objects: a caller must not see the difference. */
  | 'not_found'
  /** The object is not in the state, or at the version, that the request expects. */
  | 'conflict'
  /** The request itself is wrong: `details.faults` says where. */
  | 'invalid'
  | 'idempotency_key_reuse'
  | 'too_large'
  /** Too many requests in this second or day: `details.retryAfterSeconds`. */
  | 'rate_limited'
  /** The month's allowance is used up: `details.retryAfterSeconds` and `details.usage`. */
  | 'allowance_exceeded'
  /** A dependency can't be reached at the moment: `details.retryAfterSeconds`. */
  | 'unavailable'
  /** It would wait too long: `details.retryAfterSeconds`. */
  | 'overloaded';

export interface FailureDetails {
  /** The reason for a `conflict`. */
  conflict?: Conflict;
  /** The approval that a change waits for. */
  approvalId?: string;
  faults?: readonly Fault[];
  retryAfterSeconds?: number;
  /** The used-up meter, as the published usage headers state it. */
  usage?: { type: string; limit: number; current: number };
  /** Where an `unauthenticated` caller came by a token: whether it was wrong, or its proof of possession. */
  refused?: 'token' | 'proof';
}

/** For an integer that a double may not hold exactly; see `isExactNumber`. */
export const INEXACT_INTEGER: Omit<Fault, 'field'> = {
  type: 'int_parsing_size',
  message:
    'Input should be an integer that a double holds exactly: in digits, at most 9007199254740991 on either side of zero. Send a longer one as a string',
};

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  /** Shown to the caller unchanged: no internals, no value from the request. */
  readonly publicMessage: string;
  readonly details: FailureDetails;

  constructor(
    code: 'conflict',
    publicMessage: string,
    options: { conflict: Conflict; approvalId?: string; cause?: unknown },
  );
  constructor(
    code: Exclude<FailureCode, 'conflict'>,
    publicMessage: string,
    options?: { details?: FailureDetails; cause?: unknown },
  );
  constructor(
    code: FailureCode,
    publicMessage: string,
    {
      details = {},
      conflict,
      approvalId,
      cause,
    }: { details?: FailureDetails; conflict?: Conflict; approvalId?: string; cause?: unknown } = {},
  ) {
    super(publicMessage, cause === undefined ? undefined : { cause });
    this.code = code;
    this.publicMessage = publicMessage;
    this.details =
      conflict === undefined ? details : { conflict, ...(approvalId !== undefined && { approvalId }) };
  }

  static conflict(conflict: Conflict, publicMessage: string): Failure {
    return new Failure('conflict', publicMessage, { conflict });
  }

  /** An invalid request, with at least one fault. */
  static invalid(faults: readonly Fault[]): Failure {
    return new Failure('invalid', 'The request is not valid.', { details: { faults } });
  }

  /** The month's allowance is used up; `retryAfterSeconds` is the time until the next month. */
  static allowanceExceeded(
    usage: NonNullable<FailureDetails['usage']>,
    publicMessage: string,
    retryAfterSeconds: number,
  ): Failure {
    return new Failure('allowance_exceeded', publicMessage, { details: { usage, retryAfterSeconds } });
  }

  /**
   * Evidence could not be made durable, or the database can't be reached: no verdict; the caller should try
   * again later.
   */
  static unavailable(retryAfterSeconds: number, cause: unknown): Failure {
    return new Failure('unavailable', 'The service is unavailable for now. Please retry.', {
      details: { retryAfterSeconds },
      cause,
    });
  }
}

/** For work that may be skipped while the database is unavailable. @throws every other error. */
export function unlessUnavailable(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'unavailable')) throw error;
}
