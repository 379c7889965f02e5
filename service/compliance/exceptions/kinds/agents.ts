/** Agents for which no one answers. */
import { agentsOf } from '../../../agents/index.ts';
import { NOWHERE, recordsById } from '../reading.ts';
import { type Exception, type ExceptionKind, MAX_LISTED } from './kind.ts';

export const ownerlessAgents: ExceptionKind = {
  id: 'agent_without_owner',
  title: 'Agent without an owner',
  rule: 'An agent asked in the period, and the inventory, as it was when the report was made, does not list it with an owner.',
  async find(reading) {
    const { db, chain, period } = reading;
    const owned = await agentsOf(db, chain).where('owner', 'is not', null).execute();
    const names = new Set(owned.map(({ name_key }) => name_key));
    const seen = await db
      .selectFrom('agent_sightings')
      .selectAll()
      .where('chain', '=', chain)
      .where('first_seen_at', '<', period.to)
      .where('last_seen_at', '>=', period.from)
      .orderBy('first_seen_at', 'desc')
      .orderBy('name_key')
      .execute();
    const ownerless = seen.filter(({ name_key }) => !names.has(name_key));
    const shown = ownerless.slice(0, MAX_LISTED);
    const records = await recordsById(
      reading,
      shown.map(({ first_evidence_id }) => first_evidence_id),
    );
    const listed = shown.map(({ agent_id: who, first_evidence_id, first_seen_at }): Exception => {
      const record = records.get(first_evidence_id);
      const place = record === undefined ? NOWHERE : { evidenceId: record.evidenceId, index: record.index };
      const what = 'no one answers for this agent, which first asked then';
      return { ...place, at: record?.at ?? first_seen_at, who, what, why: null };
    });
    return { count: ownerless.length, listed, unread: 0 };
  },
};
