/** How the kinds of requests ask, and the ordinary question of an agent. */
import type { Draw } from '../../fill/requests.ts';
import type { Method } from '../../http.ts';
import { type RunningAssize, send } from '../../servers/assize.ts';
import type { Counts, Load } from './load.ts';

/** An answer, not yet typed: each kind takes from it what it needs. */
export type Body = ReturnType<typeof JSON.parse>;
export type Run = (load: Load, dueAt: number) => Promise<void>;

export function easy(draw: Draw) {
  const context = { risk_level: 'low', confidence_score: 0.9, note: `meeting ${draw.below(100_000)}` };
  return { action: 'calendar.read', agent_id: `reader-${draw.below(300)}`, context };
}

/** @returns the body of a right answer, null for none. */
export function asker(running: RunningAssize) {
  return async (
    load: Load,
    kind: string,
    method: Method,
    path: string,
    body?: object,
    counts: Partial<Counts> = {},
  ): Promise<Body | null> => {
    const answer = await load.send(kind, send(running, method, path, body), counts);
    return answer === null ? null : JSON.parse(answer.body === '' ? 'null' : answer.body);
  };
}

export const iso = (ms: number) => new Date(ms).toISOString();
export const ignore = () => undefined;
