/** Compares incidents with the records of their changes: each is as its last record states, and none is missing. */
import { canonicalJson } from '@assize/evidence-format';
import {
  INCIDENT_CHANGES,
  type IncidentRow,
  incidentsOf,
  recordedIncident,
  STATUS_AFTER,
} from '../../../incidents/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy, rowsBy } from '../../comparing/rows.ts';
import type { Check, CheckContext } from '../../registry.ts';

const allOf = ({ db, chain }: CheckContext) => incidentsOf(db, chain);

const definitions = naming({
  rows: (context) => pagesBy(allOf(context), 'incident_id'),
  names: ['evidence_id'],
  it: ({ incident_id }) => `Incident ${incident_id}`,
  compare: (row, { evidence_id: act }) => ({ what: faultOf(row, act), at: act }),
});

function faultOf(row: IncidentRow, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || !INCIDENT_CHANGES.includes(act.action))
    return `There is no record of who opened or changed incident ${row.incident_id}.`;
  if (act.isGone) {
    const isClosed = act.action === 'incident.close' && row.closed_at !== act.at;
    return STATUS_AFTER[act.action] === row.status && !isClosed ? null : 'is not as is on record: status';
  }
  const { change } = act;
  const other = Object.entries(statedOf(row)).filter(
    ([name, value]) => canonicalJson(change?.[name] ?? null) !== canonicalJson(value ?? null),
  );
  return other.length === 0 ? null : `is not as is on record: ${other.map(([name]) => name).join(', ')}`;
}

/** A row that was altered may hold texts that are not JSON. */
function statedOf(row: IncidentRow) {
  try {
    return recordedIncident(row);
  } catch {
    return { form: 'broken' };
  }
}

/** No incident is missing, none is as it was before its last record, and each was opened by whom the record says. */
const changes: Check = async (tally, context) => {
  const rows = await rowsBy(allOf(context), 'incident_id');
  for await (const page of actsOfType(context, 'governance_change', { actions: INCIDENT_CHANGES })) {
    for (const act of page) {
      const { change } = act;
      if (change === null) continue;
      const row = rows.get(String(change.incident_id));
      if (row === undefined || Number(change.version) > row.version) {
        const what = row === undefined ? 'is not there' : 'is as it was before';
        tally.unmatched([act], context.size, `An incident was opened or changed here, and ${what}.`);
      } else {
        const isByIt = row.opened_at === act.at && row.opened_by === act.actor;
        const isOther = act.action === 'incident.open' && !isByIt;
        tally.compared(
          isOther
            ? `Incident ${row.incident_id} was opened by another, or at another time, than is on record.`
            : null,
          act,
        );
      }
    }
  }
};

export const incidents = inTurn(definitions, changes);
