/** Removes people's words from approvals, and from the events and notices that repeat them. */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { byIndex } from '../../database/sqlite/by-index.ts';
import { changeIn } from '../../evidence/changes/index.ts';
import { readPayload } from '../../evidence/reading/index.ts';
import { firstIdAt } from '../../foundation/ids.ts';

/** The hashes of a request could confirm a guess. Without them the approval stays, but can't be used. */
export async function emptyApprovalsOf(db: Database, chain: number, evidenceId: string): Promise<void> {
  const theirs = await db
    .selectFrom(byIndex(db, 'approvals', 'approvals_by_evidence'))
    .select(['approval_id', 'created_at', 'resolved_at'])
    .where('chain', '=', chain)
    .where('evidence_id', '=', evidenceId)
    .execute();
  // One at a time: a statement that locks several rows could deadlock with a commit that resolves them in another
  // order.
  for (const { approval_id, created_at, resolved_at } of theirs) {
    await db
      .updateTable('approvals')
      .set({ binding: new Uint8Array(0), bundle: null, user_id: null })
      .where('chain', '=', chain)
      .where('approval_id', '=', approval_id)
      .execute();
    await emptyEvents(db, chain, approval_id, created_at);
    if (resolved_at !== null) await emptyEvents(db, chain, approval_id, resolved_at);
    await emptyNotice(db, chain, approval_id);
  }
}

/** Events, and receivers' answers, name the person an agent acted for. Ids of events begin with their time. */
async function emptyEvents(db: Database, chain: number, approvalId: string, at: number): Promise<void> {
  const events = await db
    .selectFrom('events')
    .select(['event_id', 'data', 'position'])
    .where('chain', '=', chain)
    .where('event_id', '>=', firstIdAt('evt', at))
    .where('event_id', '<', firstIdAt('evt', at + 1))
    .where('type', 'in', ['approval.created', 'approval.resolved'])
    .execute();
  for (const { event_id, data, position } of events) {
    const told = parseJson(data) as JsonObject;
    if (told.approval_id !== approvalId) continue;
    if (position !== null) await emptyAnswers(db, chain, position);
    const emptied = withoutPerson(told);
    if (emptied === null) continue;
    await db
      .updateTable('events')
      .set({ data: emptied })
      .where('chain', '=', chain)
      .where('event_id', '=', event_id)
      .execute();
  }
}

async function emptyAnswers(db: Database, chain: number, position: number): Promise<void> {
  await db
    .updateTable('webhook_attempts')
    .set({ response: null })
    .where('chain', '=', chain)
    .where('endpoint_id', 'in', ({ selectFrom }) =>
      selectFrom('webhook_endpoints').select('endpoint_id').where('webhook_endpoints.chain', '=', chain),
    )
    .where('position', '=', position)
    .execute();
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
    const emptied = withoutPerson(parseJson(data) as JsonObject);
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

/** null if nothing changes. */
function withoutPerson(told: JsonObject): string | null {
  return told.user_id === null ? null : JSON.stringify({ ...told, user_id: null });
}

/** The words of the decisions on an approval belong to the artifact that resolves it. */
export async function emptyResolution(db: Database, chain: number, payload: Uint8Array): Promise<void> {
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
export async function emptyDecision(
  db: Database,
  chain: number,
  { actor, payload }: { actor: string; payload: Uint8Array },
): Promise<void> {
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

/** The hash of the corrected request goes with what was corrected. */
export async function emptyCorrected(
  db: Database,
  chain: number,
  { id, payload }: { id: string; payload: Uint8Array },
): Promise<void> {
  const approvalId = changeIn(payload)?.approval_id;
  if (typeof approvalId !== 'string') return;
  await db
    .updateTable('approvals')
    .set({ binding: new Uint8Array(0) })
    .where('chain', '=', chain)
    .where('approval_id', '=', approvalId)
    .where('corrected_evidence_id', '=', id)
    .execute();
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
