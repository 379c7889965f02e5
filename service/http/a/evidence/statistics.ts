/** Surface A: counts verdicts over time and by action. */

import Type from 'typebox';
import { evidenceStatistics, INTERVALS, type Interval } from '../../../evidence/statistics/index.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { Moment, parseMoment } from '../../requests/evidence-filters.ts';
import type { Noun, Services } from '../../services.ts';

const IntervalName = Type.Enum(Object.keys(INTERVALS) as Interval[]);

const counts = { proceed: Type.Integer(), escalate: Type.Integer(), block: Type.Integer() };

const EvidenceStatistics = named(
  'EvidenceStatistics',
  Type.Object(
    {
      from: IsoTime,
      to: IsoTime,
      interval: IntervalName,
      verdicts: Type.Array(Type.Object({ start: IsoTime, ...counts }), {
        description: 'Each interval of the period, in order',
      }),
      actions: Type.Array(Type.Object({ action: Type.String(), ...counts }), {
        description: 'The 20 actions that were escalated or blocked most often',
      }),
      total: Type.Integer({ description: 'All evaluations of the period' }),
    },
    { description: 'Exact counts. Evaluations count at the time at which they were recorded' },
  ),
);

const SHOW = {
  operationId: 'getEvidenceStatistics',
  summary: 'Count verdicts over time, and the actions that are held back most',
  tags: ['Evidence'],
  querystring: Type.Object(
    {
      from: Type.Optional(Moment('Lowered to the start of its interval (UTC). Default: a day before `to`')),
      to: Type.Optional(Moment('Not included; raised to the end of its interval. Default: now')),
      interval: Type.Optional({
        ...IntervalName,
        description: 'Default: hour for up to three days, otherwise day. At most 2,400 of them',
      }),
    },
    { additionalProperties: false },
  ),
  response: { 200: EvidenceStatistics, ...refusals('a', 422) },
};

export const evidenceStatisticsA: Noun<Pick<Services, 'clock' | 'db'>> = (app, { services }, done) => {
  app.get(
    '/evidence/statistics',
    { config: { scope: 'evidence:read', payloads: 'none' }, schema: SHOW },
    async (request) => {
      const { from, to, interval } = request.query;
      const wanted = { from: parseMoment(from), to: parseMoment(to), interval };
      const { chain } = principalOf(request);
      const found = await evidenceStatistics(services.db, chain, wanted, services.clock.now());
      return {
        ...found,
        from: iso(found.from),
        to: iso(found.to),
        verdicts: found.verdicts.map(({ start, ...counted }) => ({ start: iso(start), ...counted })),
      };
    },
  );
  done();
};

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
