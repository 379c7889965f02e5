/** Surface A: what led to an artifact, and what followed it. */
import { STEP_KINDS, trailOf } from '../../../reports/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { seesPayloads } from '../../callers/callers.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const Step = object({
  kind: is.oneOf(STEP_KINDS),
  evidence_id: is.orNull(is.text(), 'null where the step has no artifact of its own'),
  at: is.time(),
  who: is.orNull(is.text(), 'The agent, member or key; null where the service did it by itself'),
  summary: is.text('Holds no text of a caller'),
});

const TRAIL = routesOf('a', 'Evidence')(
  'evidenceTrail',
  'Get what led to an artifact and what followed, as one line of time',
  {
    params: object({ id: is.text() }),
    200: describedRecord(
      'EvidenceTrail',
      'Evaluation, approval, decision, use, outcome and trust, as far as they belong to the artifact. It ends where a payload that names the next step was removed',
      {
        approval_id: is.orNull(is.text(), 'The approval that these steps are about; null if there is none'),
        steps: is.list(Step, 'Oldest first'),
      },
    ),
  },
);

const SCOPE = { scope: 'evidence:read', payloads: 'omitted' } as const;

export const evidenceTrailA: Noun<Pick<Services, 'db'>> = (app, { db }) => {
  app.get('/evidence/:id/trail', { config: SCOPE, schema: TRAIL }, async (request) => {
    const principal = principalOf(request);
    const trail = await trailOf(db, principal.chain, request.params.id, seesPayloads(principal));
    return {
      approval_id: trail.approvalId,
      steps: trail.steps.map(({ kind, evidenceId, at, who, summary }) => ({
        kind,
        evidence_id: evidenceId,
        at: new Date(at).toISOString(),
        who,
        summary,
      })),
    };
  });
};
