/** Compares the inventory of agents with the evidence of its changes: each agent is as its last record states. */
import { nameKey } from '@assize/act-reading/names';
import { canonicalJson } from '@assize/evidence-format';
import { AGENT_CHANGES, type AgentRow, agentsOf, recordedAgent, statusAfter } from '../../../agents/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy, rowsBy } from '../../comparing/rows.ts';
import type { Check, CheckContext } from '../../registry.ts';

const allOf = ({ db, chain }: CheckContext) => agentsOf(db, chain);

const definitions = naming({
  rows: (context) => pagesBy(allOf(context), 'name_key'),
  names: ['evidence_id'],
  it: ({ agent_id }) => `Agent ${agent_id}`,
  compare: (row, { evidence_id: act }) => ({ what: faultOf(row, act), at: act }),
});

function faultOf(row: AgentRow, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || !AGENT_CHANGES.includes(act.action)) {
    return `There is no record of who registered or changed agent ${row.agent_id}.`;
  }
  if (nameKey(row.agent_id) !== row.name_key) return 'stands under another name than its own';
  if (act.isGone) {
    const status = statusAfter(act.action) ?? row.status;
    return status === row.status ? null : 'is not as is on record: status';
  }
  const { change } = act;
  const other = Object.entries(recordedAgent(row)).filter(
    ([name, value]) => canonicalJson(change?.[name] ?? null) !== canonicalJson(value ?? null),
  );
  return other.length === 0 ? null : `is not as is on record: ${other.map(([name]) => name).join(', ')}`;
}

/** No agent is missing, none is as it was before its last record, and each was registered by whom the record says. */
const changes: Check = async (tally, context) => {
  const agents = await rowsBy(allOf(context), 'name_key');
  for await (const page of actsOfType(context, 'governance_change', { actions: AGENT_CHANGES })) {
    for (const act of page) {
      const { change } = act;
      if (change === null) continue;
      const row = agents.get(nameKey(String(change.agent_id)));
      if (row === undefined || Number(change.version) > row.version) {
        const what = row === undefined ? 'is not there' : 'is as it was before';
        tally.unmatched([act], context.size, `An agent was registered or changed here, and ${what}.`);
      } else {
        const isByIt = row.created_at === act.at && row.created_by === act.actor;
        const isOther = act.action === 'agent.register' && !isByIt;
        tally.compared(
          isOther
            ? `Agent ${row.agent_id} was registered by another, or at another time, than is on record.`
            : null,
          act,
        );
      }
    }
  }
};

export const agents = inTurn(definitions, changes);
