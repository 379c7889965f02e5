/**
 * Surface A: reports on what tools, targets and mandates hold back or would hold back, and suggestions for
 * the catalogue and for known targets.
 */

import { TARGET_ROLES } from '@assize/act-reading/targets';
import type { Static } from 'typebox';
import Type from 'typebox';
import type { Period } from '../../../evidence/search/index.ts';
import { requireOrder } from '../../../evidence/search/index.ts';
import { Failure } from '../../../foundation/failure.ts';
import {
  DEFAULT_DAYS,
  heldReport,
  MAX_DAYS,
  MAX_EVALUATIONS,
  REASONS,
  reportFields,
  suggestTargets,
  suggestTools,
  targetSuggestionFields,
  toolSuggestionFields,
} from '../../../reports/index.ts';
import { EffectName, TargetKindName } from '../../answers/enums.ts';
import { IsoTime, orNull, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { Moment, parseMoment } from '../../requests/evidence-filters.ts';
import type { Noun, Services } from '../../services.ts';
import { SuggestedEntry } from './tool-schemas.ts';

type Needs = Pick<Services, 'catalogues' | 'clock' | 'db' | 'governance' | 'knownTargets'>;

const READ = { scope: 'evidence:read' } as const;
/** Contains counts and names of actions; the suggestions show contents of payloads. */
const COUNT = { scope: 'evidence:read', payloads: 'none' } as const;
const DAY_MS = 86_400_000;

const PeriodQuery = Type.Object(
  {
    from: Type.Optional(Moment(`The first moment; by default ${DEFAULT_DAYS} days before the end`)),
    to: Type.Optional(Moment('The end, not included; by default now')),
  },
  { additionalProperties: false },
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const EvidenceIds = Type.Array(Type.String(), { description: 'Examples, the newest first' });

const readFields = {
  from: IsoTime,
  to: IsoTime,
  evaluations: Count('How many evaluations were read'),
  skipped: Count('How many of them have lost their payload'),
  cut: Type.Boolean({
    description: `true if the period has more than ${MAX_EVALUATIONS} evaluations: then only the newest were read`,
  }),
};

const seenFields = {
  count: Count('The number of evaluations'),
  agents: Type.Array(Type.String(), { description: 'At most 20' }),
  last_seen: IsoTime,
  last_approved: orNull(IsoTime),
  approved_count: Count('How many of them a human approved'),
  evidence_ids: EvidenceIds,
};
const hasMore = { has_more: Type.Boolean({ description: 'Whether there are more than those listed' }) };
const Held = Count('How many were escalated or blocked');
const WouldBeHeld = Count('How many proceeded, and would be held back if they were not only observed');

const Report = Type.Object(
  {
    ...readFields,
    held: Held,
    would_be_held: WouldBeHeld,
    days: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', description: 'UTC' }),
        evaluations: Count('Evaluations'),
        held: Held,
        would_be_held: WouldBeHeld,
      }),
    ),
    reasons: Type.Array(
      Type.Object({
        reason: Type.Enum([...REASONS]),
        held: Held,
        would_be_held: WouldBeHeld,
        actions: Type.Array(Type.Object({ action: Type.String(), count: Count('Evaluations') }), {
          description: 'The most frequent first',
        }),
        evidence_ids: EvidenceIds,
      }),
      { description: 'An evaluation can count under several' },
    ),
  },
  { description: 'Actions that are held back, and would be, by day and by reason' },
);

const SuggestedTools = Type.Object(
  {
    ...readFields,
    ...hasMore,
    tools: Type.Array(
      Type.Object({
        action: Type.String(),
        ...seenFields,
        in_review: Type.Boolean({
          description: 'Whether the catalogue has it as proposed, rejected or changed',
        }),
        import: Type.Object(
          {},
          {
            additionalProperties: true,
            description: 'The body for POST /api/v1/tools/import that proposes it',
          },
        ),
        entry: orNull(SuggestedEntry, 'null if none can be made'),
        reason: orNull(Type.String(), 'Why there is no entry'),
      }),
    ),
  },
  { description: 'The most frequent first' },
);

const Reached = {
  role: Type.Enum([...TARGET_ROLES]),
  effect: EffectName,
};

const SuggestedTargets = Type.Object(
  {
    ...readFields,
    ...hasMore,
    targets: Type.Array(
      Type.Object({ kind: TargetKindName, value: Type.String(), ...Reached, ...seenFields }),
    ),
    domains: Type.Array(
      Type.Object({
        domain: Type.String(),
        ...Reached,
        addresses: Count('Different approved addresses'),
        approved_count: Count('Approvals'),
      }),
      { description: 'Domains of which at least three addresses were approved' },
    ),
  },
  { description: 'The most frequent first' },
);

const REPORT = {
  operationId: 'judgementReport',
  summary: 'Count what was held back and what would be, by day and by reason',
  tags: ['Evidence'],
  querystring: PeriodQuery,
  response: { 200: Report, ...refusals('a', 422) },
};

const TOOLS = {
  operationId: 'suggestTools',
  summary: 'Suggest entries for actions that are not in the catalogue of tools; nothing is stored',
  tags: ['Tools'],
  querystring: PeriodQuery,
  response: { 200: SuggestedTools, ...refusals('a', 422) },
};

const TARGETS = {
  operationId: 'suggestTargets',
  summary: 'Suggest targets that actions reached and that are not known; nothing is stored',
  tags: ['Targets'],
  querystring: PeriodQuery,
  response: { 200: SuggestedTargets, ...refusals('a', 422) },
};

export const reportsA: Noun<Needs> = (app, { services }, done) => {
  app.get('/judgement/report', { config: COUNT, schema: REPORT }, async (request) => {
    const principal = principalOf(request);
    const period = periodOf(services, request.query);
    return reportFields(await heldReport(services.db, principal.chain, period));
  });

  app.get('/tools/suggestions', { config: READ, schema: TOOLS }, async (request) => {
    const principal = principalOf(request);
    const period = periodOf(services, request.query);
    return toolSuggestionFields(await suggestTools(services, principal.chain, period));
  });

  app.get('/targets/suggestions', { config: READ, schema: TARGETS }, async (request) => {
    const principal = principalOf(request);
    const period = periodOf(services, request.query);
    return targetSuggestionFields(await suggestTargets(services, principal.chain, period));
  });
  done();
};

/** @throws {Failure} `invalid` */
function periodOf({ clock }: Needs, query: Static<typeof PeriodQuery>): Period {
  // Evaluations recorded in this millisecond are included.
  const to = parseMoment(query.to) ?? clock.now() + 1;
  const from = parseMoment(query.from) ?? to - DEFAULT_DAYS * DAY_MS;
  requireOrder(from, to, ['to']);
  if (to - from > MAX_DAYS * DAY_MS + 1) {
    const message = `The period may have at most ${MAX_DAYS} days`;
    throw Failure.invalid([{ field: ['from'], message, type: 'value_error' }]);
  }
  return { from, to };
}
