/** Surface A: how people decide on approvals, by person and by route. */

import {
  type DecidingStatistics,
  decidingStatistics,
  type Figures,
} from '../../../approvals/deciding/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { closed, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const figures = {
  decided: is.integer('The number of approvals decided in the period'),
  approved: is.integer(),
  approved_share: is.orNull(is.number(), '0 to 1; null if nothing was decided'),
  median_seconds: is.orNull(is.number(), 'From the opening to the decision; null if nothing was decided'),
  p90_seconds: is.orNull(is.number(), 'Nine of ten were decided within this time'),
};

const Statistics = describedRecord('DecidingStatistics', 'How people decided in the period', {
  from: is.time(),
  to: is.time(),
  people: is.list(
    object({
      name: is.orNull(is.text(), 'null for a key without a person behind it'),
      parties: is.list(is.text(), 'The member, keys and tokens by which they decided'),
      ...figures,
      presses: is.integer(
        'How often they decided; approvals of a bundle that were decided together count once',
      ),
      quick_presses: is.integer('How often they approved within 3 seconds of when they could first see it'),
      last_hasty_at: is.orNull(
        is.time(),
        'When they had last approved more than 20 times in 10 minutes, each within 3 seconds; null: never',
      ),
    }),
    'Those who decided most come first',
  ),
  routes: is.list(
    object({
      route: is.orNull(is.text(), 'null: no route asked'),
      ...figures,
      pending_now: is.integer(),
      expired: is.integer('Not decided in time, in the period'),
    }),
    'Those by which most was decided come first',
  ),
});

const SHOW = routesOf('a', 'Approvals')(
  'getDecidingStatistics',
  'Show how fast and how carefully people decide',
  {
    querystring: closed({
      from: is.optional(is.moment('Default: 30 days before `to`. At most 366 days')),
      to: is.optional(is.moment('Not included. Default: now')),
    }),
    200: Statistics,
  },
);

export const decidingStatisticsA: Noun<Pick<Services, 'clock' | 'db'>> = (app, { clock, db }) => {
  app.get('/approvals/statistics', { config: READ, schema: SHOW }, async (request) => {
    const { from, to } = request.query;
    const period = { from: parseMoment(from), to: parseMoment(to) };
    return toApi(await decidingStatistics(db, principalOf(request), period, clock.now()));
  });
};

function toApi({ from, to, people, routes }: DecidingStatistics) {
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    people: people.map(({ name, parties, presses, quickPresses, lastHastyAt, ...rest }) => ({
      name,
      parties,
      ...figuresToApi(rest),
      presses,
      quick_presses: quickPresses,
      last_hasty_at: isoOrNull(lastHastyAt),
    })),
    routes: routes.map(({ route, pendingNow, expired, ...rest }) => ({
      route,
      ...figuresToApi(rest),
      pending_now: pendingNow,
      expired,
    })),
  };
}

function figuresToApi({ decided, approved, approvedShare, medianSeconds, p90Seconds }: Figures) {
  return {
    decided,
    approved,
    approved_share: approvedShare,
    median_seconds: medianSeconds,
    p90_seconds: p90Seconds,
  };
}
