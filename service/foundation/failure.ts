/**
 * The one way a use case says no. A failure carries a code from a closed set, a message that may be shown to the
 * caller, and, where the answer needs them, details; whatever is internal travels in `cause` and is only logged.
 * A negative verdict is not a failure: it is an answer.
 */

/** One thing wrong with a request; types as Pydantic 2 names them. Where the field stood in it, HTTP says. */
export interface Fault {
  /** The names that lead to the field; none for the request as a whole. */
  field: readonly string[];
  message: string;
  type: string;
}

export type FailureCode =
  /** No key, an unknown one, or a header that is not of the published form. */
  | 'unauthenticated'
  | 'key_revoked'
  | 'key_expired'
  | 'scope_missing'
  | 'wrong_environment'
  /** The key is good and has the scope, and still may not do this (separation of duties, granting what it lacks). */
  | 'forbidden'
  /** Also what another tenant owns: the two must not be told apart. */
  | 'not_found'
  /** The thing is not in the state, or at the version, that the request expects. */
  | 'conflict'
  /** The request itself is wrong: `details.faults` says where. */
  | 'invalid'
  | 'idempotency_key_reuse'
  | 'too_large'
  /** Too many in this second or day: `details.retryAfterSeconds`. */
  | 'rate_limited'
  /** The month's allowance is used up: `details.retryAfterSeconds` and `details.usage`. */
  | 'allowance_exceeded'
  /** Something the service needs is not there for now: `details.retryAfterSeconds`. */
  | 'unavailable';

export interface FailureDetails {
  faults?: readonly Fault[];
  retryAfterSeconds?: number;
  /** What ran out, as the published usage headers state it. */
  usage?: { type: string; limit: number; current: number };
}

/** Of an integer that was read as another one than was written, or may have been: see `isExactNumber`. */
export const INEXACT_INTEGER: Omit<Fault, 'field'> = {
  type: 'int_parsing_size',
  message:
    'Input should be an integer that a double holds exactly: in digits, at most 9007199254740991 on either side of zero. Send a longer one as a string',
};

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  /** Goes to the caller as it stands: no internals, no value the caller sent. */
  readonly publicMessage: string;
  readonly details: FailureDetails;

  constructor(
    code: FailureCode,
    publicMessage: string,
    options: { details?: FailureDetails; cause?: unknown } = {},
  ) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.publicMessage = publicMessage;
    this.details = options.details ?? {};
  }

  /** A request that is wrong in the ways listed; at least one. */
  static invalid(faults: readonly Fault[]): Failure {
    return new Failure('invalid', 'The request is not valid.', { details: { faults } });
  }

  /** A month's allowance is used up; `retryAfterSeconds` is the time until the next. */
  static allowanceExceeded(
    usage: NonNullable<FailureDetails['usage']>,
    publicMessage: string,
    retryAfterSeconds: number,
  ): Failure {
    return new Failure('allowance_exceeded', publicMessage, { details: { usage, retryAfterSeconds } });
  }

  /** Evidence could not be made durable, or the database can't be reached: no verdict, come back later. */
  static unavailable(retryAfterSeconds: number, cause: unknown): Failure {
    return new Failure('unavailable', 'The service is unavailable for now. Please retry.', {
      details: { retryAfterSeconds },
      cause,
    });
  }
}

/** For what may be left undone while the database can't be used. @throws every other error. */
export function unlessUnavailable(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'unavailable')) throw error;
}
