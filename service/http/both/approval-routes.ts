/** Approvals, the same on both surfaces: lists pending ones, waits for one, and decides it. */

import { LISTED_STATUSES, listApprovals, listAsked, ORDERS } from '../../approvals/finding/index.ts';
import { type Approval, findApproval } from '../../approvals/index.ts';
import type { CorrectDeps } from '../../evaluation/corrections/index.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { longPoll, MAX_WAIT_SECONDS, principalOf } from '../callers/access.ts';
import type { Callers } from '../callers/callers.ts';
import { ActionFilter, parseMoment } from '../requests/evidence-filters.ts';
import * as is from '../schemas/fields.ts';
import { closed, describedRecord, object } from '../schemas/objects.ts';
import type { Noun, Services } from '../services.ts';
import { decisionRoutes } from './approval-decisions.ts';
import { ApprovalRecord } from './approval-record.ts';
import { oneShownTo, shownTo } from './approval-shown.ts';

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

const READ = { scope: 'evidence:read', payloads: 'omitted' } as const;
const params = object({ approval_id: is.text() });

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
