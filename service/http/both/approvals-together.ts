/** Decides approvals of one bundle together, the same on both surfaces. */

import {
  APPROVAL_STATUSES,
  type DecideDeps,
  type DecidedTogether,
  decideTogether,
  MAX_TOGETHER,
} from '../../approvals/index.ts';
import type { Surface } from '../answers/errors.ts';
import { routesOf } from '../answers/routes.ts';
import { principalOf } from '../callers/access.ts';
import * as is from '../schemas/fields.ts';
import { describedRecord, namedBody, object } from '../schemas/objects.ts';
import type { Noun } from '../services.ts';
import { DECIDE, inTheirName, statedDecision } from './approval-decisions.ts';

const EXAMPLE = {
  approval_ids: ['apr_01a1fe5320ebd571bce5ee16', 'apr_01a1fe5320ebd571bce5ee17'],
  decision: 'approved',
};
const Body = namedBody('BundleDecision', [EXAMPLE], {
  approval_ids: is.list(is.label('An approval'), 'All with the same `bundle`, each once', {
    minItems: 1,
    maxItems: MAX_TOGETHER,
  }),
  decision: is.oneOf(['approved', 'rejected']),
  ...statedDecision,
});

const Decided = describedRecord(
  'BundleDecided',
  'One result for each approval, in the order of the request',
  {
    items: is.list(
      object({
        approval_id: is.text(),
        status: is.orNull(is.oneOf(APPROVAL_STATUSES), 'After the decision; null if it was not decided'),
        error: is.orNull(
          object({ code: is.text('The code of the conflict, or of the refusal'), detail: is.text() }),
          'Why it was not decided; null if it was',
        ),
      }),
    ),
  },
);

export const approvalsTogether =
  (surface: Surface): Noun<DecideDeps> =>
  (app, services) => {
    const schema = routesOf(surface, 'Approvals')(
      `decideTogether${surface.toUpperCase()}`,
      'Approve or reject approvals of one bundle together, each with its own record',
      { body: Body, 200: Decided },
    );
    app.post('/approvals/decide', { config: DECIDE, schema }, async (request) => {
      const principal = principalOf(request);
      const { approval_ids: ids, decided_by: decidedBy, ...wanted } = request.body;
      const stated = inTheirName(principal, { ...wanted, decidedBy });
      return { items: (await decideTogether(services, principal, ids, stated)).map(resultToApi) };
    });
  };

function resultToApi({ approvalId, status, refusal }: DecidedTogether) {
  const error = refusal === null ? null : { code: refusal.code, detail: refusal.message };
  return { approval_id: approvalId, status, error };
}
