/** Checks of incidents: whether serious ones were reported in time, and whether causes were found and removed. */
import { DAY_MS } from '../../foundation/clock.ts';
import { type IncidentRow, reportStateOf } from '../../incidents/index.ts';
import { MAX_EVIDENCE_IDS } from '../chain-in-period.ts';
import type { Check } from '../check.ts';
import { MAX_INCIDENTS } from '../oversight-in-period.ts';
import { byShare, countOf, found, shareOf, unjudged } from './wording.ts';

/** An incident may stay open for so long. */
const OPEN_DAYS = 30;

export const INCIDENT_CHECKS = {
  incidents_reported: {
    title: 'Serious incidents are reported in time',
    rule: `Met where each serious incident that was noticed in the period was reported to an authority in the time of Article 73 of the EU AI Act; in part where each was reported, some too late. Those whose time is not over are left out. The newest ${MAX_INCIDENTS} incidents are judged, as they are when the check runs.`,
    occasional: true,
    evenUngoverned: true,
    async assess({ nowMs, ...chain }) {
      const state = (row: IncidentRow) => reportStateOf(row, nowMs);
      const judged = (await chain.incidents()).filter((row) => !['none', 'due'].includes(state(row)));
      if (judged.length === 0)
        return unjudged('No serious incident of the period had to be reported when it was checked.');
      const untold = judged.filter((row) => state(row) === 'overdue');
      const late = judged.filter((row) => state(row) === 'late');
      const inTime = judged.length - untold.length - late.length;
      const counts = { serious: judged.length, in_time: inTime, late: late.length, overdue: untold.length };
      const finding = `${shareOf(inTime, judged.length)} of the serious incidents were reported in time.`;
      const result = untold.length > 0 ? 'not_met' : late.length > 0 ? 'partial' : 'met';
      const short = [...untold, ...late];
      return found(result, finding, counts, idsOf(short.length > 0 ? short : judged));
    },
  },

  incidents_closed: {
    title: 'Incidents are closed with cause and remedy',
    rule: `Met where 90 % of the incidents that were noticed in the period are closed, each with its cause and its remedy; in part from 50 % on. Open ones that were noticed less than ${OPEN_DAYS} days before the check runs are left out. The newest ${MAX_INCIDENTS} incidents are judged, as they are then.`,
    occasional: true,
    async assess({ nowMs, ...chain }) {
      const judged = (await chain.incidents()).filter(
        ({ status, noticed_at: at }) => status === 'closed' || at <= nowMs - OPEN_DAYS * DAY_MS,
      );
      if (judged.length === 0)
        return unjudged(`No incident of the period is closed, and none was noticed ${OPEN_DAYS} days ago.`);
      const open = judged.filter(({ status }) => status === 'open');
      const closed = judged.length - open.length;
      const finding = `${countOf(judged.length, 'incident')} to judge; ${shareOf(closed, judged.length)} closed.`;
      const counts = { incidents: judged.length, closed };
      return found(byShare(closed, judged.length), finding, counts, idsOf(open.length > 0 ? open : judged));
    },
  },
} as const satisfies Record<string, Check>;

function idsOf(rows: readonly IncidentRow[]): string[] {
  return rows.slice(0, MAX_EVIDENCE_IDS).map(({ evidence_id: id }) => id);
}
