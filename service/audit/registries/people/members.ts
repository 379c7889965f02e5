/**
 * Compares members with the evidence of their joining, roles and removal. A role that was changed only in the table
 * would let a person approve who may not.
 */
import { pagesBy, rowsOfTenant } from '../../comparing/rows.ts';
import { inProduction, stating } from '../../comparing/stating.ts';

export const members = inProduction(
  stating({
    rows: (context) => pagesBy(rowsOfTenant(context, 'members'), 'member_id'),
    nameOf: ({ member_id }) => member_id,
    nameIn: ({ member_id }) => String(member_id),
    records: { all: ['member.join', 'member.change_role', 'member.remove'] },
    ofNothing: 'This record of a member names none.',
    it: ({ member_id }) => `Member ${member_id}`,
    compare: (row, { all }) => {
      const records = all.of(row.member_id);
      const wasAt = (action: string, at: number) =>
        [...records, ...all.nameless].some((record) => record.action === action && record.at === at);
      const wasRemoved = records.some(({ action }) => action === 'member.remove');
      const said = records.findLast(({ action }) => action !== 'member.remove')?.change;
      const mayBeNewer = all.nameless.some(({ action }) => action === 'member.change_role');
      const isOfRole = said?.role === row.role && said?.sandbox_role === row.sandbox_role;
      const isRemoved = row.removed_at !== null;
      const faults = [
        [!wasAt('member.join', row.joined_at), 'has no record of how they joined'],
        [
          isRemoved && !wasAt('member.remove', row.removed_at ?? 0),
          'was removed, and there is no record of it',
        ],
        [!isRemoved && wasRemoved, 'was removed, but is a member again'],
        [said !== undefined && !mayBeNewer && !isOfRole, `is ${row.role}, which is not the role on record`],
      ] as const;
      const what = faults.flatMap(([isFault, each]) => (isFault ? [each] : []));
      return { what, at: records.at(-1) };
    },
    left: { all: { named: () => 'This member joined, but is not there.' } },
  }),
);
