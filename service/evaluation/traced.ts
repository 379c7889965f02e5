/**
 * The attributes of an evaluation in a trace: ids, the verdict, and the laws that did not pass. An action should be a
 * name, but callers can write anything there, so it is included only where it has the form of a name.
 */
import { approvalIdOf } from '../approvals/index.ts';
import type { Principal } from '../keys/index.ts';
import type { SpanAttributes } from '../telemetry/traced.ts';
import type { RecordedEvaluation } from './decision/judge.ts';
import type { AppliedLaw } from './laws/law.ts';
import type { ActFacts } from './question/act.ts';
import type { EvaluationRequest } from './question/request.ts';

/** Matches dotted names such as `email.send`, but nothing with a space, an `@` or the length of a sentence. */
const NAME = /^[\p{L}\p{N}_.:/-]{1,64}$/u;

/** The names that begin with `gen_ai.` are OpenTelemetry's for agents, whose conventions are in development. */
export function questionAttributes(
  { tenantId, environment }: Principal,
  { agent_id, action }: EvaluationRequest,
): SpanAttributes {
  return {
    'assize.tenant.id': tenantId,
    'assize.environment': environment,
    'assize.action': NAME.test(action) ? action : undefined,
    'gen_ai.agent.id': agent_id,
  };
}

/** @param act null where nothing is known about the act itself. */
export function answerAttributes(recorded: RecordedEvaluation, act: ActFacts | null): SpanAttributes {
  const { verdict, evidenceId, escalationId, basis, laws, replayed } = recorded;
  return {
    'assize.verdict': verdict,
    'assize.laws.failed': lawsThat('fail', laws),
    'assize.laws.warned': lawsThat('warn', laws),
    'assize.evidence.id': evidenceId,
    'assize.approval.id': escalationId && approvalIdOf(escalationId),
    'assize.basis': [...basis],
    'assize.replayed': replayed,
    'assize.tool.id': act?.tool?.id,
    'gen_ai.tool.name': act?.tool?.name,
  };
}

function lawsThat(wanted: AppliedLaw['result'], laws: RecordedEvaluation['laws']): string[] {
  return laws.flatMap(({ law_id, result }) => (result === wanted ? [law_id] : []));
}
