/** Says why tokens with certain algorithms are never accepted, which a list of the others would not tell. */
import type { Fault } from '../foundation/failure.ts';

const SHARED_SECRET = /^HS\d+$/i;
const NO_SIGNATURE = /^none$/i;

/** Says why these algorithms are not among those that can be listed. @param given may be anything. */
export function faultsOfAlgorithms(given: unknown): Fault[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((algorithm, place) => {
    const why = typeof algorithm === 'string' ? whyNever(algorithm) : null;
    if (why === null) return [];
    return [{ field: ['algorithms', String(place)], message: why, type: 'value_error' }];
  });
}

function whyNever(algorithm: string): string | null {
  if (NO_SIGNATURE.test(algorithm)) return 'A token with alg none is not signed, so anyone can make one';
  if (!SHARED_SECRET.test(algorithm)) return null;
  return 'HS algorithms sign with a shared secret: who can check such a token can make one, so it proves no issuer';
}
