/** Checks what is given for a channel, beyond what the API's schema can say. */
import type { JsonObject } from '@assize/evidence-format';
import { Failure } from '../foundation/failure.ts';

/** @param of `options` or `secrets`. @throws {Failure} `invalid` where there are others than these. */
export function requireKnown(of: string, given: JsonObject, names: readonly string[]): void {
  const others = Object.keys(given).filter((name) => !names.includes(name));
  if (others.length === 0) return;
  const message = 'Extra inputs are not permitted';
  throw Failure.invalid(others.map((name) => ({ field: [of, name], message, type: 'extra_forbidden' })));
}
