/** Time, chance and the environment, as Node, Bun, Deno, workers and browsers all have them. Nothing else asks for them. */

/** In milliseconds, from any beginning; it never goes back. */
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

/** A chance from half of `value` to all of it, so that many clients do not come back at once. */
export function jittered(value: number): number {
  return value * (0.5 + Math.random() / 2);
}

/** @returns undefined where the variable is empty, or the platform has no environment. */
export function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
