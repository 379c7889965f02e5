/** Surface A: the targets that the tenant knows. */

import { MAX_TARGET_CHARACTERS, TARGET_ROLES } from '@assize/act-reading/targets';
import type { Static } from 'typebox';
import type { GovernDeps } from '../../../evidence/changes/index.ts';
import { ADD_TARGETS } from '../../../second-person/index.ts';
import {
  findTarget,
  listTargets,
  MAX_NAME_CHARACTERS,
  MAX_TARGETS_AT_ONCE,
  removeTarget,
  type ShownTarget,
  type TargetRecord,
  targetFields,
  withValues,
} from '../../../targets/index.ts';
import { EffectName, TargetKindName } from '../../answers/enums.ts';
import { pageOfItems } from '../../answers/response-schemas.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, closedRecord, describedRecord, named, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const TargetRole = is.oneOf(
  TARGET_ROLES,
  'recipient receives messages, payee receives money, grantee receives access, place is read, written or run, object is acted on, program is run, link appears in an outgoing text',
);

const KnownTarget = describedRecord('KnownTarget', 'A target that actions may reach', {
  target_id: is.text(),
  kind: TargetKindName,
  value: is.orNull(is.text(), 'null if redaction or retention has removed it; the target still counts'),
  role: is.orNull(TargetRole, 'null for any'),
  agent_id: is.orNull(is.text(), 'null for every agent'),
  effect: is.orNull(EffectName, 'null for any'),
  name: is.orNull(is.text()),
  source: is.oneOf(['record', 'approval']),
  approval_id: is.orNull(is.text(), 'The approval that made it known'),
  until: is.orNull(is.time(), 'null if it never expires'),
  created_at: is.time(),
  created_by: is.text('A key, an approval, or operator for the command line'),
  evidence_id: is.text(),
  removed_at: is.orNull(is.time()),
});

const WrittenRecord = closedRecord('NewTarget', {
  kind: TargetKindName,
  value: is.text({ minLength: 1, maxLength: MAX_TARGET_CHARACTERS, pattern: is.NO_NUL }),
  role: is.optional(TargetRole),
  agent_id: is.optional(is.label('Only for this agent')),
  effect: is.optional(EffectName),
  until: is.optional(is.moment('It counts until then')),
  name: is.optional(
    is.label(
      'The name that people use. It is kept in the clear, so write no personal data',
      MAX_NAME_CHARACTERS,
    ),
  ),
});

const { until: _until, name: _name, ...tried } = WrittenRecord.properties;
/** A target in a back-test. */
export const TriedTarget = closedRecord('TriedTarget', tried);

const route = routesOf('a', 'Targets');
const params = object({ target_id: is.text() });

const ADD = route(
  'addTargets',
  'Add targets that actions may reach; targets that are known already stay unchanged',
  {
    body: body([{ targets: [{ kind: 'domain', value: 'example.com', role: 'recipient' }] }], {
      targets: is.list(WrittenRecord, { minItems: 1, maxItems: MAX_TARGETS_AT_ONCE }),
    }),
    200: describedRecord('AddedTargets', 'Either all are stored, or none', {
      added: is.list(KnownTarget),
      already_known: is.integer(),
    }),
  },
);

const LIST = route('listTargets', 'List known targets, newest first', {
  querystring: closed({
    kind: is.optional(TargetKindName),
    source: is.optional(
      is.oneOf(['record', 'approval'], 'record: added by you. approval: remembered from an approved action'),
    ),
    agent_id: is.optional(is.label('Only those that apply to this agent alone')),
    ...is.page,
  }),
  200: named('TargetPage', pageOfItems(KnownTarget)),
});

const GET = route('getTarget', 'Get a known target, also after its removal', { params, 200: KnownTarget });

const REMOVE = route('removeTarget', 'Remove a target; removing it again changes nothing', {
  params,
  200: KnownTarget,
});

export const targetsA: Noun<GovernDeps & Pick<Services, 'fillRandom' | 'knownTargets' | 'secondPerson'>> = (
  app,
  services,
) => {
  app.post('/targets', { config: MANAGE, schema: ADD }, async (request) => {
    const principal = principalOf(request);
    const { chain } = principal;
    const wanted = { targets: request.body.targets.map(toRecord) };
    const { rows, alreadyKnown } = await services.secondPerson.make(ADD_TARGETS, principal, wanted);
    const added = await withValues(services.db, chain, rows);
    return { added: added.map(toApi), already_known: alreadyKnown };
  });

  app.get('/targets', { config: READ, schema: LIST }, async (request) => {
    const { kind, source, agent_id: agentId, limit = 100, cursor } = request.query;
    const { chain } = principalOf(request);
    const page = await listTargets(services, chain, { kind, source, agentId }, limit, cursor);
    return { items: page.items.map(toApi), next_cursor: page.nextCursor };
  });

  app.get('/targets/:target_id', { config: READ, schema: GET }, async (request) => {
    const { chain } = principalOf(request);
    return shown(
      await withValues(services.db, chain, [await findTarget(services.db, chain, request.params.target_id)]),
    );
  });

  app.delete('/targets/:target_id', { config: MANAGE, schema: REMOVE }, async (request) => {
    const principal = principalOf(request);
    const { chain } = principal;
    const row = await removeTarget(services, chain, principal, request.params.target_id);
    return shown(await withValues(services.db, chain, [row]));
  });
};

function toRecord({ until, ...record }: Static<typeof WrittenRecord>): TargetRecord {
  return { ...record, until: parseMoment(until) };
}

function toApi({ row, value }: ShownTarget) {
  return targetFields(row, value);
}

function shown([one]: ShownTarget[]) {
  if (one === undefined) throw new Error('a known target is missing');
  return toApi(one);
}
