/**
 * Opens, narrows and closes mandates, with evidence. Narrowing and closing need no approval, since they only allow
 * less. Widening is the effect of an evaluation that a human has approved.
 */

import { withoutPasted } from '@assize/act-reading/task';
import { type JsonObject, sha256Text } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { type ChangeDeps, recordChange, type Stamp, stampNow } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import { targetHashes } from '../targets/known/index.ts';
import { type Changed, changedTerms, type WantedChange } from './changed-terms.ts';
import {
  findMandate,
  MANDATE_PREFIX,
  type MandateRow,
  type MandateTerms,
  stateOf,
  termsOf,
  termsText,
} from './mandate.ts';
import { type MadePlan, madePlan, type PlanDeps, readSteps, stepFields } from './plan/index.ts';
import type { Mandates } from './start.ts';
import { statedFields, statedTerms, type WantedMandate, type WantedTerms } from './wanted.ts';
import { packedWords } from './words.ts';

export const MANDATE_OPENED = 'mandate.open';
export const MANDATE_NARROWED = 'mandate.narrow';
export const MANDATE_WIDENED = 'mandate.widen';
export const MANDATE_CLOSED = 'mandate.close';

const MAX_ATTEMPTS = 5;

export interface MandateDeps extends ChangeDeps, PlanDeps {
  db: Database;
  fillRandom: FillRandom;
  mandates: Mandates;
}

export interface OpenOptions {
  /** Keeps the text of the task in the evidence, instead of a commitment to it. */
  keepTask?: boolean;
}

/** @param actor a key's id, or the operator. @throws {Failure} `invalid`; `unavailable`. */
export async function openMandate(
  deps: MandateDeps,
  chain: number,
  actor: string,
  wanted: WantedMandate,
  { keepTask = false }: OpenOptions = {},
): Promise<MandateRow> {
  const { db, ids, fillRandom } = deps;
  const hashes = await targetHashes(db, fillRandom);
  const made = await madePlan(deps, chain, wanted);
  const stamp = stampNow(deps);
  const stated = statedTerms(hashes, chain, wanted, made, stamp.at);
  const { agent_id, task } = wanted;
  const mandate_id = ids.ordered(MANDATE_PREFIX, stamp.at);
  const terms = termsText(stated.terms);
  const words = task === undefined ? new Uint8Array() : packedWords(hashes, chain, withoutPasted(task));
  const row = {
    chain,
    mandate_id,
    agent_id,
    version: 1,
    terms,
    words,
    ...limitsOf(stated.terms),
    opened_at: stamp.at,
    opened_by: actor,
    evidence_id: stamp.id,
  };
  await recordChange(deps, {
    chain,
    stamp,
    action: MANDATE_OPENED,
    actor,
    change: {
      mandate_id,
      agent_id,
      version: 1,
      ...statedFields(stated),
      derived: stated.derived,
      ...madeFields(made),
      terms_hash: sha256Text(terms),
      words_hash: sha256Text(Buffer.from(words).toString('hex')),
      ...(task !== undefined && taskFields(task, fillRandom, keepTask)),
    },
    statements: [bound(db.insertInto('mandates').values(row), 1), versionStatement(db, row)],
  });
  return findMandate(db, chain, mandate_id);
}

/** The parts of a wanted plan that did not count, and who made it. */
function madeFields(made: MadePlan | null): JsonObject {
  if (made === null) return {};
  const { dropped, planner } = made;
  return {
    dropped: dropped.map((one) => ({ ...one })),
    ...(planner !== null && { planner: { ...planner } }),
  };
}

/** Returns the text itself, or a commitment that can later prove it. */
function taskFields(task: string, fillRandom: FillRandom, keepTask: boolean): JsonObject {
  if (keepTask) return { task };
  const salt = randomSalt(fillRandom);
  return { task_commitment: sha256Text(`${salt}${task}`), task_salt: salt };
}

function limitsOf({ max_actions, budget_micro_usd }: MandateTerms) {
  return { most_actions: max_actions, most_micro_usd: budget_micro_usd };
}

function versionStatement(
  db: Database,
  {
    chain,
    mandate_id,
    version,
    terms,
    evidence_id,
  }: Pick<MandateRow, 'chain' | 'mandate_id' | 'version' | 'terms' | 'evidence_id'>,
): BoundStatement {
  return bound(
    db.insertInto('mandate_versions').values({ chain, mandate_id, version, terms, evidence_id }),
    1,
  );
}

