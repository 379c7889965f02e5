/** Surface A: legal holds, which protect evidence from retention, redaction and erasure. */

import type { Static } from 'typebox';
import { ARTIFACT_TYPES } from '../../../evidence/index.ts';
import type { HoldDeps } from '../../../proof/holds/index.ts';
import {
  findHold,
  HOLD_FILTERS,
  type HoldFilter,
  holdFields,
  liftHold,
  listHolds,
  MAX_HELD_IDS,
  MAX_HOLD_REASON,
  setHold,
} from '../../../proof/holds/index.ts';
import { ArtifactTypeName } from '../../answers/enums.ts';
import { pageOfItems } from '../../answers/response-schemas.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const reason = (description: string) => is.label(description, MAX_HOLD_REASON);

const names = (description: string) =>
  is.list(is.label('At least one of them'), description, { minItems: 1, maxItems: 100 });

const Filter = object(
  {
    from_date: is.optional(is.moment('Recorded at this time or later')),
    to_date: is.optional(is.moment('Recorded before this time')),
    artifact_types: is.optional(is.list(ArtifactTypeName, { minItems: 1, maxItems: ARTIFACT_TYPES.length })),
    actions: is.optional(names('These actions, in any spelling')),
    actors: is.optional(names('The agents, users or keys that records name as actor, in any spelling')),
    evidence_ids: is.optional(
      is.list(is.text({ pattern: '^ev_[0-9a-f]{24}$' }), { minItems: 1, maxItems: MAX_HELD_IDS }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Each given part has to match. An empty filter holds everything',
  },
);

const HeldFilter = object({
  from: is.optional(is.time()),
  to: is.optional(is.time()),
  artifact_types: is.optional(is.list(is.text())),
  actions: is.optional(is.list(is.text())),
  actors: is.optional(is.list(is.text())),
  evidence_ids: is.optional(is.list(is.text())),
});

const LegalHold = describedRecord('LegalHold', 'The current legal hold', {
  hold_id: is.text(),
  filter: HeldFilter,
  reason: is.text(),
  status: is.oneOf(['in_force', 'lifted']),
  held_at: is.time(),
  held_by: is.text('A key or member, or operator for the command line'),
  evidence_id: is.text(),
  lifted_at: is.orNull(is.time()),
  lifted_by: is.orNull(is.text()),
  lift_reason: is.orNull(is.text()),
  lift_evidence_id: is.orNull(is.text()),
});

const route = routesOf('a', 'Legal holds');
const OneHold = object({ hold_id: is.text() });
const FOR_EVER = 'It becomes evidence that is never removed, so write no personal data';

const SET = route('setLegalHold', 'Protect evidence from retention, redaction and erasure', {
  body: body([{ filter: { actors: ['agent-7'] }, reason: 'Case 2026-31' }], {
    filter: Filter,
    reason: reason(`The reason. ${FOR_EVER}`),
  }),
  200: LegalHold,
});

const LIST = route('listLegalHolds', 'List legal holds, newest first', {
  querystring: closed({
    status: is.optional(is.oneOf([...HOLD_FILTERS], { default: 'in_force' })),
    ...is.page,
  }),
  200: pageOfItems(LegalHold),
});

const GET = route('getLegalHold', 'Get one legal hold', { params: OneHold, 200: LegalHold });

const LIFT = route('liftLegalHold', 'Lift a legal hold; lifting it again changes nothing', {
  params: OneHold,
  querystring: closed({ reason: reason(`The reason. ${FOR_EVER}`) }),
  200: LegalHold,
});

export const legalHoldsA: Noun<HoldDeps & Pick<Services, 'fillRandom'>> = (app, services) => {
  app.post('/holds', { config: MANAGE, schema: SET }, async (request) => {
    const actor = principalOf(request);
    const { filter, reason: why } = request.body;
    const wanted = { filter: filterFrom(filter), reason: why };
    return holdFields(await setHold(services, actor.chain, actor, wanted));
  });

  app.get('/holds', { config: READ, schema: LIST }, async (request) => {
    const { status = 'in_force', limit = 100, cursor } = request.query;
    const page = await listHolds(services, principalOf(request).chain, status, limit, cursor);
    return { items: page.items.map(holdFields), next_cursor: page.nextCursor };
  });

  app.get('/holds/:hold_id', { config: READ, schema: GET }, async (request) =>
    holdFields(await findHold(services.db, principalOf(request).chain, request.params.hold_id)),
  );

  app.delete('/holds/:hold_id', { config: MANAGE, schema: LIFT }, async (request) => {
    const actor = principalOf(request);
    return holdFields(
      await liftHold(services, actor.chain, actor, request.params.hold_id, request.query.reason),
    );
  });
};

function filterFrom({ from_date, to_date, ...lists }: Static<typeof Filter>): HoldFilter {
  const [from, to] = [from_date, to_date].map(parseMoment);
  return {
    ...lists,
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  };
}
