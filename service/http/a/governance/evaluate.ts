/** Surface A: evaluate, batch, execute, simulate. */

import { approvalIdOf } from '../../../approvals/index.ts';
import {
  type EvaluateDeps,
  type Evaluation,
  lawName,
  type RecordedEvaluation,
  simulate,
} from '../../../evaluation/index.ts';
import { HeldForName, LawId, VerdictName } from '../../answers/enums.ts';
import { BasisOfVerdict, Remedies } from '../../answers/response-schemas.ts';
import { routesOf } from '../../answers/routes.ts';
import { evaluateRequest, evaluationRoutes } from '../../both/evaluate.ts';
import { principalOf } from '../../callers/access.ts';
import { AllowanceExceeded, withUsageWarning } from '../../limits/usage-headers.ts';
import { EvaluateBodyA, IdempotencyHeaders, toRequest } from '../../requests/context-schema.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, namedBody, record } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';
import { DraftPolicy } from './policy-schemas.ts';

const LawEvaluation = record('LawResult', {
  law_id: LawId,
  law_name: is.text(),
  result: is.oneOf(['pass', 'warn', 'fail']),
  reason: is.text(),
  details: is.open(),
  duration_ms: is.number(),
});

const simulationFields = {
  verdict: VerdictName,
  action: is.text(),
  explanation: is.text(),
  duration_ms: is.number('The time from request to verdict; the evidence is written after it'),
  evaluated_at: is.time(),
  evaluations: is.list(LawEvaluation),
  remedies: Remedies,
  basis: BasisOfVerdict,
  held_for: is.optional(HeldForName),
  would_be: is.optional(
    describedRecord(
      'WouldBe',
      'Present if tools, targets and mandates are only observed: the verdict that they would give',
      { verdict: VerdictName, explanation: is.text(), held_for: is.optional(HeldForName) },
    ),
  ),
};

const SimulationA = describedRecord(
  'Simulation',
  'The verdict that it would get; nothing is recorded',
  simulationFields,
);

const EvaluationA = describedRecord('Evaluation', 'The verdict, whose evidence is on disk', {
  ...simulationFields,
  evidence_id: is.text(),
  escalation_id: is.optional(is.text('Present when the verdict is escalate')),
  approval_id: is.optional(
    is.text('The approval that a human has to give; present when the verdict is escalate'),
  ),
});

const ExecutionA = describedRecord(
  'Execution',
  'The verdict, and whether the action is recorded as executed. Both are on disk',
  {
    ...EvaluationA.properties,
    executed: is.flag('Whether the action is recorded as executed: only if the verdict is proceed'),
    execution_evidence_id: is.optional(
      is.text('The evidence of the execution; present when executed is true'),
    ),
  },
);

const SCOPE = { scope: 'governance:evaluate' } as const;
const route = routesOf('a', 'Governance');

const EXECUTE = route('execute', 'Evaluate an action, and record it as executed if it may proceed', {
  headers: IdempotencyHeaders,
  body: EvaluateBodyA,
  200: withUsageWarning(ExecutionA),
  429: AllowanceExceeded,
});

const SimulateBody = namedBody(
  'SimulationRequest',
  [{ action: 'email.send', context: { risk_level: 'low' } }],
  { ...EvaluateBodyA.properties, policy: is.optional(DraftPolicy) },
);

const SIMULATE = route(
  'simulate',
  'Simulate a request: get the verdict it would get, with nothing recorded',
  { body: SimulateBody, 200: SimulationA, 429: AllowanceExceeded },
);

export const governanceA: Noun<EvaluateDeps> = (app, services) => {
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
  heldFor,
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
    held_for: heldFor,
    would_be: wouldBe && {
      verdict: wouldBe.verdict,
      explanation: wouldBe.explanation,
      held_for: wouldBe.heldFor,
    },
  };
}
