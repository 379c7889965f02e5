/** Surface B: reports outcomes, lists evidence, reads one record. */

import { formatHash } from '@assize/evidence-format';
import type { preValidationHookHandler } from 'fastify';
import { explain, VERDICTS, type Verdict } from '../../evaluation/index.ts';
import { basisOfRecord, type EvaluationRecord, lawsOfRecord } from '../../evaluation/record/index.ts';
import { type Artifact, findArtifact } from '../../evidence/reading/index.ts';
import { listArtifacts, requireOrder } from '../../evidence/search/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { ArtifactTypeName, LawId } from '../answers/enums.ts';
import { routesOf } from '../answers/routes.ts';
import { type OutcomeNeeds, outcomeRoute } from '../both/outcome-route.ts';
import { principalOf } from '../callers/access.ts';
import { ActionFilter, parseMoment } from '../requests/evidence-filters.ts';
import * as is from '../schemas/fields.ts';
import { closed, described, describedRecord, object, record } from '../schemas/objects.ts';
import type { Noun, Services } from '../services.ts';

const recordFields = {
  evidence_id: is.text(),
  action: is.orNull(is.text()),
  verdict: is.orNull(is.text()),
  reasoning: is.orNull(is.text()),
  laws_evaluated: is.list(record('LawPassed', { law: LawId, passed: is.flag() })),
  timestamp: is.time(),
  signature: is.text('The hash of the record in the chain'),
};

const EvidenceRecord = describedRecord('EvidenceRecord', 'The record', recordFields);

const ListQuery = closed({
  from: is.optional(is.moment('Recorded at this time or later')),
  to: is.optional(is.moment('Recorded before this time')),
  action: is.optional(ActionFilter),
  verdict: is.optional(
    is.oneOf(
      VERDICTS.map((verdict) => verdict.toUpperCase()),
      { description: 'Upper or lower case' },
    ),
  ),
  ...is.pageOfLargeRecords,
});

const Listed = described('One page, newest first', {
  items: is.list(object({ artifact_type: ArtifactTypeName, ...recordFields })),
  next_cursor: is.orNull(is.text(), 'null on the last page'),
});

const SCOPE = { scope: 'evidence:read' } as const;

const route = routesOf('b', 'Evidence');

const LIST = route('listEvidence', 'List evidence, newest first', { querystring: ListQuery, 200: Listed });

export const evidenceB: Noun<OutcomeNeeds & Pick<Services, 'fillRandom'>> = (app, services) => {
  outcomeRoute(app, services, { surface: 'b', url: '/evidence', operationId: 'submitEvidence' });

  app.get('/evidence', { config: SCOPE, schema: LIST, preValidation: verdictInAnyCase }, async (request) => {
    const { action, verdict, limit = 100, cursor } = request.query;
    const [from, to] = [parseMoment(request.query.from), parseMoment(request.query.to)];
    requireOrder(from, to, ['to']);
    const filter = { action, verdict: verdict?.toLowerCase(), from, to };
    const { chain } = principalOf(request);
    const { items, nextCursor } = await listArtifacts(services, chain, filter, limit, cursor);
    return {
      items: items.map((each) => ({ artifact_type: each.artifactType, ...toRecord(each) })),
      next_cursor: nextCursor,
    };
  });

  app.get(
    '/evidence/:evidence_id',
    {
      config: SCOPE,
      schema: route('getEvidence', 'Get an evidence record', {
        params: object({ evidence_id: is.text() }),
        200: EvidenceRecord,
      }),
    },
    async (request) => {
      const artifact = await findArtifact(
        services.db,
        principalOf(request).chain,
        request.params.evidence_id,
      );
      if (artifact === null) throw new Failure('not_found', 'There is no such evidence record.');
      return toRecord(artifact);
    },
  );
};

const verdictInAnyCase: preValidationHookHandler = (request, _reply, done) => {
  const query = request.query as Record<string, unknown>;
  if (typeof query.verdict === 'string') query.verdict = query.verdict.toUpperCase();
  done();
};

function toRecord({ id, artifactType, action, verdict, createdAt, hash, payload }: Artifact) {
  const record = artifactType === 'governance_eval' ? (payload as unknown as EvaluationRecord | null) : null;
  const laws = record === null ? [] : lawsOfRecord(record);
  return {
    evidence_id: id,
    action,
    verdict: verdict === null ? null : verdict.toUpperCase(),
    reasoning: record === null ? null : explain({ verdict: verdict as Verdict, laws }, basisOfRecord(record)),
    laws_evaluated: laws.map(({ law_id, result }) => ({ law: law_id, passed: result === 'pass' })),
    timestamp: new Date(createdAt).toISOString(),
    signature: formatHash(hash),
  };
}
