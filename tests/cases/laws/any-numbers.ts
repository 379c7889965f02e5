/** Generates amounts, scores and confidences, most of which meet each other's limits. */
import fc from 'fast-check';

export const anyMicroUsd = fc.integer({ min: 0, max: 20_000_000 });
/** Mostly sums that meet each other's limits; sometimes any amount that a double can hold. */
export const anyUsd = fc.oneof(
  { weight: 8, arbitrary: anyMicroUsd.map((microUsd) => microUsd / 1_000_000) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 20 }) },
  { weight: 1, arbitrary: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }) },
);
export const anyTrust = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
export const anyConfidence = fc.oneof(
  fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
