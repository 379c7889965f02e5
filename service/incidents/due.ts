/**
 * Warns a day before a serious incident has to be reported, and once more when the time is over: each once, because the
 * notice is stored under the incident and its deadline, with its event in the same transaction.
 */
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { eventOf, type NoticeKind, writeEvent, writeNotice } from '../events/index.ts';
import type { Chore } from '../foundation/chores.ts';
import { type Clock, DAY_MS } from '../foundation/clock.ts';
import type { IdSource } from '../foundation/ids.ts';

export interface DueDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
}

const EVERY_MS = 60_000;
const INCIDENTS_AT_ONCE = 100;

interface Warning {
  kind: NoticeKind;
  /** How long before the deadline it begins. */
  aheadMs: number;
  /** From this time after the deadline on there is none: by then its notice may be forgotten. */
  untilMs: number;
}

const WARNINGS: readonly Warning[] = [
  { kind: 'incident_due', aheadMs: DAY_MS, untilMs: 0 },
  { kind: 'incident_overdue', aheadMs: 0, untilMs: 60 * DAY_MS },
];

export function dueIncidentsChore(deps: DueDeps): Chore {
  return {
    name: 'warn of incidents to report',
    everyMs: EVERY_MS,
    async run(stopping) {
      for (const warning of WARNINGS) {
        let found = INCIDENTS_AT_ONCE;
        while (found === INCIDENTS_AT_ONCE && !stopping.aborted) found = await warn(deps, warning);
      }
    },
  };
}

/** @returns the number of incidents found; at most 100. */
async function warn({ db, clock, ids }: DueDeps, warning: Warning): Promise<number> {
  const at = clock.now();
  const incidents = await incidentsToWarnOf(db, warning, at);
  if (incidents.length === 0) return 0;
  await db.transaction().execute(async (tx) => {
    for (const { tenant_id: tenantId, chain, subject, incident_id, severity, report_due_at } of incidents) {
      const data = {
        incident_id,
        severity,
        report_due_at: new Date(Number(report_due_at)).toISOString(),
        overdue: warning.kind === 'incident_overdue',
      };
      if (!(await writeNotice(tx, { tenantId, chain, kind: warning.kind, subject, data, at }))) continue;
      await writeEvent(tx, eventOf(ids, { chain, type: 'incident.due', data, at }));
    }
  });
  return incidents.length;
}

/** Returns them in the same order on every node, so that concurrent writers don't wait for each other. */
function incidentsToWarnOf(db: Database, { kind, aheadMs, untilMs }: Warning, nowMs: number) {
  const subject = sql<string>`incidents.incident_id || ':' || CAST(incidents.report_due_at AS TEXT)`;
  return db
    .selectFrom('incidents')
    .innerJoin('chains', 'chains.chain', 'incidents.chain')
    .select(['chains.tenant_id', 'incidents.chain', 'incidents.incident_id', 'incidents.severity'])
    .select(['incidents.report_due_at', subject.as('subject')])
    .where('incidents.reported_at', 'is', null)
    .where('incidents.report_due_at', 'is not', null)
    .where('incidents.report_due_at', '>', nowMs - untilMs)
    .where('incidents.report_due_at', '<=', nowMs + aheadMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices')
            .select('notices.subject')
            .whereRef('notices.tenant_id', '=', 'chains.tenant_id')
            .where('notices.kind', '=', kind)
            .where('notices.subject', '=', subject),
        ),
      ),
    )
    .orderBy('incidents.report_due_at')
    .orderBy('incidents.incident_id')
    .limit(INCIDENTS_AT_ONCE)
    .execute();
}
