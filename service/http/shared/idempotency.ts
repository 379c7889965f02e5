/** Where a caller's idempotency key comes from, and what a repeated answer is marked with. */
import { Failure } from '../../foundation/failure.ts';

export const REPLAYED_HEADER = 'idempotency-replayed';

/**
 * @returns the key from the body or the header; they may both be there if they agree.
 * @throws {Failure} `invalid` where they differ: nobody could say which request is meant.
 */
export function idempotencyKeyOf(header: string | undefined, body: string | undefined): string | undefined {
  if (header !== undefined && body !== undefined && header !== body) {
    const message = 'The Idempotency-Key header and idempotency_key in the body should be the same';
    throw Failure.invalid([{ field: ['idempotency_key'], message, type: 'value_error' }]);
  }
  return body ?? header;
}
