/**
 * Turns of the event loop, for work that would block it if done at once. Such work is counted here; once a turn has had
 * its share, further work waits for another turn, and the waiting chains take turns.
 */
import { reportWorkTo } from '@assize/act-reading/work';

/** A unit is about ten nanoseconds, so a turn takes some milliseconds plus the work that it began last. */
const UNITS_OF_A_TURN = 300_000;

let done = 0;
let isCounting = false;
/** The waiting work by chain, in the order of their turns. */
const waiting = new Map<number, (() => void)[]>();

/** Counts work that was just done in this turn. */
export function countWork(units: number): void {
  done += units;
  watch();
}

/** Whether further work that may take long has to wait. */
export function isTurnUsedUp(): boolean {
  return done >= UNITS_OF_A_TURN;
}

/**
 * Waits for a turn with room. The waiting chains go on one after another until the turn is used up, so a chain with
 * much work does not delay the others.
 * @param chain whose work it is; 0 for work of none.
 */
export function nextTurn(chain: number): Promise<void> {
  return new Promise((resolve) => {
    const line = waiting.get(chain);
    if (line === undefined) waiting.set(chain, [resolve]);
    else line.push(resolve);
    watch();
  });
}

function watch(): void {
  if (isCounting) return;
  isCounting = true;
  setImmediate(begin);
}

function begin(): void {
  done = 0;
  isCounting = false;
  letOneGoOn();
}

function letOneGoOn(): void {
  for (const [chain, line] of waiting) {
    waiting.delete(chain);
    const mayContinue = line.shift();
    if (line.length > 0) waiting.set(chain, line);
    mayContinue?.();
    // A tick requested among promises comes when no promise has work left: then the turn's work is done.
    if (waiting.size > 0) queueMicrotask(() => process.nextTick(letNextGoOn));
    return;
  }
}

function letNextGoOn(): void {
  if (isTurnUsedUp()) watch();
  else letOneGoOn();
}

reportWorkTo(countWork);
