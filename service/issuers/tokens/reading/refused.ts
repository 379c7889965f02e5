/** How a token is refused: with the reason, and never with the token or its claims. */
import { Failure } from '../../../foundation/failure.ts';

/** @param reason continues the sentence "This token …". */
export function tokenRefused(reason: string, cause?: unknown): Failure {
  return new Failure('unauthenticated', `This token ${reason}.`, { details: { refused: 'token' }, cause });
}

/** The proof of possession beside a token is absent or wrong. @param reason a sentence without its full stop. */
export function proofRefused(reason: string, cause?: unknown): Failure {
  return new Failure('unauthenticated', `${reason}.`, { details: { refused: 'proof' }, cause });
}
