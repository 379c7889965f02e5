/** Surface B: one evidence record. */

import { formatHash } from '@assize/evidence-format';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import {
  type EvaluationRecord,
  explain,
  LAW_IDS,
  lawsOfRecord,
  type Verdict,
} from '../../evaluation/index.ts';
import { type Artifact, findArtifact } from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { principalOf } from '../access.ts';
import { refusals } from '../response-schemas.ts';
import type { Services } from '../services.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

const EvidenceRecord = Type.Object(
  {
    evidence_id: Type.String(),
    action: Nullable,
    verdict: Nullable,
    reasoning: Nullable,
    laws_evaluated: Type.Array(Type.Object({ law: Type.Enum([...LAW_IDS]), passed: Type.Boolean() })),
    timestamp: Type.String({ format: 'date-time' }),
    signature: Type.String({ description: "The record's hash in the chain" }),
  },
  { description: 'The record' },
);

export const evidenceB: FastifyPluginCallbackTypebox<{ services: Services }> = (app, { services }, done) => {
  app.get(
    '/evidence/:evidence_id',
    {
      config: { scope: 'evidence:read' },
      schema: {
        operationId: 'getEvidence',
        summary: 'One evidence record',
        tags: ['Evidence'],
        params: Type.Object({ evidence_id: Type.String() }),
        response: { 200: EvidenceRecord, ...refusals('b', 404) },
      },
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
  done();
};

function toRecord({ id, artifactType, action, verdict, createdAt, hash, payload }: Artifact) {
  const record = artifactType === 'governance_eval' ? (payload as unknown as EvaluationRecord | null) : null;
  const laws = record === null ? [] : lawsOfRecord(record);
  return {
    evidence_id: id,
    action,
    verdict: verdict === null ? null : verdict.toUpperCase(),
    reasoning: record === null ? null : explain({ verdict: verdict as Verdict, laws }),
    laws_evaluated: laws.map(({ law_id, result }) => ({ law: law_id, passed: result === 'pass' })),
    timestamp: new Date(createdAt).toISOString(),
    signature: formatHash(hash),
  };
}
