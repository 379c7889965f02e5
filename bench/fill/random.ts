/** Numbers that look random and are the same in every run, so that two fillings hold the same mix of artifacts. */
export interface Draw {
  /** From 0 up to, not including, 1. */
  share(): number;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  one<T>(choices: readonly T[]): T;
}

/** Mulberry32, by Tommy Ettinger: 32 bits of state, good enough to mix a sample. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(share() * end);
  return {
    share,
    below,
    one(choices) {
      const chosen = choices[below(choices.length)];
      if (chosen === undefined) throw new RangeError('there is nothing to choose from');
      return chosen;
    },
  };
}
