/** Compares groups and stand-ins with the evidence of their changes: who is asked for an approval depends on both. */
import { canonicalJson } from '@assize/evidence-format';
import { GROUP_ACTIONS, groupStated, STAND_IN, standInStated } from '../../../members/groups/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsBy, rowsOfTenant } from '../../comparing/rows.ts';
import { inProduction } from '../../comparing/stating.ts';
import type { Check } from '../../registry.ts';

const ACTIONS: readonly string[] = GROUP_ACTIONS;

const definitions = naming({
  rows: (context) => pagesBy(rowsOfTenant(context, 'member_groups'), 'group_id'),
  names: ['evidence_id'],
  it: ({ group_id }) => `Group ${group_id}`,
  compare: (row, { evidence_id: act }) => ({ what: faultOfGroup(row, act), at: act }),
});

function faultOfGroup(row: RowOf<'member_groups'>, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || !ACTIONS.includes(act.action)) {
    return `There is no record of who made or changed group ${row.group_id}.`;
  }
  const deletedAt = act.action === 'group.delete' ? act.at : null;
  if (row.deleted_at !== deletedAt) return 'is deleted, or its record says so, but not both';
  if (act.isGone) return null;
  const other = Object.entries(groupStated({ ...row, members: [] })).filter(([name, value]) => {
    return name !== 'members' && act.change?.[name] !== value;
  });
  const isSame = other.length === 0 && canonicalJson(act.change?.members ?? null) === row.members;
  return isSame ? null : 'is not as is on record';
}

/** No group is missing or as it was before its last record, and each was made by whom the record says. */
const changes: Check = async (tally, context) => {
  const groups = await rowsBy(rowsOfTenant(context, 'member_groups'), 'group_id');
  for await (const page of actsOfType(context, 'governance_change', { actions: [...ACTIONS] })) {
    for (const act of page) {
      const { change } = act;
      if (change === null) continue;
      const row = groups.get(String(change.group_id));
      if (row === undefined || Number(change.revision) > row.revision) {
        const what = row === undefined ? 'is not there' : 'is as it was before';
        tally.unmatched([act], context.size, `A group was made or changed here, and ${what}.`);
        continue;
      }
      const isByIt = row.created_at === act.at && row.created_by === act.actor;
      const isOther = act.action === 'group.create' && !isByIt;
      const told = `Group ${row.group_id} was made by another, or at another time, than is on record.`;
      tally.compared(isOther ? told : null, act);
    }
  }
};

export const groups = inProduction(inTurn(definitions, changes));

const absences = naming({
  rows: (context) => pagesBy(rowsOfTenant(context, 'stand_ins'), 'member_id'),
  names: ['evidence_id'],
  it: ({ member_id }) => `The stand-in of member ${member_id}`,
  compare: (row, { evidence_id: act }) => ({ what: faultOfAbsence(row, act), at: act }),
});

function faultOfAbsence(row: RowOf<'stand_ins'>, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || act.action !== STAND_IN) return 'has no record of who set it';
  if (row.set_at !== act.at || row.set_by !== act.actor) return 'was set by another, or at another time';
  if (act.isGone) return null;
  const isSame = canonicalJson(act.change ?? {}) === canonicalJson(standInStated(row));
  return isSame ? null : 'is not as is on record';
}

/** No row is missing, and none is as it was before the last record of its member. */
const absencesSet: Check = async (tally, context) => {
  const rows = await rowsBy(rowsOfTenant(context, 'stand_ins'), 'member_id');
  const reached = new Set<string>();
  for await (const page of actsOfType(context, 'governance_change', { actions: [STAND_IN] })) {
    for (const act of page) {
      if (act.change === null) continue;
      const memberId = String(act.change.member_id);
      const row = rows.get(memberId);
      const isLater = reached.has(memberId);
      if (row === undefined || isLater) {
        const what = isLater ? 'is as it was before' : 'is not there';
        tally.unmatched([act], context.size, `A stand-in was set or ended here, and ${what}.`);
      } else tally.compared(null, act);
      if (act.id === row?.evidence_id) reached.add(memberId);
    }
  }
};

export const standIns = inProduction(inTurn(absences, absencesSet));
