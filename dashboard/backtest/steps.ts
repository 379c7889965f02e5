/** Asks for a back-test, whose answer arrives step by step. */
import type { BacktestResult } from '../../client/api.ts';
import { piecesOf, type RunStep } from '../integrity/run.tsx';

const DAY_MS = 86_400_000;
const TRIES = 20;
const TRY_AGAIN_AFTER_MS = 250;
const CONFLICT = 409;

export function daysBefore(nowMs: number, days: number): string {
  return new Date(nowMs - days * DAY_MS).toISOString();
}

/** The service stops one that was given up, but for a moment it still counts. */
export async function* stepsOf(
  url: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<RunStep<BacktestResult>> {
  const headers = { accept: 'application/x-ndjson', 'content-type': 'application/json' };
  const ask = () => fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  let answer = await ask();
  for (let tries = 1; answer.status === CONFLICT && tries < TRIES; tries += 1) {
    await new Promise((later) => setTimeout(later, TRY_AGAIN_AFTER_MS));
    answer = await ask();
  }
  for await (const line of piecesOf(answer, '\n')) yield JSON.parse(line);
}
