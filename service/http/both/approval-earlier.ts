/** The decisions before an approval, as a person compares them: the last call like it, and its recipients. */
import { type Earlier, earlierThan } from '../../approvals/finding/index.ts';
import { APPROVAL_STATUSES, type Approval, findApproval } from '../../approvals/index.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { isId } from '../../foundation/ids.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf } from '../callers/access.ts';
import { seesPayloads } from '../callers/callers.ts';
import * as is from '../schemas/fields.ts';
import { describedRecord, object, record } from '../schemas/objects.ts';
import type { Noun, Services } from '../services.ts';
import { Change } from './approval-correction.ts';

const DecidedBy = record('EarlierDecider', {
  party: is.text(),
  name: is.text(),
  said_by_key: is.orNull(is.text()),
});

const Decided = object({
  approval_id: is.text(),
  status: is.oneOf(APPROVAL_STATUSES),
  resolved_at: is.orNull(is.time()),
  decided_by: is.list(DecidedBy, 'As in the decisions of an approval'),
});

const EarlierDecisions = describedRecord(
  'EarlierDecisions',
  'The earlier decisions; nothing of them if your role does not show payloads',
  {
    last_approved: is.orNull(
      object({ ...Decided.properties, changed: is.list(Change, 'From its arguments to those of this one') }),
      'The last approved call of the same agent and action',
    ),
    recipients: is.list(
      object({
        kind: is.text(),
        value: is.text(),
        approved: is.integer('Calls of this agent that reached it'),
        rejected: is.integer(),
        last: is.orNull(Decided, 'null if no call of this agent that reached it was decided'),
      }),
      'The targets of this call, at most 20',
    ),
    looked_at: is.integer("The newest decisions on this agent's calls that were looked at, at most 100"),
    complete: is.flag('Whether these are all'),
  },
);

const READ = { scope: 'evidence:read', payloads: 'omitted' } as const;
const params = object({ approval_id: is.text() });
const NOTHING: Earlier = { lastApproved: null, recipients: [], lookedAt: 0, isComplete: false };

export const approvalEarlier =
  (surface: Surface): Noun<Pick<Services, 'db'>> =>
  (app, { db }) => {
    const show = routesOf(surface, 'Approvals')(
      `getEarlierDecisions${surface.toUpperCase()}`,
      'Compare an approval with the earlier decisions on the same agent',
      { params, 200: EarlierDecisions },
    );
    app.get('/approvals/:approval_id/earlier', { config: READ, schema: show }, async (request) => {
      const principal = principalOf(request);
      const approval = await findApproval(db, principal.chain, request.params.approval_id);
      const found = seesPayloads(principal) ? await earlierThan(db, principal.chain, approval) : NOTHING;
      return {
        last_approved: found.lastApproved && {
          ...decided(found.lastApproved.approval),
          changed: found.lastApproved.changed,
        },
        recipients: found.recipients.map(({ last, ...recipient }) => {
          return { ...recipient, last: last && decided(last) };
        }),
        looked_at: found.lookedAt,
        complete: found.isComplete,
      };
    });
  };

function decided({ approval_id, status, resolved_at, decisions }: Approval) {
  return {
    approval_id,
    status,
    resolved_at: isoOrNull(resolved_at),
    decided_by: decisions.map(({ party, decided_by }) => ({
      party,
      name: decided_by ?? party,
      said_by_key: isId('key', party) ? party : null,
    })),
  };
}
