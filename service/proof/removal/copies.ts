/**
 * Takes what people and agents wrote out of the tables beside the payloads. Each such text belongs to an artifact, and
 * goes before its payload does, which says where the text stands.
 */
import type { JsonObject } from '@assize/evidence-format';
import { sql } from 'kysely';
import { DECISION } from '../../approvals/index.ts';
import type { Database } from '../../database/open.ts';
import { changeIn, moveRevisions, readPayload } from '../../evidence/index.ts';
import { firstIdAt } from '../../foundation/ids.ts';
import { TARGETS_ADDED, targetsIn } from '../../targets/index.ts';

/** Changes of governance whose words a table repeats. */
const REPEATED = [DECISION, 'halt.create', 'halt.lift', TARGETS_ADDED];
const RESOLUTIONS: readonly string[] = ['action_approved', 'action_rejected'];
const ESCALATED = ['governance_eval', 'escalate'] as const;

interface Owner {
  position: number;
  id: string;
  artifact_type: string;
  action: string | null;
  actor: string;
  payload: Uint8Array;
}

/** Artifacts from `from` up to `end` (exclusive). */
export interface Stretch {
  from: number;
  end: number;
  /** Positions in it that keep what they have. */
  kept: ReadonlySet<number>;
}

/** It can be repeated. */
export async function emptyTexts(db: Database, chain: number, stretch: Stretch): Promise<void> {
  for (const { id, position } of await escalatedIn(db, chain, stretch)) {
    if (!stretch.kept.has(position)) await emptyApprovalsOf(db, chain, id);
  }
  let revised = false;
  for (const owner of await ownersIn(db, chain, stretch)) {
    if (stretch.kept.has(owner.position)) continue;
    if (RESOLUTIONS.includes(owner.artifact_type)) await emptyResolution(db, chain, owner);
    else if (owner.action === DECISION) await emptyDecision(db, chain, owner);
    else {
      await emptyChange(db, chain, owner);
      revised = true;
    }
  }
  // Nodes hold reasons of halts and names of targets in memory.
  if (revised) await moveRevisions(db, chain);
}

function escalatedIn(
  db: Database,
  chain: number,
  { from, end }: Stretch,
): Promise<{ id: string; position: number }[]> {
  const [type, verdict] = ESCALATED;
  return db
    .selectFrom('artifacts')
    .select(['id', 'position'])
    .where('chain', '=', chain)
    .where('position', '>=', from)
    .where('position', '<', end)
    .where('artifact_type', '=', type)
    .where('verdict', '=', verdict)
    .execute();
}

function ownersIn(db: Database, chain: number, { from, end }: Stretch): Promise<Owner[]> {
  return (
    db
      .selectFrom('artifacts')
      .innerJoin('artifact_payloads', (join) =>
        join
          .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
          .onRef('artifact_payloads.position', '=', 'artifacts.position'),
      )
      .select(['artifacts.position', 'artifacts.id', 'artifacts.artifact_type', 'artifacts.action'])
      .select(['artifacts.actor', 'payload'])
      .where('artifacts.chain', '=', chain)
      .where('artifacts.position', '>=', from)
      .where('artifacts.position', '<', end)
      // A literal, so that the planner sees that the index of the rarer types covers them all.
      .where('artifacts.artifact_type', '<>', sql.lit('governance_eval'))
      .where(({ or, and, eb }) =>
        or([
          eb('artifacts.artifact_type', 'in', RESOLUTIONS),
          and([
            eb('artifacts.artifact_type', '=', 'governance_change'),
            eb('artifacts.action', 'in', REPEATED),
          ]),
        ]),
      )
      .execute()
  );
}

/**
 * An approval is bound to its request by a hash, which could confirm a guess. Without the hash the approval stays, but
 * can't be used any more.
 */
async function emptyApprovalsOf(db: Database, chain: number, evidenceId: string): Promise<void> {
  const theirs = await db
    .selectFrom('approvals')
    .select(['approval_id', 'created_at', 'resolved_at'])
    .where('chain', '=', chain)
    .where('evidence_id', '=', evidenceId)
    .execute();
  // One at a time: a statement that locks several rows could deadlock with a commit that resolves them in another
  // order.
  for (const { approval_id, created_at, resolved_at } of theirs) {
    await db
      .updateTable('approvals')
      .set({ binding: new Uint8Array(0), user_id: null })
      .where('chain', '=', chain)
      .where('approval_id', '=', approval_id)
      .execute();
    await emptyEvents(db, chain, approval_id, created_at);
    if (resolved_at !== null) await emptyEvents(db, chain, approval_id, resolved_at);
    await emptyNotice(db, chain, approval_id);
  }
}

