/** Incidents are judged by their deadlines and states, and not assessed where there are none to judge. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IncidentRow } from '../../incidents/index.ts';
import type { ChainInPeriod } from '../chain-in-period.ts';
import type { Check } from '../check.ts';
import type { Result } from '../result.ts';
import { INCIDENT_CHECKS } from './incidents.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1000 * DAY_MS;

const incidents = (...some: Partial<IncidentRow>[]) => ({
  nowMs: NOW_MS,
  incidents: async () => some.map((each) => ({ status: 'open', evidence_id: 'ev_1', ...each })),
});
const reported = (...afterDue: (number | null)[]) =>
  incidents(
    ...afterDue.map((ms) => ({
      report_due_at: NOW_MS - 1,
      reported_at: ms === null ? null : NOW_MS - 1 + ms,
    })),
  );
const noticed = (days: number, status = 'open') => ({ status, noticed_at: NOW_MS - days * DAY_MS });

const TABLE: [keyof typeof INCIDENT_CHECKS, of: string, looked: object, Result][] = [
  ['incidents_reported', 'none', incidents(), 'not_assessed'],
  ['incidents_reported', 'minor ones', incidents({ report_due_at: null }), 'not_assessed'],
  [
    'incidents_reported',
    'one whose time runs',
    incidents({ report_due_at: NOW_MS, reported_at: null }),
    'not_assessed',
  ],
  ['incidents_reported', 'one told at the last moment', reported(0), 'met'],
  ['incidents_reported', 'one told too late', reported(0, 1), 'partial'],
  ['incidents_reported', 'one not told', reported(0, 1, null), 'not_met'],
  ['incidents_closed', 'none', incidents(), 'not_assessed'],
  ['incidents_closed', 'new ones', incidents(noticed(29)), 'not_assessed'],
  ['incidents_closed', 'closed ones', incidents(noticed(1, 'closed'), noticed(1)), 'met'],
  ['incidents_closed', 'half', incidents(noticed(1, 'closed'), noticed(30)), 'partial'],
  ['incidents_closed', 'an old one', incidents(noticed(30)), 'not_met'],
];

for (const [id, of, looked, result] of TABLE) {
  test(`${id} of ${of} is ${result}`, async () => {
    const check: Check = INCIDENT_CHECKS[id];
    const finding = await check.assess(looked as unknown as ChainInPeriod);
    assert.equal(finding.result, result);
    assert.match(finding.finding, /^[A-Z0-9].*\.$/);
  });
}
