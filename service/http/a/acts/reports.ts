/**
 * Surface A: reports on what tools, targets and mandates hold back or would hold back, and suggestions for
 * the catalogue and for known targets.
 */

import { TARGET_ROLES } from '@assize/act-reading/targets';
import type { Static } from 'typebox';
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
import { EffectName, HeldForName, TargetKindName } from '../../answers/enums.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';
import { SuggestedEntry } from './tool-schemas.ts';

type Needs = Pick<Services, 'catalogues' | 'clock' | 'db' | 'governance' | 'knownTargets'>;

const READ = { scope: 'evidence:read' } as const;
/** Contains counts and names of actions; the suggestions show contents of payloads. */
const COUNT = { scope: 'evidence:read', payloads: 'none' } as const;
const DAY_MS = 86_400_000;

const PeriodQuery = closed({
  from: is.optional(is.moment(`The first moment; by default ${DEFAULT_DAYS} days before the end`)),
  to: is.optional(is.moment('The end, not included; by default now')),
});

const Count = (description: string) => is.integer(description, { minimum: 0 });
const EvidenceIds = is.list(is.text(), 'Examples, the newest first');

const readFields = {
  from: is.time(),
  to: is.time(),
  evaluations: Count('How many evaluations were read'),
  skipped: Count('How many of them have lost their payload'),
  cut: is.flag(
    `true if the period has more than ${MAX_EVALUATIONS} evaluations: then only the newest were read`,
  ),
};

const seenFields = {
  count: Count('The number of evaluations'),
  agents: is.list(is.text(), 'At most 20'),
  last_seen: is.time(),
  last_approved: is.orNull(is.time()),
  approved_count: Count('How many of them a human approved'),
  evidence_ids: EvidenceIds,
};
const hasMore = { has_more: is.flag('Whether there are more than those listed') };
const Held = Count('How many were escalated or blocked');
const WouldBeHeld = Count('How many proceeded, and would be held back if they were not only observed');

const Report = described('Actions that are held back, and would be, by day and by reason', {
  ...readFields,
  held: Held,
  would_be_held: WouldBeHeld,
  kinds: is.list(
    object({ held_for: HeldForName, held: Held, would_be_held: WouldBeHeld }),
    'By kind: beyond the plan of the task, a party that only a stranger named, others',
  ),
  days: is.list(
    object({
      date: is.text('UTC', { format: 'date' }),
      evaluations: Count('Evaluations'),
      held: Held,
      would_be_held: WouldBeHeld,
    }),
  ),
  reasons: is.list(
    object({
      reason: is.oneOf(REASONS),
      held: Held,
      would_be_held: WouldBeHeld,
      actions: is.list(object({ action: is.text(), count: Count('Evaluations') }), 'The most frequent first'),
      evidence_ids: EvidenceIds,
    }),
    'An evaluation can count under several',
  ),
});

const SuggestedTools = described('The most frequent first', {
  ...readFields,
  ...hasMore,
  tools: is.list(
    object({
      action: is.text(),
      ...seenFields,
      in_review: is.flag('Whether the catalogue has it as proposed, rejected or changed'),
      import: is.open('The body for POST /api/v1/tools/import that proposes it'),
      entry: is.orNull(SuggestedEntry, 'null if none can be made'),
      reason: is.orNull(is.text(), 'Why there is no entry'),
    }),
  ),
});

const Reached = {
  role: is.oneOf(TARGET_ROLES),
  effect: EffectName,
};

const SuggestedTargets = described('The most frequent first', {
  ...readFields,
  ...hasMore,
  targets: is.list(object({ kind: TargetKindName, value: is.text(), ...Reached, ...seenFields })),
  domains: is.list(
    object({
      domain: is.text(),
      ...Reached,
      addresses: Count('Different approved addresses'),
      approved_count: Count('Approvals'),
    }),
    'Domains of which at least three addresses were approved',
  ),
});

const REPORT = routesOf('a', 'Evidence')(
  'judgementReport',
  'Count what was held back and what would be, by day and by reason',
  { querystring: PeriodQuery, 200: Report },
);

const TOOLS = routesOf('a', 'Tools')(
  'suggestTools',
  'Suggest entries for actions that are not in the catalogue of tools; nothing is stored',
  { querystring: PeriodQuery, 200: SuggestedTools },
);

const TARGETS = routesOf('a', 'Targets')(
  'suggestTargets',
  'Suggest targets that actions reached and that are not known; nothing is stored',
  { querystring: PeriodQuery, 200: SuggestedTargets },
);

export const reportsA: Noun<Needs> = (app, services) => {
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
