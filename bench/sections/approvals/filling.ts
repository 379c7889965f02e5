/**
 * Fills an installation with approvals that are resolved: asked for, decided on and used by the service's own use
 * cases, in this process, so that nothing is there but what a service leaves.
 */
import { approvalIdOf, decideApproval } from '../../../service/approvals/index.ts';
import { readConfig } from '../../../service/config.ts';
import { type EvaluationRequest, evaluate } from '../../../service/evaluation/index.ts';
import { createFirstKeys } from '../../../service/first-run.ts';
import type { Principal } from '../../../service/keys/index.ts';
import { createLogger } from '../../../service/log.ts';
import { type House, openHouse } from '../../../service/wiring.ts';
import type { Context } from '../../context.ts';
import type { Installation } from '../../servers/assize.ts';

const AT_ONCE = 256;
const TELL_EVERY = 40 * AT_ONCE;

/** A human is asked, and an approval is all that is missing. */
export function graveRequest(number: number): EvaluationRequest {
  return {
    action: 'invoice.pay',
    agent_id: `agent-${number % 300}`,
    context: {
      risk_level: 'high',
      confidence_score: 0.95,
      trust_score: 95,
      invoice: { number, customer: `customer-${number % 1000}`, subject: 'Closing of the month' },
    },
  };
}

/** @returns how many were asked for and resolved per second. */
export async function fillResolved(
  context: Context,
  installation: Installation,
  count: number,
): Promise<number> {
  const house = await openHouse(readConfig(installation.environment), createLogger('warn'));
  try {
    await createFirstKeys(house);
    const principal = await house.authenticator.authenticate(installation.key);
    const startedAt = performance.now();
    const rate = (done: number) => done / ((performance.now() - startedAt) / 1000);
    for (let done = 0; done < count; done += AT_ONCE) {
      const places = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, place) => done + place);
      await Promise.all(places.map((place) => resolveOne(house, principal, place)));
      if (done % TELL_EVERY !== 0) continue;
      context.progress(`approvals: ${done} resolved in ${installation.name}, ${Math.round(rate(done))}/s`);
    }
    return rate(count);
  } finally {
    await house.close();
  }
}

/** One in five is rejected; of the others every other one is used. */
async function resolveOne(house: House, principal: Principal, place: number): Promise<void> {
  const request = graveRequest(place);
  const { escalationId } = await evaluate(house, principal, request);
  if (escalationId === undefined) throw new Error('the request that needs a human did not escalate');
  const approval_id = approvalIdOf(escalationId);
  const decision = place % 5 === 0 ? 'rejected' : 'approved';
  await decideApproval(house, principal, approval_id, { decision, comment: 'seen', decidedBy: 'dana' });
  if (decision === 'rejected' || place % 2 === 0) return;
  const named = { ...request.context, has_approval: true, approval_id };
  const { verdict } = await evaluate(house, principal, { ...request, context: named });
  if (verdict !== 'proceed') throw new Error(`the approval led to ${verdict}`);
}
