/** Surface A: the targets that the tenant knows. */

import { MAX_TARGET_CHARACTERS, TARGET_ROLES } from '@assize/act-reading/targets';
import Type, { type Static } from 'typebox';
import {
  addTargets,
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
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, pageOfItems, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { label, NO_NUL } from '../../requests/context-schema.ts';
import { Moment, pageCursor, pageLimit, parseMoment } from '../../requests/evidence-filters.ts';
import type { Noun, Services } from '../../services.ts';

const TargetRole = Type.Enum([...TARGET_ROLES], {
  description:
    'recipient receives messages, payee receives money, grantee receives access, place is read, written or run, object is acted on, program is run, link appears in an outgoing text',
});

const KnownTarget = named(
  'KnownTarget',
  Type.Object(
    {
      target_id: Type.String(),
      kind: TargetKindName,
      value: orNull(Type.String(), 'null if redaction or retention has removed it; the target still counts'),
      role: orNull(TargetRole, 'null for any'),
      agent_id: orNull(Type.String(), 'null for every agent'),
      effect: orNull(EffectName, 'null for any'),
      name: orNull(Type.String()),
      source: Type.Enum(['record', 'approval']),
      approval_id: orNull(Type.String(), 'The approval that made it known'),
      until: orNull(IsoTime, 'null if it never expires'),
      created_at: IsoTime,
      created_by: Type.String({ description: 'A key, an approval, or operator for the command line' }),
      evidence_id: Type.String(),
      removed_at: orNull(IsoTime),
    },
    { description: 'A target that actions may reach' },
  ),
);

const WrittenRecord = named(
  'NewTarget',
  Type.Object(
    {
      kind: TargetKindName,
      value: Type.String({ minLength: 1, maxLength: MAX_TARGET_CHARACTERS, pattern: NO_NUL }),
      role: Type.Optional(TargetRole),
      agent_id: Type.Optional(label('Only for this agent')),
      effect: Type.Optional(EffectName),
      until: Type.Optional(Moment('It counts until then')),
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: MAX_NAME_CHARACTERS,
          pattern: NO_NUL,
          description: 'The name that people use. It is kept in the clear, so write no personal data',
        }),
      ),
    },
    { additionalProperties: false },
  ),
);

const { until: _until, name: _name, ...tried } = WrittenRecord.properties;
/** A target in a back-test. */
export const TriedTarget = named('TriedTarget', Type.Object(tried, { additionalProperties: false }));

const READ = { scope: 'evidence:read', payloads: 'none' } as const;
const MANAGE = { scope: 'keys:manage' } as const;
const tags = ['Targets'];
const params = Type.Object({ target_id: Type.String() });

const ADD = {
  operationId: 'addTargets',
  summary: 'Add targets that actions may reach; targets that are known already stay unchanged',
  tags,
  body: Type.Object(
    { targets: Type.Array(WrittenRecord, { minItems: 1, maxItems: MAX_TARGETS_AT_ONCE }) },
    {
      additionalProperties: false,
      examples: [{ targets: [{ kind: 'domain', value: 'example.com', role: 'recipient' }] }],
    },
  ),
  response: {
    200: named(
      'AddedTargets',
      Type.Object(
        { added: Type.Array(KnownTarget), already_known: Type.Integer() },
        { description: 'Either all are stored, or none' },
      ),
    ),
    ...refusals('a', 422),
  },
};

const LIST = {
  operationId: 'listTargets',
  summary: 'List known targets, newest first',
  tags,
  querystring: Type.Object(
    {
      kind: Type.Optional(TargetKindName),
      source: Type.Optional(
        Type.Enum(['record', 'approval'], {
          description: 'record: added by you. approval: remembered from an approved action',
        }),
      ),
      agent_id: Type.Optional(label('Only those that apply to this agent alone')),
      limit: pageLimit,
      cursor: pageCursor,
    },
    { additionalProperties: false },
  ),
  response: {
    200: named('TargetPage', pageOfItems(KnownTarget)),
    ...refusals('a', 422),
  },
};

const GET = {
  operationId: 'getTarget',
  summary: 'Get a known target, also after its removal',
  tags,
  params,
  response: { 200: KnownTarget, ...refusals('a', 404) },
};

const REMOVE = {
  operationId: 'removeTarget',
  summary: 'Remove a target; removing it again changes nothing',
  tags,
  params,
  response: { 200: KnownTarget, ...refusals('a', 404) },
};

export const targetsA: Noun<
  Pick<Services, 'appender' | 'clock' | 'db' | 'fillRandom' | 'governance' | 'ids'>
> = (app, { services }, done) => {
  app.post('/targets', { config: MANAGE, schema: ADD }, async (request) => {
    const principal = principalOf(request);
    const { chain } = principal;
    const { rows, alreadyKnown } = await addTargets(
      services,
      chain,
      principal,
      request.body.targets.map(toRecord),
    );
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
  done();
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
