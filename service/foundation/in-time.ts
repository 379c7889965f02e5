/** @returns `instead` where the answer takes longer. It must not reject: once late, no one waits for it. */
export async function inTime<T, M>(answer: Promise<T>, limitMs: number, instead: M): Promise<T | M> {
  const late = Promise.withResolvers<M>();
  const timer = setTimeout(() => late.resolve(instead), limitMs);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}
