/** Approvals as a caller may see them, with the standing of their route. */
import { routesShown } from '../../approvals/asked/index.ts';
import type { Approval, DecideDeps } from '../../approvals/index.ts';
import type { Principal } from '../../keys/index.ts';
import { seesPayloads } from '../callers/callers.ts';
import { approvalToApi } from './approval-record.ts';

/** Shows approvals to the caller: a viewer sees them as if the payloads of the evaluations had been removed. */
export async function shownTo(deps: DecideDeps, principal: Principal, approvals: readonly Approval[]) {
  const routes = await routesShown(deps, principal, approvals);
  const hidden = seesPayloads(principal) ? {} : { opening: null };
  return approvals.map((approval) =>
    approvalToApi({ ...approval, ...hidden }, routes.get(approval.approval_id) ?? null),
  );
}

export async function oneShownTo(deps: DecideDeps, principal: Principal, approval: Approval) {
  const [shown] = await shownTo(deps, principal, [approval]);
  if (shown === undefined) throw new Error('an approval was left out');
  return shown;
}
