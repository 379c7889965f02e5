/** Actions that were let proceed, and whose outcome came late or not at all. */
import { DAY_MS } from '../../../foundation/clock.ts';
import { leavesOfPeriod, placeOf, type Reading, recordsById, stepsOf } from '../reading.ts';
import { type ExceptionKind, Listing } from './kind.ts';

/** An outcome is due this long after its verdict. */
const DUE_MS = DAY_MS;

export const missingOutcomes: ExceptionKind = {
  id: 'missing_outcome',
  title: 'Outcome not reported',
  rule: 'An action could proceed, and no outcome was reported up to this report. Verdicts of the last 24 hours are not due.',
  async find(reading) {
    const { chain, nowMs } = reading;
    const listing = new Listing();
    for (const step of stepsOf(reading)) {
      const silent = await proceeded(reading, step)
        .where('artifacts.created_at', '<=', nowMs - DUE_MS)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('outcomes')
                .select('outcomes.evidence_id')
                .where('outcomes.chain', '=', chain)
                .whereRef('outcomes.evaluation_id', '=', 'artifacts.id')
                .where('outcomes.reported_at', '<=', nowMs),
            ),
          ),
        )
        .select(['artifacts.position', 'artifacts.id', 'artifacts.action', 'artifacts.actor'])
        .select('artifacts.created_at')
        .orderBy('artifacts.position')
        .execute();
      for (const { actor: who, action, created_at: at, ...leaf } of silent) {
        listing.add({
          ...placeOf(leaf),
          at,
          who,
          what: `${action ?? 'an action'} proceeded, and its outcome is unknown`,
          why: null,
        });
      }
    }
    return listing.found();
  },
};

export const lateOutcomes: ExceptionKind = {
  id: 'late_outcome',
  title: 'Outcome reported late',
  rule: 'An action could proceed, and its outcome was reported more than 24 hours later.',
  async find(reading) {
    const { chain } = reading;
    const listing = new Listing();
    for (const step of stepsOf(reading)) {
      const late = await proceeded(reading, step)
        .innerJoin('outcomes', (join) =>
          join.on('outcomes.chain', '=', chain).onRef('outcomes.evaluation_id', '=', 'artifacts.id'),
        )
        .where(({ eb, ref }) => eb('outcomes.reported_at', '>', eb(ref('artifacts.created_at'), '+', DUE_MS)))
        .select(['artifacts.action', 'artifacts.created_at', 'outcomes.evidence_id', 'outcomes.reported_at'])
        .orderBy('artifacts.position')
        .execute();
      const reports = await recordsById(
        reading,
        late.map(({ evidence_id }) => evidence_id),
      );
      for (const { evidence_id, action, created_at, reported_at } of late) {
        const report = reports.get(evidence_id);
        if (report === undefined) continue;
        const hours = Math.round((reported_at - created_at) / 3_600_000);
        const what = `the outcome of ${action ?? 'an action'} came ${hours} hours after its verdict`;
        listing.add({
          evidenceId: report.evidenceId,
          index: report.index,
          at: report.at,
          who: report.actor,
          what,
          why: null,
        });
      }
    }
    return listing.found();
  },
};

function proceeded(reading: Reading, step: { from: number; end: number }) {
  return leavesOfPeriod(reading, step)
    .where('artifacts.artifact_type', '=', 'governance_eval')
    .where('artifacts.verdict', '=', 'proceed');
}
