/** Surface A: report an outcome, search, and the latest evidence of each type. */

import { formatHash } from '@assize/evidence-format';
import Type from 'typebox';
import { lawName } from '../../../evaluation/index.ts';
import { type EvaluationRecord, lawsOfRecord } from '../../../evaluation/record/index.ts';
import { type Artifact, latestArtifacts } from '../../../evidence/reading/index.ts';
import { requireOrder, searchArtifacts } from '../../../evidence/search/index.ts';
import { ArtifactTypeName, VerdictName } from '../../answers/enums.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, refusals } from '../../answers/response-schemas.ts';
import { type OutcomeNeeds, outcomeRoute } from '../../both/outcome-route.ts';
import { principalOf } from '../../callers/access.ts';
import { shownTo } from '../../callers/callers.ts';
import { bodyMayBeAbsent } from '../../requests/body-parsing.ts';
import { ActionFilter, Moment, parseMoment } from '../../requests/evidence-filters.ts';
import type { Noun } from '../../services.ts';
import { Item, statusOf, toItem } from './item.ts';

const Summary = Type.Object(
  {
    id: Type.String(),
    artifact_type: ArtifactTypeName,
    action: orNull(Type.String()),
    verdict: orNull(Type.String()),
    hash: Type.String(),
    timestamp: IsoTime,
    status: Type.Optional(
      Type.String({
        description:
          'How it ended, if the type has such a word: approved; rejected, expired; executed, success, failure; met, partial, not_met, not_assessed',
      }),
    ),
    evaluations: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: true }), {
        description: 'The law results of an evaluation',
      }),
    ),
  },
  { additionalProperties: true },
);

const Latest = Type.Object(
  { items: Type.Record(Type.String(), Summary) },
  { description: 'One for each artifact type that has any' },
);

const SearchBody = named(
  'EvidenceSearch',
  Type.Object(
    {
      artifact_type: Type.Optional(ArtifactTypeName),
      action: Type.Optional(ActionFilter),
      verdict: Type.Optional(VerdictName),
      from_date: Type.Optional(Moment('Recorded at this time or later')),
      to_date: Type.Optional(Moment('Recorded before this time')),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
    },
    {
      additionalProperties: false,
      description: 'An artifact must match all filters',
      examples: [{ artifact_type: 'governance_eval', verdict: 'block', limit: 10 }],
    },
  ),
);

const Found = named(
  'EvidencePage',
  Type.Object(
    {
      items: Type.Array(Item),
      total: Type.Integer({ description: 'How many match' }),
      limit: Type.Integer(),
      offset: Type.Integer(),
    },
    { description: 'One page, newest first' },
  ),
);

const SCOPE = { scope: 'evidence:read', payloads: 'omitted' } as const;
const TAGS = ['Evidence'];

const SEARCH = {
  operationId: 'searchEvidence',
  summary: 'Find evidence by type, action, verdict and time',
  tags: TAGS,
  body: SearchBody,
  response: { 200: Found, ...refusals('a', 422) },
};

const LATEST = {
  operationId: 'latestEvidence',
  summary: 'Get the newest artifact of each type',
  tags: TAGS,
  querystring: Type.Object(
    {
      types: Type.Optional(
        Type.Array(ArtifactTypeName, { maxItems: 16, description: 'Default: the six published types' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: Latest, ...refusals('a', 422) },
};

export const evidenceA: Noun<OutcomeNeeds> = (app, { services }, done) => {
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
  done();
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
