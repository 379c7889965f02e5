/** Approvals as a caller may see them, with their own standing. */
import { standingsShown } from '../../approvals/asked/index.ts';
import { argumentsAsked } from '../../approvals/corrections/index.ts';
import type { Approval, DecideDeps } from '../../approvals/index.ts';
import { amountOfCall, schemaOfCall } from '../../evaluation/record/index.ts';
import type { Principal } from '../../keys/index.ts';
import { seesPayloads } from '../callers/callers.ts';
import { approvalToApi } from './approval-record.ts';

/** Shows approvals to the caller: a viewer sees them as if the payloads of the evaluations had been removed. */
export async function shownTo(deps: DecideDeps, principal: Principal, approvals: readonly Approval[]) {
  const standings = await standingsShown(deps, principal, approvals);
  return approvals.map((approval) =>
    approvalToApi(seenBy(principal, approval), standings.get(approval.approval_id) ?? null),
  );
}

/** With the schema of the tool's arguments, so that a human can correct them, and the money that they state. */
export async function oneShownTo(deps: DecideDeps, principal: Principal, approval: Approval) {
  const seen = seenBy(principal, approval);
  const call = seen.governs === null ? seen.opening : null;
  const [standings, schema, amount] = await Promise.all([
    standingsShown(deps, principal, [approval]),
    schemaOfCall(deps.db, principal.chain, call),
    amountOfCall(deps.db, principal.chain, call, argumentsAsked(call)),
  ]);
  return approvalToApi(seen, standings.get(approval.approval_id) ?? null, { schema, amount });
}

function seenBy(principal: Principal, approval: Approval): Approval {
  return seesPayloads(principal) ? approval : { ...approval, opening: null };
}
