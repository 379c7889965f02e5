/** Removes people's texts from the tables beside the payloads, before the payload, which says where they are. */
import { sql } from 'kysely';
import { AGENT_CHANGES } from '../../agents/index.ts';
import { CORRECTION } from '../../approvals/corrections/index.ts';
import { DECISION } from '../../approvals/index.ts';
import type { Database } from '../../database/open.ts';
import { changeIn, moveRevisions } from '../../evidence/changes/index.ts';
import { artifactsAndPayloads, artifactsIn, readPayload } from '../../evidence/reading/index.ts';
import { emptyIncident, INCIDENT_CHANGES } from '../../incidents/index.ts';
import { emptyResults, SESSION_READ } from '../../sessions/index.ts';
import { TARGETS_ADDED, targetsIn } from '../../targets/index.ts';
import { emptyApprovalsOf, emptyCorrected, emptyDecision, emptyResolution } from './copies-of-approvals.ts';

/** Changes of governance whose texts a table repeats. */
const REPEATED = [
  DECISION,
  CORRECTION,
  'halt.create',
  'halt.lift',
  TARGETS_ADDED,
  ...AGENT_CHANGES,
  ...INCIDENT_CHANGES,
];
const RESOLUTIONS: readonly string[] = ['action_approved', 'action_rejected'];

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
  /** Positions in it that keep their texts. */
  kept: ReadonlySet<number>;
}

/** Empties the texts of a stretch. This can be repeated. */
export async function emptyTexts(db: Database, chain: number, stretch: Stretch): Promise<void> {
  for (const { id, position } of await escalatedIn(db, chain, stretch)) {
    if (!stretch.kept.has(position)) await emptyApprovalsOf(db, chain, id);
  }
  await emptyValues(db, chain, stretch);
  let revised = false;
  for (const owner of await ownersIn(db, chain, stretch)) {
    if (stretch.kept.has(owner.position)) continue;
    if (RESOLUTIONS.includes(owner.artifact_type)) await emptyResolution(db, chain, owner.payload);
    else if (owner.action === DECISION) await emptyDecision(db, chain, owner);
    else if (owner.action === CORRECTION) await emptyCorrected(db, chain, owner);
    else if (INCIDENT_CHANGES.includes(owner.action ?? '')) await emptyIncident(db, chain, owner.id);
    else {
      await emptyChange(db, chain, owner);
      revised = true;
    }
  }
  // Nodes keep reasons of halts and names of targets in memory.
  if (revised) await moveRevisions(db, chain);
}

function escalatedIn(
  db: Database,
  chain: number,
  { from, end }: Stretch,
): Promise<{ id: string; position: number }[]> {
  return artifactsIn(db, chain, from, end)
    .select(['id', 'position'])
    .where('artifact_type', '=', 'governance_eval')
    .where('verdict', '=', 'escalate')
    .execute();
}

function ownersIn(db: Database, chain: number, { from, end }: Stretch): Promise<Owner[]> {
  return (
    artifactsAndPayloads(db, chain)
      .select(['artifacts.position', 'artifacts.id', 'artifacts.artifact_type', 'artifacts.action'])
      .select(['artifacts.actor', 'payload'])
      .where('artifacts.position', '>=', from)
      .where('artifacts.position', '<', end)
      // A literal, so that the planner sees that the index of the rarer types covers all of them.
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

/** The values of a result go with the record of it, and with that of its call. */
async function emptyValues(db: Database, chain: number, { from, end, kept }: Stretch): Promise<void> {
  const rows = await artifactsIn(db, chain, from, end)
    .select(['id', 'position', 'artifact_type'])
    .where(({ or, eb }) => or([eb('artifact_type', '=', 'governance_eval'), eb('action', '=', SESSION_READ)]))
    .execute();
  const removed = rows.filter(({ position }) => !kept.has(position));
  const idsOf = (isCall: boolean) =>
    removed.flatMap(({ id, artifact_type }) =>
      (artifact_type === 'governance_eval') === isCall ? [id] : [],
    );
  await emptyResults(db, chain, { evaluations: idsOf(true), results: idsOf(false) });
}

async function emptyChange(db: Database, chain: number, { id, action, payload }: Owner): Promise<void> {
  if (AGENT_CHANGES.includes(action ?? '')) return await emptyAgent(db, chain, id);
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

/** Each record states the whole agent, so its texts go with the last one. */
async function emptyAgent(db: Database, chain: number, evidenceId: string): Promise<void> {
  await db
    .updateTable('agents')
    .set(({ ref }) => ({ name: ref('agent_id'), purpose: '', status_reason: null }))
    .where('chain', '=', chain)
    .where('evidence_id', '=', evidenceId)
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
