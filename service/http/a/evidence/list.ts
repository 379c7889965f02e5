/** Surface A: reports outcomes, and returns the latest artifact of each type. */

import { formatHash } from '@assize/evidence-format';
import { lawName } from '../../../evaluation/index.ts';
import { type EvaluationRecord, lawsOfRecord } from '../../../evaluation/record/index.ts';
import { type Artifact, latestArtifacts } from '../../../evidence/reading/index.ts';
import { ArtifactTypeName } from '../../answers/enums.ts';
import { routesOf } from '../../answers/routes.ts';
import { type OutcomeNeeds, outcomeRoute } from '../../both/outcome-route.ts';
import { principalOf } from '../../callers/access.ts';
import { shownTo } from '../../callers/callers.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';
import { statusOf } from './record.ts';

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

const SCOPE = { scope: 'evidence:read', payloads: 'omitted' } as const;
const route = routesOf('a', 'Evidence');

const LATEST = route('latestEvidence', 'Get the newest artifact of each type', {
  querystring: closed({
    types: is.optional(is.list(ArtifactTypeName, 'Default: the six published types', { maxItems: 16 })),
  }),
  200: Latest,
});

export const evidenceA: Noun<OutcomeNeeds> = (app, services) => {
  outcomeRoute(app, services, { surface: 'a', url: '/evidence/outcomes', operationId: 'reportOutcome' });

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
