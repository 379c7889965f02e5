/**
 * Compares members with the evidence of their joining, their roles and their removal: no member who was not invited, and
 * none with another role than the last record of it says. A role that was changed in the table alone would let a
 * person approve who may not.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { MembersTable } from '../../database/tables/member.ts';
import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType } from '../../evidence/reading/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { rowsBy } from './rows.ts';

export const membersRegistry: Registry = { name: 'members', check };

type Row = Selectable<MembersTable>;
type Named = LeafAndPayload & { change: JsonObject };

const ACTIONS = ['member.join', 'member.change_role', 'member.remove'];

interface Records {
  /** In the order of the chain. */
  of: Map<string, Named[]>;
  /** Those whose payload is gone: they may be of any member. */
  nameless: LeafAndPayload[];
}

/** Members are recorded in production. Rows are read first: each was written with its record, which a later read finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, tenantId, environment } = context;
  if (environment !== 'production') return;
  const rows = await rowsBy(
    db.selectFrom('members').selectAll().where('tenant_id', '=', tenantId),
    'member_id',
  );
  const records: Records = { of: new Map(), nameless: [] };
  for await (const page of leavesOfType(db, context.chain, 'governance_change')) {
    for (const leaf of page) if (ACTIONS.includes(leaf.action ?? '')) take(tally, records, leaf);
  }
  for (const row of rows.values()) {
    tally.checked();
    compare(tally, row, records);
  }
  const lost = [...records.of].flatMap(([memberId, [first]]) =>
    first === undefined || rows.has(memberId) ? [] : [first],
  );
  tally.unmatched(lost, context.size, 'This member joined, but is not there.');
}

function take(tally: Tally, { of, nameless }: Records, leaf: LeafAndPayload): void {
  if (leaf.payload === null) {
    nameless.push(leaf);
    return;
  }
  const change = changeIn(leaf.payload);
  if (change === null) tally.compared('This record of a member names none.', leaf.position, leaf.id);
  else {
    const memberId = String(change.member_id);
    of.set(memberId, [...(of.get(memberId) ?? []), { ...leaf, change }]);
  }
}

function compare(tally: Tally, row: Row, { of, nameless }: Records): void {
  const records = of.get(row.member_id) ?? [];
  const gap = (what: string) => {
    const last = records.at(-1);
    tally.gap(`Member ${row.member_id} ${what}.`, last?.position, last?.id);
  };
  const wasAt = (action: string, at: number) =>
    [...records, ...nameless].some((record) => record.action === action && record.created_at === at);
  if (!wasAt('member.join', row.joined_at)) gap('has no record of how they joined');
  const removed = records.find(({ action }) => action === 'member.remove');
  if (row.removed_at !== null && !wasAt('member.remove', row.removed_at)) {
    gap('was removed, and there is no record of it');
  }
  if (row.removed_at === null && removed !== undefined) gap('was removed, but is a member again');
  const said = records.findLast(({ action }) => action !== 'member.remove');
  const mayBeNewer = nameless.some(({ action }) => action === 'member.change_role');
  if (said === undefined || mayBeNewer) return;
  if (said.change.role !== row.role || said.change.sandbox_role !== row.sandbox_role) {
    gap(`is ${row.role}, which is not the role on record`);
  }
}
