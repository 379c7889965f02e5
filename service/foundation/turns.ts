/**
 * Turns of the event loop, for work that would keep it from others if all of it were done at once. Whoever does such work
 * counts it here; once a turn has had its share, what comes next waits for another one, and those who wait take turns.
 */

/** A unit is about ten nanoseconds: so a turn takes some milliseconds, and what it began last on top. */
const UNITS_OF_A_TURN = 300_000;

let done = 0;
let isCounting = false;
/** By whose work it is, in the order in which they come next. */
const waiting = new Map<number, (() => void)[]>();

/** Counts what was just done in this turn. */
export function countWork(units: number): void {
  done += units;
  watch();
}

/** Whether what is still to be done, and may take long, has to wait. */
export function isTurnUsedUp(): boolean {
  return done >= UNITS_OF_A_TURN;
}

/**
 * Waits for a turn in which there is room. There those who wait go on until it is used up, chain after chain, so that it
 * does not matter how much others have to do.
 * @param chain whose work it is; 0 where it is of none.
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
    // A tick that is asked for among promises comes when none of them has anything left to do: then it has done its work.
    if (waiting.size > 0) queueMicrotask(() => process.nextTick(letNextGoOn));
    return;
  }
}

function letNextGoOn(): void {
  if (isTurnUsedUp()) watch();
  else letOneGoOn();
}