/** Events name the person for whom an agent asked. Their ids begin with their time. */
async function emptyEvents(db: Database, chain: number, approvalId: string, at: number): Promise<void> {
  const events = await db
    .selectFrom('events')
    .select(['event_id', 'data'])
    .where('chain', '=', chain)
    .where('event_id', '>=', firstIdAt('evt', at))
    .where('event_id', '<', firstIdAt('evt', at + 1))
    .where('type', 'in', ['approval.created', 'approval.resolved'])
    .execute();
  for (const { event_id, data } of events) {
    const emptied = withoutPerson(data, approvalId);
    if (emptied === null) continue;
    await db
      .updateTable('events')
      .set({ data: emptied })
      .where('chain', '=', chain)
      .where('event_id', '=', event_id)
      .execute();
  }
}

async function emptyNotice(db: Database, chain: number, approvalId: string): Promise<void> {
  const notices = db.selectFrom('notices').select(['tenant_id', 'data']);
  const rows = await notices
    .where('tenant_id', '=', ({ selectFrom }) =>
      selectFrom('chains').select('chains.tenant_id').where('chains.chain', '=', chain),
    )
    .where('kind', '=', 'approval_pending')
    .where('subject', '=', approvalId)
    .execute();
  for (const { tenant_id, data } of rows) {
    const emptied = withoutPerson(data, approvalId);
    if (emptied === null) continue;
    await db
      .updateTable('notices')
      .set({ data: emptied })
      .where('tenant_id', '=', tenant_id)
      .where('kind', '=', 'approval_pending')
      .where('subject', '=', approvalId)
      .execute();
  }
}

/** null where nothing changes. */
function withoutPerson(data: string, approvalId: string): string | null {
  const told = JSON.parse(data) as JsonObject;
  const names = told.approval_id === approvalId && told.user_id !== null;
  return names ? JSON.stringify({ ...told, user_id: null }) : null;
}

/** The words of the decisions on an approval belong to the artifact that resolves it. */
async function emptyResolution(db: Database, chain: number, { payload }: Owner): Promise<void> {
  const approvalId = readPayload(payload)?.approval_id;
  if (typeof approvalId !== 'string') return;
  const made = await db
    .selectFrom('approval_decisions')
    .select('party')
    .where('chain', '=', chain)
    .where('approval_id', '=', approvalId)
    .execute();
  for (const { party } of made) await emptyWords(db, chain, approvalId, party);
}

/** Until an approval is resolved, the words of a decision belong to the artifact of that decision. */
async function emptyDecision(db: Database, chain: number, { actor, payload }: Owner): Promise<void> {
  const approvalId = changeIn(payload)?.approval_id;
  if (typeof approvalId !== 'string') return;
  const resolved = await db
    .selectFrom('approvals')
    .innerJoin('artifacts', (join) =>
      join
        .onRef('artifacts.chain', '=', 'approvals.chain')
        .onRef('artifacts.id', '=', 'approvals.resolution_evidence_id'),
    )
    .innerJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    )
    .select('artifacts.position')
    .where('approvals.chain', '=', chain)
    .where('approvals.approval_id', '=', approvalId)
    .executeTakeFirst();
  if (resolved === undefined) await emptyWords(db, chain, approvalId, actor);
}

async function emptyWords(db: Database, chain: number, approvalId: string, party: string): Promise<void> {
  await db
    .updateTable('approval_decisions')
    .set({ comment: null, decided_by: null })
    .where('chain', '=', chain)
    .where('approval_id', '=', approvalId)
    .where('party', '=', party)
    .execute();
}

async function emptyChange(db: Database, chain: number, { id, action, payload }: Owner): Promise<void> {
  if (action === TARGETS_ADDED) return await emptyNames(db, chain, payload);
  const haltId = changeIn(payload)?.halt_id;
  if (typeof haltId !== 'string') return;
  const [owner, emptied] =
    action === 'halt.create'
      ? (['evidence_id', { reason: '' }] as const)
      : (['lift_evidence_id', { lift_reason: null }] as const);
  await db
    .updateTable('halts')
    .set(emptied)
    .where('chain', '=', chain)
    .where('halt_id', '=', haltId)
    .where(owner, '=', id)
    .execute();
}

async function emptyNames(db: Database, chain: number, payload: Uint8Array): Promise<void> {
  for (const { target_id, name } of targetsIn(readPayload(payload))) {
    if (name === null) continue;
    await db
      .updateTable('known_targets')
      .set({ name: null })
      .where('chain', '=', chain)
      .where('target_id', '=', target_id)
      .execute();
  }
}
