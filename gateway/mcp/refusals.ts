/** What a model is told where there is no verdict. It says what may be done, and nothing of keys or addresses. */
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
    return `${NOT_DONE}: the allowance of evaluations is used up. A human has to raise it; don't try again before.`;
  }
  if (error instanceof RateLimitError) {
    const after = error.retryAfter === undefined ? 'later' : `in ${error.retryAfter} seconds`;
    return `${NOT_DONE}: too many calls are judged at the moment. Try it again ${after}.`;
  }
  if (error instanceof AuthenticationError || error instanceof PermissionError) {
    return `${NOT_DONE}: Assize refused the key of the gateway. A human has to set it right; don't try again before.`;
  }
  if (error instanceof ValidationError) {
    return `${NOT_DONE}: it can't be judged as it is. ${error.detail}`;
  }
  return `${NOT_DONE}: no verdict on it could be had. Try it again later.`;
}
