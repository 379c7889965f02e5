/** A lock among processes: a file that only one of them can create. */
import { open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoginProblem } from './problem.ts';

const LOOK_EVERY_MS = 50;
/** Longer than its holder may take: a process that ended with it leaves it behind. */
const ABANDONED_MS = 60_000;
const LOOKS = (ABANDONED_MS + 10_000) / LOOK_EVERY_MS;

/** @throws {LoginProblem} where others hold it all the time */
export async function withLock<T>(file: string, now: () => number, act: () => Promise<T>): Promise<T> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    if (await isCreated(file)) {
      try {
        return await act();
      } finally {
        await rm(file, { force: true });
      }
    }
    await removeAbandoned(file, now());
    await sleep(LOOK_EVERY_MS);
  }
  throw new LoginProblem(`Another process holds ${file}. If none runs, remove that file.`);
}

async function isCreated(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new LoginProblem(`${file} can't be created (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

async function removeAbandoned(file: string, nowMs: number): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || nowMs - found.mtimeMs < ABANDONED_MS) return;
  // If several see it, one of them moves it away.
  const aside = `${file}.${found.ino}`;
  await rename(file, aside).then(
    () => rm(aside, { force: true }),
    () => {},
  );
}
