/** Surface A: counts verdicts over time and by action. */

import { evidenceStatistics, INTERVALS, type Interval } from '../../../evidence/statistics/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { closed, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const IntervalName = is.oneOf(Object.keys(INTERVALS) as Interval[]);

const counts = { proceed: is.integer(), escalate: is.integer(), block: is.integer() };

const EvidenceStatistics = describedRecord(
  'EvidenceStatistics',
  'Exact counts. Evaluations count at the time at which they were recorded',
  {
    from: is.time(),
    to: is.time(),
    interval: IntervalName,
    verdicts: is.list(object({ start: is.time(), ...counts }), 'Each interval of the period, in order'),
    actions: is.list(
      object({ action: is.text(), ...counts }),
      'The 20 actions that were escalated or blocked most often',
    ),
    total: is.integer('All evaluations of the period'),
    running_from: is.orNull(is.time(), 'The start of the interval that is not over yet; null where all are'),
    before: object(
      { from: is.time(), to: is.time(), ...counts },
      {
        description:
          'The sum of as many intervals before the period as it has that are over: compare it with those',
      },
    ),
  },
);

const route = routesOf('a', 'Evidence');

const SHOW = route(
  'getEvidenceStatistics',
  'Count verdicts over time, and the actions that are held back most',
  {
    querystring: closed({
      from: is.optional(is.moment('Lowered to the start of its interval (UTC). Default: a day before `to`')),
      to: is.optional(is.moment('Not included; raised to the end of its interval. Default: now')),
      interval: is.optional({
        ...IntervalName,
        description: 'Default: hour for up to three days, otherwise day. At most 2,400 of them',
      }),
    }),
    200: EvidenceStatistics,
  },
);

export const evidenceStatisticsA: Noun<Pick<Services, 'clock' | 'db'>> = (app, services) => {
  app.get('/evidence/statistics', { config: READ, schema: SHOW }, async (request) => {
    const { from, to, interval } = request.query;
    const wanted = { from: parseMoment(from), to: parseMoment(to), interval };
    const { chain } = principalOf(request);
    const {
      runningFrom: running,
      before,
      ...found
    } = await evidenceStatistics(services.db, chain, wanted, services.clock.now());
    return {
      ...found,
      from: iso(found.from),
      to: iso(found.to),
      running_from: isoOrNull(running),
      before: { ...before, from: iso(before.from), to: iso(before.to) },
      verdicts: found.verdicts.map(({ start, ...counted }) => ({ start: iso(start), ...counted })),
    };
  });
};

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
