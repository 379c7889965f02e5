/** Finds out what an act would change, place by place, without writing anything. */
import type { JsonObject } from '@assize/evidence-format';
import { type Changed, changesBetween } from '../approvals/corrections/index.ts';
import type { Principal } from '../keys/index.ts';
import type { ActDeps, AnyAct } from './act.ts';
import { appendingBy } from './appending.ts';

/** @throws {Failure} where the act can't be made. */
export async function differencesOf(
  deps: ActDeps,
  act: AnyAct,
  maker: Principal,
  args: JsonObject,
): Promise<Changed[]> {
  const appender = appendingBy(deps.appender, async () => ({ kind: 'appended' }));
  const { before, after } = await act.difference({ ...deps, appender }, maker, args);
  return changesBetween(before, after);
}
