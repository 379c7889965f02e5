/**
 * A program for the kill test: opens the service on a database, appends a few thousand artifacts, reports that, and
 * prunes them with a clock that runs ahead. Arguments: the database's location and the signing folder as JSON, the
 * days by which the clock is ahead, and the number of artifacts.
 */

import { writeSync } from 'node:fs';
import { readConfig } from '@assize/service/config/config.ts';
import { createFirstKeys } from '@assize/service/first-run.ts';
import { Failure } from '@assize/service/foundation/failure.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { removalChore } from '@assize/service/proof/removal/index.ts';
import { startService } from '@assize/service/wiring.ts';
import { appendAt, DAY_MS } from '../evidence/removals.ts';

const AT_ONCE = 256;

const [place = '{}', daysAhead = '0', artifacts = '0'] = process.argv.slice(2);
const service = await startService({ ...readConfig({}), ...JSON.parse(place) }, createLogger('silent'));
await createFirstKeys(service);
const { chain } = await service.db
  .selectFrom('artifacts')
  .select('chain')
  .orderBy('chain')
  .limit(1)
  .executeTakeFirstOrThrow();
for (let left = Number(artifacts); left > 0; left -= AT_ONCE) {
  const times = Array.from({ length: Math.min(left, AT_ONCE) }, () => service.clock.now());
  await Promise.all(times.map((time) => appendAt(service, chain, [time], 'x'.repeat(2000))));
}
const clock = {
  now: () => service.clock.now() + Number(daysAhead) * DAY_MS,
  monotonic: () => service.clock.monotonic(),
};
writeSync(1, 'pruning\n');
const chore = removalChore({ ...service, clock, retention: 1 });
// No process signs until the killed process's lease is over.
while (!(await chore.run(new AbortController().signal).then(() => true, isUnavailable)));
writeSync(1, 'pruned\n');
await service.close();

/** @returns false, for another try. @throws any other error. */
function isUnavailable(error: unknown): false {
  if (error instanceof Failure && error.code === 'unavailable') return false;
  throw error;
}
