/**
 * Turns of the event loop, for work that would block it if done at once. Such work is counted here; once a
 * turn has done its share, further work waits for another turn, and the waiting chains alternate.
 */
import { reportWorkTo } from '@assize/act-reading/work';

/** A unit is about ten nanoseconds, so a turn takes a few milliseconds plus the work that it began last. */
const UNITS_OF_A_TURN = 300_000;

let done = 0;
let isCounting = false;
/** The waiting work by chain, in the order of their turns. */
const waiting = new Map<number, (() => void)[]>();

/** Counts work that has just been done in this turn. */
export function countWork(units: number): void {
  done += units;
  watch();
}

/** Whether further long work has to wait. */
export function isTurnUsedUp(): boolean {
  return done >= UNITS_OF_A_TURN;
}

/**
 * Waits for a turn with room. The waiting chains continue in rotation until the turn is used up, so a chain
 * with much work does not delay the others.
 * @param chain whose work it is; 0 for work that belongs to none.
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
    // A tick requested from a promise runs when no promise has work left: the turn's work is then done.
    if (waiting.size > 0) queueMicrotask(() => process.nextTick(letNextGoOn));
    return;
  }
}

function letNextGoOn(): void {
  if (isTurnUsedUp()) watch();
  else letOneGoOn();
}

reportWorkTo(countWork);
