/**
 * Time, randomness, the environment and files, as Node, Bun, Deno, workers and browsers have them. No other file uses
 * them.
 */

/** In milliseconds, from any starting point; it never goes back. */
export function elapsedMs(): number {
  return performance.now();
}

/** ISO 8601, UTC. */
export function timestamp(): string {
  return new Date().toISOString();
}

export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

export function newId(): string {
  return crypto.randomUUID();
}

/** Platforms fire a longer timer at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** @throws the signal's reason */
export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', end);
        resolve();
      },
      Math.min(delayMs, MAX_TIMER_MS),
    );
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Waits until it has settled, but not longer; it must not reject. */
export async function within(delayMs: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, delayMs)))]);
  clearTimeout(timer);
}

/** A random value between half of `value` and all of it, so that many clients do not retry at once. */
export function jittered(value: number): number {
  return value * (0.5 + Math.random() / 2);
}

/** @returns undefined where the variable is empty, or the platform has no environment or denies access to it. */
export function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}

interface Files {
  readFile(path: string, encoding: 'utf8'): Promise<string>;
}

/**
 * Bundles for browsers can't have an import of files, so the platform is asked for them.
 * @throws where the file can't be read, or the platform has none
 */
export async function textOfFile(path: string): Promise<string> {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): Files } };
  const files = process?.getBuiltinModule?.('fs/promises');
  if (files === undefined) throw new Error('This platform has no files to read.');
  return files.readFile(path, 'utf8');
}
