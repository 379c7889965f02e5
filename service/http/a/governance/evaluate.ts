/** Surface A: evaluate, batch, execute, simulate. */
import Type from 'typebox';
import { approvalIdOf } from '../../../approvals/index.ts';
import {
  type EvaluateDeps,
  type Evaluation,
  lawName,
  type RecordedEvaluation,
  simulate,
} from '../../../evaluation/index.ts';
import { LawId, VerdictName } from '../../answers/enums.ts';
import { named } from '../../answers/named.ts';
import { BasisOfVerdict, Remedies, refusals } from '../../answers/response-schemas.ts';
import { evaluateRequest, evaluationRoutes } from '../../both/evaluate.ts';
import { principalOf } from '../../callers/access.ts';
import { AllowanceExceeded, withUsageWarning } from '../../limits/usage-headers.ts';
import { EvaluateBodyA, IdempotencyHeaders, toRequest } from '../../requests/context-schema.ts';
import type { Noun } from '../../services.ts';
import { DraftPolicy } from './policy-schemas.ts';

const LawEvaluation = named(
  'LawResult',
  Type.Object({
    law_id: LawId,
    law_name: Type.String(),
    result: Type.Enum(['pass', 'warn', 'fail']),
    reason: Type.String(),
    details: Type.Object({}, { additionalProperties: true }),
    duration_ms: Type.Number(),
  }),
);

const simulationFields = {
  verdict: VerdictName,
  action: Type.String(),
  explanation: Type.String(),
  duration_ms: Type.Number({
    description: 'The time from request to verdict; the evidence is written after it',
  }),
  evaluated_at: Type.String({ format: 'date-time' }),
  evaluations: Type.Array(LawEvaluation),
  remedies: Remedies,
  basis: BasisOfVerdict,
  would_be: Type.Optional(
    named(
      'WouldBe',
      Type.Object(
        { verdict: VerdictName, explanation: Type.String() },
        {
          description:
            'Present if tools, targets and mandates are only observed: the verdict that they would give',
        },
      ),
    ),
  ),
};

const SimulationA = named(
  'Simulation',
  Type.Object(simulationFields, {
    description: 'The verdict that it would get; nothing is recorded',
  }),
);

const EvaluationA = named(
  'Evaluation',
  Type.Object(
    {
      ...simulationFields,
      evidence_id: Type.String(),
      escalation_id: Type.Optional(Type.String({ description: 'Present when the verdict is escalate' })),
      approval_id: Type.Optional(
        Type.String({
          description: 'The approval that a human has to give; present when the verdict is escalate',
        }),
      ),
    },
    { description: 'The verdict, whose evidence is on disk' },
  ),
);

const ExecutionA = named(
  'Execution',
  Type.Object(
    {
      ...EvaluationA.properties,
      executed: Type.Boolean({
        description: 'Whether the action is recorded as executed: only if the verdict is proceed',
      }),
      execution_evidence_id: Type.Optional(
        Type.String({ description: 'The evidence of the execution; present when executed is true' }),
      ),
    },
    { description: 'The verdict, and whether the action is recorded as executed. Both are on disk' },
  ),
);

const SCOPE = { scope: 'governance:evaluate' } as const;
const TAGS = ['Governance'];

const EXECUTE = {
  operationId: 'execute',
  summary: 'Evaluate an action, and record it as executed if it may proceed',
  tags: TAGS,
  headers: IdempotencyHeaders,
  body: EvaluateBodyA,
  response: { 200: withUsageWarning(ExecutionA), 429: AllowanceExceeded, ...refusals('a', 422) },
};

const SimulateBody = named(
  'SimulationRequest',
  Type.Object(
    { ...EvaluateBodyA.properties, policy: Type.Optional(DraftPolicy) },
    { additionalProperties: false, examples: [{ action: 'email.send', context: { risk_level: 'low' } }] },
  ),
);

const SIMULATE = {
  operationId: 'simulate',
  summary: 'Simulate a request: get the verdict it would get, with nothing recorded',
  tags: TAGS,
  body: SimulateBody,
  response: { 200: SimulationA, 429: AllowanceExceeded, ...refusals('a', 422) },
};

export const governanceA: Noun<EvaluateDeps> = (app, { services }, done) => {
  const url = '/core/governance/evaluate';
  evaluationRoutes(app, services, { surface: 'a', url, item: EvaluateBodyA, result: EvaluationA, toApi });

  app.post('/core/governance/execute', { config: SCOPE, schema: EXECUTE }, async (request, reply) => {
    const evaluation = await evaluateRequest(services, request, reply, { execute: true });
    const executionId = evaluation.executionEvidenceId ?? undefined;
    return {
      ...toApi(evaluation),
      executed: executionId !== undefined,
      execution_evidence_id: executionId,
    };
  });

  app.post('/core/governance/simulate', { config: SCOPE, schema: SIMULATE }, async (request) => {
    const { policy, ...asked } = request.body;
    return evaluationToApi(await simulate(services, principalOf(request), toRequest(asked), policy));
  });
  done();
};

function toApi(evaluation: RecordedEvaluation) {
  const { evidenceId, escalationId } = evaluation;
  return {
    ...evaluationToApi(evaluation),
    evidence_id: evidenceId,
    escalation_id: escalationId,
    approval_id: escalationId && approvalIdOf(escalationId),
  };
}

function evaluationToApi({
  verdict,
  action,
  explanation,
  durationMs,
  evaluatedAt,
  laws,
  remedies,
  basis,
  wouldBe,
}: Evaluation) {
  return {
    verdict,
    action,
    explanation,
    duration_ms: durationMs,
    evaluated_at: new Date(evaluatedAt).toISOString(),
    evaluations: laws.map(({ law_id, result, reason, details, duration_ms }) => {
      return { law_id, law_name: lawName(law_id), result, reason, details, duration_ms };
    }),
    remedies,
    basis,
    would_be: wouldBe,
  };
}
