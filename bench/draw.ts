/** Numbers that look random and are the same in every run, so that only the program differs between runs. */

export interface Draw {
  /** From 0 up to 1 (exclusive). */
  share(): number;
  /** A whole number from 0 up to `end` (exclusive). */
  below(end: number): number;
  one<T>(choices: readonly T[]): T;
}

/** Mulberry32, by Tommy Ettinger, which has 32 bits of state: enough to mix a sample. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(share() * end);
  return { share, below, one: (choices) => choices[below(choices.length)] as (typeof choices)[number] };
}
