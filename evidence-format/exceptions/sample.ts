/**
 * Draws a random sample that anyone can draw again: the seed and the size of the population decide it. The records of
 * the population are numbered from 0 in the order of the chain, and the draw gives numbers.
 */
import { sha256 } from '../platform/sha256.ts';

export const SAMPLE_METHOD = 'sha256-counter/1';

/** The bytes of each hash that are used: 48 bits are an exact number. */
const USED_BYTES = 6;
const RANGE = 2 ** (8 * USED_BYTES);

/**
 * The numbers in the order in which they are drawn, each once. The counter goes up from 0. For each, the first 48 bits of
 * SHA-256(seed ‖ ":" ‖ counter), both as text, are a number. One in the last, incomplete round of the population is
 * rejected, since it would favour the first records. Of the others, the remainder by the population's size is drawn,
 * unless it was drawn before.
 * @param wanted how many; all where the population has no more.
 */
export function drawSample(seed: string, population: number, wanted: number): number[] {
  const drawn = new Set<number>();
  const limit = population === 0 ? 0 : RANGE - (RANGE % population);
  for (let counter = 0; drawn.size < Math.min(wanted, population); counter += 1) {
    const value = numberOf(sha256(`${seed}:${counter}`));
    if (value < limit) drawn.add(value % population);
  }
  return [...drawn];
}

function numberOf(hash: Uint8Array): number {
  return hash.subarray(0, USED_BYTES).reduce((sum, byte) => sum * 256 + byte, 0);
}
