/** Approvals, the same on both surfaces: lists pending ones, waits for one, and decides it. */

import { listAsked, routesShown } from '../../approvals/asked/index.ts';
import {
  type Approval,
  type DecideDeps,
  decideApproval,
  findApproval,
  LISTED_STATUSES,
  listApprovals,
  ORDERS,
  type WantedDecision,
} from '../../approvals/index.ts';
import type { Principal } from '../../keys/index.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { longPoll, MAX_WAIT_SECONDS, principalOf } from '../callers/access.ts';
import { type Callers, seesPayloads } from '../callers/callers.ts';
import { bodyMayBeAbsent } from '../requests/body-parsing.ts';
import { ActionFilter, parseMoment } from '../requests/evidence-filters.ts';
import * as is from '../schemas/fields.ts';
import { closed, describedRecord, named, object } from '../schemas/objects.ts';
import type { App, Noun, Services } from '../services.ts';
import { ApprovalRecord, approvalToApi } from './approval-record.ts';

const MAX_COMMENT_CHARACTERS = 4096;
const ListQuery = closed({
  status: is.optional(
    is.oneOf(
      LISTED_STATUSES,
      'resolved: any except pending, in the order of resolution. Default: pending, or resolved if you give a time of resolution',
    ),
  ),
  asked: is.optional(is.oneOf(['me'], 'me: only pending approvals that you may decide now')),
  agent_id: is.optional(is.label('Exactly this agent')),
  action: is.optional(ActionFilter),
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

const decision = {
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
const RejectBody = named('ApprovalDecision', object(decision, options));
const ApproveBody = named(
  'ApprovalGiven',
  object(
    {
      ...decision,
      for: is.optional(
        is.oneOf(
          ['call', 'task'],
          'task: also adds to the mandate what was beyond it in this action (`for_task` of the approval). Default: call',
        ),
      ),
    },
    options,
  ),
);

const READ = { scope: 'evidence:read', payloads: 'omitted' } as const;
const DECIDE = { scope: 'evidence:write', roles: ['approver'] } as const;
const params = object({ approval_id: is.text() });

/** Shows approvals to the caller: a viewer sees them as if the payloads of the evaluations had been removed. */
async function shownTo(deps: DecideDeps, principal: Principal, approvals: readonly Approval[]) {
  const routes = await routesShown(deps, principal, approvals);
  const hidden = seesPayloads(principal) ? {} : { opening: null };
  return approvals.map((approval) =>
    approvalToApi({ ...approval, ...hidden }, routes.get(approval.approval_id) ?? null),
  );
}

async function oneShownTo(deps: DecideDeps, principal: Principal, approval: Approval) {
  const [shown] = await shownTo(deps, principal, [approval]);
  if (shown === undefined) throw new Error('an approval was left out');
  return shown;
}

/** The approvals of one surface. */
export const approvals =
  (surface: Surface): Noun<DecideDeps & Callers & Pick<Services, 'traced'>> =>
  (app, services) => {
    const route = routesOf(surface, 'Approvals');
    const suffix = surface.toUpperCase();

    const list = route(
      `listApprovals${suffix}`,
      'List the actions that wait for a human, oldest first, or resolved ones',
      { querystring: ListQuery, 200: Listed },
    );
    app.get('/approvals', { config: READ, schema: list }, async (request) => {
      const { agent_id: agentId, resolved_from, resolved_to, limit = 100, cursor, ...query } = request.query;
      const { asked, ...filter } = query;
      const principal = principalOf(request);
      const resolved = { resolvedFrom: parseMoment(resolved_from), resolvedTo: parseMoment(resolved_to) };
      const wanted = { ...filter, agentId, ...resolved };
      const page =
        asked === undefined
          ? await listApprovals(services, principal.chain, wanted, limit, cursor)
          : await listAsked(services, principal, wanted, limit, cursor);
      const items = await shownTo(services, principal, page.items);
      return { items, next_cursor: page.nextCursor, total: page.total };
    });

    const one = route(`getApproval${suffix}`, 'Get an approval, at once or when it is resolved', {
      params,
      querystring: WaitQuery,
      200: ApprovalRecord,
    });
    app.get('/approvals/:approval_id', { config: READ, schema: one }, async (request, reply) => {
      const principal = principalOf(request);
      const { chain } = principal;
      const show = (approval: Approval) => oneShownTo(services, principal, approval);
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

function decisionRoutes(app: App, services: DecideDeps, surface: Surface): void {
  const route = routesOf(surface, 'Approvals');
  const suffix = surface.toUpperCase();
  const decided = async (principal: Principal, id: string, { decidedBy, ...wanted }: WantedDecision) => {
    // A member decides in their own name.
    const { name, sessionId } = principal.member ?? {};
    const stated = { ...wanted, decidedBy: name ?? decidedBy, sessionId };
    return oneShownTo(services, principal, await decideApproval(services, principal, id, stated));
  };

  const approve = route(`approve${suffix}`, 'Approve the action', {
    params,
    body: ApproveBody,
    200: ApprovalRecord,
    also: [409],
  });
  const approving = { config: DECIDE, schema: approve, preValidation: bodyMayBeAbsent };
  app.post('/approvals/:approval_id/approve', approving, async (request) => {
    const { comment, decided_by: decidedBy, for: scope } = request.body;
    const wanted = { decision: 'approved', comment, decidedBy, forTask: scope === 'task' } as const;
    return decided(principalOf(request), request.params.approval_id, wanted);
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
    return decided(principalOf(request), request.params.approval_id, {
      decision: 'rejected',
      comment,
      decidedBy,
    });
  });
}
