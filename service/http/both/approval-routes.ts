/** Approvals, the same on both surfaces: lists pending ones, waits for one, and decides it. */

import type { JsonObject } from '@assize/evidence-format';
import {
  type Approval,
  decideApproval,
  findApproval,
  LISTED_STATUSES,
  listApprovals,
  ORDERS,
  type WantedDecision,
} from '../../approvals/index.ts';
import { approveCorrected, type CorrectDeps, tryCorrection } from '../../evaluation/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Principal } from '../../keys/index.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { longPoll, MAX_WAIT_SECONDS, principalOf } from '../callers/access.ts';
import { type Callers, seesPayloads } from '../callers/callers.ts';
import { AllowanceExceeded } from '../limits/usage-headers.ts';
import { bodyMayBeAbsent } from '../requests/body-parsing.ts';
import { ActionFilter, parseMoment } from '../requests/evidence-filters.ts';
import * as is from '../schemas/fields.ts';
import { closed, describedRecord, named, object } from '../schemas/objects.ts';
import type { App, Noun, Services } from '../services.ts';
import { LocatedFailure } from '../validation/faults.ts';
import { contextDepthFaults } from '../validation/json-faults.ts';
import { CorrectionBody, JudgedCorrection, judgedToApi } from './approval-correction.ts';
import { ApprovalRecord, approvalToApi } from './approval-record.ts';

const MAX_COMMENT_CHARACTERS = 4096;
const ListQuery = closed({
  status: is.optional(
    is.oneOf(
      LISTED_STATUSES,
      'resolved: any except pending, in the order of resolution. Default: pending, or resolved if you give a time of resolution',
    ),
  ),
  agent_id: is.optional(is.label('Exactly this agent')),
  action: is.optional(ActionFilter),
  bundle: is.optional(is.label('Exactly this bundle')),
  resolved_from: is.optional(is.moment('Decided, or expired, at this time or later')),
  resolved_to: is.optional(is.moment('Decided, or expired, before this time')),
  order: is.optional(
    is.oneOf(ORDERS, 'Default: desc (the newest first) in the order of resolution, otherwise asc'),
  ),
  ...is.pageOfLargeRecords,
});

const Listed = describedRecord('ApprovalPage', 'One page. The deciding key or person is in `decisions`', {
  items: is.list(ApprovalRecord),
  next_cursor: is.orNull(is.text(), 'null on the last page'),
  total: is.integer('The number of items on all pages'),
});

const WaitQuery = closed({
  wait: is.optional(
    is.integer('How many seconds to wait for a decision before answering', {
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
    }),
  ),
});

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

const READ = { scope: 'evidence:read', payloads: 'omitted' } as const;
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

/** Shows an approval to the caller: a viewer sees it as if the payload of the evaluation had been removed. */
function approvalFor(principal: Principal) {
  return (approval: Approval) =>
    approvalToApi(seesPayloads(principal) ? approval : { ...approval, opening: null });
}

/** The approvals of one surface. */
export const approvals =
  (surface: Surface): Noun<CorrectDeps & Callers & Pick<Services, 'traced'>> =>
  (app, services) => {
    const route = routesOf(surface, 'Approvals');
    const suffix = surface.toUpperCase();

    const list = route(
      `listApprovals${suffix}`,
      'List the actions that wait for a human, oldest first, or resolved ones',
      { querystring: ListQuery, 200: Listed },
    );
    app.get('/approvals', { config: READ, schema: list }, async (request) => {
      const { agent_id: agentId, resolved_from, resolved_to, limit = 100, cursor, ...filter } = request.query;
      const principal = principalOf(request);
      const resolved = { resolvedFrom: parseMoment(resolved_from), resolvedTo: parseMoment(resolved_to) };
      const wanted = { ...filter, agentId, ...resolved };
      const page = await listApprovals(services, principal.chain, wanted, limit, cursor);
      const show = approvalFor(principal);
      return { items: page.items.map(show), next_cursor: page.nextCursor, total: page.total };
    });

    const one = route(`getApproval${suffix}`, 'Get an approval, at once or when it is resolved', {
      params,
      querystring: WaitQuery,
      200: ApprovalRecord,
    });
    app.get('/approvals/:approval_id', { config: READ, schema: one }, async (request, reply) => {
      const principal = principalOf(request);
      const { chain } = principal;
      const show = approvalFor(principal);
      const { approval_id: id } = request.params;
      const found = await findApproval(services.db, chain, id);
      const { wait = 0 } = request.query;
      if (wait === 0 || found.status !== 'pending') return show(found);
      return longPoll(services, surface, request, reply, async (gone) => {
        await services.traced.within('wait for approval', (span) => {
          span?.set({ 'assize.approval.id': id });
          return services.approvalWaits.wait({ chain, approvalId: id }, wait * 1000, gone);
        });
        return show(await findApproval(services.db, chain, id));
      });
    });

    decisionRoutes(app, services, surface);
  };

function decisionRoutes(app: App, services: CorrectDeps, surface: Surface): void {
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
      return approvalToApi(await decideApproval(services, principal, id, wanted));
    }
    if (scope === 'task') throw notForTask();
    const args = corrected as JsonObject;
    requireDepth(args);
    return approvalToApi(await approveCorrected(services, principal, id, stated, args));
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
    return approvalToApi(await decideApproval(services, principal, request.params.approval_id, wanted));
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
