/** Surface A: reports outcomes, searches evidence, and returns the latest of each type. */

import { formatHash } from '@assize/evidence-format';
import { lawName } from '../../../evaluation/index.ts';
import { type EvaluationRecord, lawsOfRecord } from '../../../evaluation/record/index.ts';
import { type Artifact, latestArtifacts } from '../../../evidence/reading/index.ts';
import { requireOrder, searchArtifacts } from '../../../evidence/search/index.ts';
import { ArtifactTypeName, VerdictName } from '../../answers/enums.ts';
import { routesOf } from '../../answers/routes.ts';
import { type OutcomeNeeds, outcomeRoute } from '../../both/outcome-route.ts';
import { principalOf } from '../../callers/access.ts';
import { shownTo } from '../../callers/callers.ts';
import { bodyMayBeAbsent } from '../../requests/body-parsing.ts';
import { ActionFilter, parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, describedRecord, named, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';
import { Item, statusOf, toItem } from './record.ts';

const Summary = object(
  {
    id: is.text(),
    artifact_type: ArtifactTypeName,
    action: is.orNull(is.text()),
    verdict: is.orNull(is.text()),
    hash: is.text(),
    timestamp: is.time(),
    status: is.optional(
      is.text(
        'The result, if the type has one: approved; rejected, expired; executed, success, failure; met, partial, not_met, not_assessed',
      ),
    ),
    evaluations: is.optional(is.list(is.open(), 'The law results of an evaluation')),
  },
  { additionalProperties: true },
);

const Latest = described('One for each artifact type that has any', {
  items: is.dictionary(is.text(), Summary),
});

const SearchBody = named(
  'EvidenceSearch',
  object(
    {
      artifact_type: is.optional(ArtifactTypeName),
      action: is.optional(ActionFilter),
      verdict: is.optional(VerdictName),
      from_date: is.optional(is.moment('Recorded at this time or later')),
      to_date: is.optional(is.moment('Recorded before this time')),
      limit: is.optional(is.integer({ minimum: 1, maximum: 100, default: 50 })),
      offset: is.optional(is.integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
    },
    {
      additionalProperties: false,
      description: 'An artifact must match all filters',
      examples: [{ artifact_type: 'governance_eval', verdict: 'block', limit: 10 }],
    },
  ),
);

const Found = describedRecord('EvidencePage', 'One page, newest first', {
  items: is.list(Item),
  total: is.integer('The number of matches'),
  limit: is.integer(),
  offset: is.integer(),
});

const SCOPE = { scope: 'evidence:read', payloads: 'omitted' } as const;
const route = routesOf('a', 'Evidence');

const SEARCH = route('searchEvidence', 'Find evidence by type, action, verdict and time', {
  body: SearchBody,
  200: Found,
});

const LATEST = route('latestEvidence', 'Get the newest artifact of each type', {
  querystring: closed({
    types: is.optional(is.list(ArtifactTypeName, 'Default: the six published types', { maxItems: 16 })),
  }),
  200: Latest,
});

export const evidenceA: Noun<OutcomeNeeds> = (app, services) => {
  outcomeRoute(app, services, { surface: 'a', url: '/evidence/outcomes', operationId: 'reportOutcome' });

  const searching = { config: SCOPE, schema: SEARCH, preValidation: bodyMayBeAbsent };
  app.post('/evidence/search', searching, async (request) => {
    const { artifact_type: artifactType, action, verdict, limit = 50, offset = 0 } = request.body;
    const [from, to] = [parseMoment(request.body.from_date), parseMoment(request.body.to_date)];
    requireOrder(from, to, ['to_date']);
    const filter = { artifactType, action, verdict, from, to };
    const principal = principalOf(request);
    const { items, total } = await searchArtifacts(services.db, principal.chain, filter, { limit, offset });
    return { items: items.map((item) => toItem(shownTo(principal, item))), total, limit, offset };
  });

  app.get(
    '/evidence/latest',
    {
      config: SCOPE,
      schema: LATEST,
    },
    async (request) => {
      const principal = principalOf(request);
      const found = await latestArtifacts(services.db, principal.chain, request.query.types ?? []);
      const shown = found.map((artifact) => shownTo(principal, artifact));
      return {
        items: Object.fromEntries(shown.map((artifact) => [artifact.artifactType, toSummary(artifact)])),
      };
    },
  );
};

function toSummary(artifact: Artifact) {
  const { id, artifactType, action, verdict, hash, createdAt, payload } = artifact;
  const status = statusOf(artifact);
  const summary = {
    id,
    artifact_type: artifactType,
    action,
    verdict,
    hash: formatHash(hash),
    timestamp: new Date(createdAt).toISOString(),
    ...(status === undefined ? {} : { status }),
  };
  if (artifactType !== 'governance_eval' || payload === null) return summary;
  const laws = lawsOfRecord(payload as unknown as EvaluationRecord);
  return { ...summary, evaluations: laws.map((law) => ({ ...law, law_name: lawName(law.law_id) })) };
}
