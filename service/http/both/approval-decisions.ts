/** Decides approvals, the same on both surfaces: approves, also with corrected arguments, and rejects. */

import type { JsonObject } from '@assize/evidence-format';
import { decideApproval, type WantedDecision } from '../../approvals/index.ts';
import { approveCorrected, type CorrectDeps, tryCorrection } from '../../evaluation/corrections/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Principal } from '../../keys/index.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf } from '../callers/access.ts';
import { AllowanceExceeded } from '../limits/usage-headers.ts';
import { bodyMayBeAbsent } from '../requests/body-parsing.ts';
import * as is from '../schemas/fields.ts';
import { named, object } from '../schemas/objects.ts';
import type { App } from '../services.ts';
import { LocatedFailure } from '../validation/faults.ts';
import { contextDepthFaults } from '../validation/json-faults.ts';
import { CorrectionBody, JudgedCorrection, judgedToApi } from './approval-correction.ts';
import { ApprovalRecord } from './approval-record.ts';
import { oneShownTo } from './approval-shown.ts';

export const MAX_COMMENT_CHARACTERS = 4096;

export const statedDecision = {
  comment: is.optional(
    is.text('Kept with the approval, and in the evidence of its resolution', {
      maxLength: MAX_COMMENT_CHARACTERS,
      pattern: is.NO_NUL,
    }),
  ),
  decided_by: is.optional(is.label('The person on whose behalf the key decides')),
};
const options = {
  additionalProperties: false,
  description: 'An optional body',
  examples: [{ comment: 'Checked with finance', decided_by: 'dana' }],
};
const RejectBody = named('ApprovalDecision', object(statedDecision, options));
const ApproveBody = named(
  'ApprovalGiven',
  object(
    {
      ...statedDecision,
      for: is.optional(
        is.oneOf(
          ['call', 'task'],
          'task: also adds to the mandate what was beyond it in this action (`for_task` of the approval). Default: call',
        ),
      ),
      arguments: is.optional(
        is.open('Corrects `context.arguments` of the request: all of them, as the tool should get them'),
      ),
    },
    options,
  ),
);

export const DECIDE = { scope: 'evidence:write', roles: ['approver'] } as const;
const params = object({ approval_id: is.text() });

/** A member decides in their own name. */
export function inTheirName<Wanted extends Pick<WantedDecision, 'decidedBy'>>(
  { member }: Pick<Principal, 'member'>,
  wanted: Wanted,
) {
  const { name, sessionId } = member ?? {};
  return { ...wanted, decidedBy: name ?? wanted.decidedBy, sessionId };
}

export function decisionRoutes(app: App, services: CorrectDeps, surface: Surface): void {
  const route = routesOf(surface, 'Approvals');
  const suffix = surface.toUpperCase();
  const approve = route(`approve${suffix}`, 'Approve the action', {
    params,
    body: ApproveBody,
    200: ApprovalRecord,
    also: [409],
  });
  const approving = { config: DECIDE, schema: approve, preValidation: bodyMayBeAbsent };
  app.post('/approvals/:approval_id/approve', approving, async (request) => {
    const { comment, decided_by: decidedBy, for: scope, arguments: corrected } = request.body;
    const principal = principalOf(request);
    const { approval_id: id } = request.params;
    const stated = inTheirName(principal, { comment, decidedBy });
    if (corrected === undefined) {
      const wanted = { ...stated, decision: 'approved', forTask: scope === 'task' } as const;
      return oneShownTo(services, principal, await decideApproval(services, principal, id, wanted));
    }
    if (scope === 'task') throw notForTask();
    const args = corrected as JsonObject;
    requireDepth(args);
    return oneShownTo(services, principal, await approveCorrected(services, principal, id, stated, args));
  });

  const correct = route(`previewCorrection${suffix}`, 'Judge corrected arguments, with nothing recorded', {
    params,
    body: CorrectionBody,
    200: JudgedCorrection,
    also: [409],
    429: AllowanceExceeded,
  });
  app.post('/approvals/:approval_id/correction', { config: DECIDE, schema: correct }, async (request) => {
    const args = request.body.arguments as JsonObject;
    requireDepth(args);
    return judgedToApi(await tryCorrection(services, principalOf(request), request.params.approval_id, args));
  });

  const reject = route(`reject${suffix}`, 'Reject the action', {
    params,
    body: RejectBody,
    200: ApprovalRecord,
    also: [409],
  });
  const rejecting = { config: DECIDE, schema: reject, preValidation: bodyMayBeAbsent };
  app.post('/approvals/:approval_id/reject', rejecting, async (request) => {
    const { comment, decided_by: decidedBy } = request.body;
    const principal = principalOf(request);
    const wanted = { ...inTheirName(principal, { comment, decidedBy }), decision: 'rejected' } as const;
    return oneShownTo(
      services,
      principal,
      await decideApproval(services, principal, request.params.approval_id, wanted),
    );
  });
}

/** An agent could not ask with arguments that are nested deeper than a context may be. */
function requireDepth(args: JsonObject): void {
  const faults = contextDepthFaults({ arguments: args }, ['body']);
  if (faults.length > 0) throw new LocatedFailure(faults);
}

function notForTask(): Failure {
  const message = 'An approval with corrected arguments is for this call alone';
  return Failure.invalid([{ field: ['for'], message, type: 'value_error' }]);
}
