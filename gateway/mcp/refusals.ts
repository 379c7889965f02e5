/** Tells a model that there is no verdict. The text says what it may do, and nothing about keys or addresses. */
import {
  AuthenticationError,
  PermissionError,
  RateLimitError,
  UsageLimitError,
  ValidationError,
} from '@assize/client';

const NOT_DONE = 'The call was not carried out';

export function refusedWithout(error: unknown): string {
  if (error instanceof UsageLimitError) {
    return `${NOT_DONE}: the allowance of evaluations is used up. A human has to raise it; don't try again before that.`;
  }
  if (error instanceof RateLimitError) {
    const after = error.retryAfter === undefined ? 'later' : `in ${error.retryAfter} seconds`;
    return `${NOT_DONE}: too many calls are being judged at the moment. Try again ${after}.`;
  }
  if (error instanceof AuthenticationError || error instanceof PermissionError) {
    return `${NOT_DONE}: Assize refused the key of the gateway. A human has to fix it; don't try again before that.`;
  }
  if (error instanceof ValidationError) {
    return `${NOT_DONE}: it can't be judged as it is. ${error.detail}`;
  }
  return `${NOT_DONE}: there was no verdict on it. Try again later.`;
}
