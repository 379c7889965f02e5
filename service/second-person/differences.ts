/** Finds out what an act would change, place by place, without writing anything. */
import type { JsonObject } from '@assize/evidence-format';
import { type Changed, changesBetween } from '../approvals/corrections/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { Principal } from '../keys/index.ts';
import { MAX_AT_ONCE } from '../tools/change/index.ts';
import type { ActDeps, AnyAct } from './act.ts';
import { appendingBy } from './appending.ts';

/** @throws {Failure} where the act can't be made, or not at once: what is approved is made as a whole, or not at all. */
export async function differencesOf(
  deps: ActDeps,
  act: AnyAct,
  maker: Principal,
  args: JsonObject,
): Promise<Changed[]> {
  let commits = 0;
  const appender = appendingBy(deps.appender, async () => {
    commits += 1;
    return { kind: 'appended' };
  });
  const { before, after } = await act.difference({ ...deps, appender }, maker, args);
  if (commits > 1)
    throw new Failure(
      'too_large',
      `This would be written in parts, and what waits for a second person is made as a whole: import at most ${MAX_AT_ONCE} tools at a time.`,
    );
  return changesBetween(before, after);
}