/** @throws {Failure} `not_found`; `conflict` where it is not open; `invalid` where a term allows more than before. */
export function narrowMandate(
  deps: MandateDeps,
  chain: number,
  actor: string,
  mandateId: string,
  wanted: WantedChange,
): Promise<MandateRow> {
  return retryOvertaken('the mandate', MAX_ATTEMPTS, async () => {
    const hashes = await targetHashes(deps.db, deps.fillRandom);
    const steps = await readSteps(deps, chain, wanted);
    const stamp = stampNow(deps);
    const row = await findMandate(deps.db, chain, mandateId);
    requireOpen(row, stamp.at);
    const changed = changedTerms(hashes, chain, termsOf(row), wanted, steps, 'narrow', stamp.at);
    if (termsText(changed.terms) === row.terms) return row;
    const result = await recordChange(deps, {
      chain,
      stamp,
      action: MANDATE_NARROWED,
      actor,
      change: changeFields(row, changed, wanted),
      statements: changeStatements(deps.db, row, changed.terms, stamp),
    });
    deps.mandates.drop(chain, mandateId);
    return result.kind === 'appended' ? findMandate(deps.db, chain, mandateId) : undefined;
  });
}

/** @throws {Failure} `conflict`. */
function requireOpen(row: MandateRow, at: number): void {
  const state = stateOf(row, at);
  if (state !== 'open')
    throw Failure.conflict('mandate_not_open', `The mandate is ${state.replace('_', ' ')}.`);
}

/** A mandate that is used up can still be widened. @throws {Failure} `conflict`. */
export function requireWidenable(row: MandateRow, at: number): void {
  if (stateOf(row, at) !== 'used_up') requireOpen(row, at);
}

/** Returns a change of terms as evidence states it. Targets are stated only where they change. */
export function changeFields(row: MandateRow, changed: Changed, wanted: WantedTerms): JsonObject {
  const { targets, ...fields } = statedFields(changed);
  const { added, addedTargets } = changed;
  return {
    mandate_id: row.mandate_id,
    version: row.version + 1,
    ...fields,
    ...(wanted.targets !== undefined && { targets }),
    ...(addedTargets !== undefined && { targets_added: addedTargets.map((target) => ({ ...target })) }),
    ...(added !== undefined && { plan_added: added.map(stepFields) }),
    terms_hash: sha256Text(termsText(changed.terms)),
  };
}

/** The statements apply only where the mandate has not changed in the meantime. */
export function changeStatements(
  db: Database,
  { chain, mandate_id, version }: MandateRow,
  terms: MandateTerms,
  stamp: Stamp,
): BoundStatement[] {
  const next = { chain, mandate_id, version: version + 1, terms: termsText(terms), evidence_id: stamp.id };
  const change = db
    .updateTable('mandates')
    .set({ version: next.version, terms: next.terms, ...limitsOf(terms), used_up_evidence_id: null })
    .where('chain', '=', chain)
    .where('mandate_id', '=', mandate_id)
    .where('version', '=', version)
    .where('closed_at', 'is', null);
  return [bound(change, 1), versionStatement(db, next)];
}

/** Closing it again changes nothing. @throws {Failure} `not_found`; `unavailable`. */
export function closeMandate(
  deps: MandateDeps,
  chain: number,
  actor: string,
  mandateId: string,
): Promise<MandateRow> {
  return retryOvertaken('the mandate', MAX_ATTEMPTS, async () => {
    const row = await findMandate(deps.db, chain, mandateId);
    if (row.closed_at !== null) return row;
    const stamp = stampNow(deps);
    const closing = deps.db
      .updateTable('mandates')
      .set({ closed_at: stamp.at, closed_by: actor, closed_evidence_id: stamp.id })
      .where('chain', '=', chain)
      .where('mandate_id', '=', mandateId)
      .where('closed_at', 'is', null);
    const result = await recordChange(deps, {
      chain,
      stamp,
      action: MANDATE_CLOSED,
      actor,
      change: { mandate_id: mandateId },
      statements: [bound(closing, 1)],
    });
    deps.mandates.drop(chain, mandateId);
    return result.kind === 'appended' ? findMandate(deps.db, chain, mandateId) : undefined;
  });
}

const SALT_BYTES = 32;

/** 32 random bytes in hex. */
export function randomSalt(fillRandom: FillRandom): string {
  const salt = new Uint8Array(SALT_BYTES);
  fillRandom(salt);
  return Buffer.from(salt).toString('hex');
}
