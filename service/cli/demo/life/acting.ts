/** How an agent of the demo acts: it asks, does what it may, and reports how that ended. */
import type { MovedClock } from '../moved-clock.ts';
import type { Company } from './company.ts';
import type { Question } from './questions.ts';

export interface Living {
  company: Company;
  clock: MovedClock;
}

export interface Verdict {
  verdict: string;
  evidence_id: string;
  approval_id?: string;
}

/** @param more of the context, such as an approval or a session. */
export async function act(
  { company, clock }: Living,
  { agent, action, context }: Question,
  more: object = {},
  outcome: 'success' | 'failure' = 'success',
): Promise<Verdict> {
  const asking = company.agents[agent];
  const asked = { action, agent_id: agent, context: { ...context, ...more } };
  const answer: Verdict = await asking('/core/governance/evaluate', asked);
  if (answer.verdict !== 'proceed') return answer;
  await asking('/evidence/outcomes', {
    action,
    agent_id: agent,
    outcome,
    context: {},
    executed_at: new Date(clock.now()).toISOString(),
    evaluation_id: answer.evidence_id,
  });
  return answer;
}
