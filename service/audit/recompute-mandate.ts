/**
 * Checks the state of the mandate that an evaluation names, at the time when it was judged. A node may learn of a change
 * some seconds late, and only the final count of uses is known. Everything else must be as recorded.
 */
import type { Catalogue } from '@assize/act-reading/tools';
import { canonicalJson } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { underMandate } from '../evaluation/facts/index.ts';
import { type ActFacts, type EvaluationRequest, READS_CHOICES } from '../evaluation/question/index.ts';
import { leavesById } from '../evidence/reading/index.ts';
import type { LawSettings } from '../governance/settings/terms/index.ts';
import { hasLimits, stateOf } from '../mandates/index.ts';
import { allowedBy } from '../mandates/plan/index.ts';
import {
  findMandateVersion,
  isForAgent,
  isOfOtherParty,
  knownUnder,
  type MandateNow,
  type Standing,
  standing,
  unused,
  usesOfSteps,
  withCountOf,
} from '../mandates/standing/index.ts';
import type { TargetHashes } from '../targets/known/index.ts';
import { TOLERANCE_MS } from './in-force.ts';

export interface JudgedAct {
  act: ActFacts;
  request: EvaluationRequest;
  /** The settings that it was judged by. */
  settings: LawSettings;
  /** When it was judged, ms since the epoch. */
  at: number;
  /** The member or key that asked. */
  party: string;
  /** Whether names were compared letter by letter then. */
  byLetter: boolean;
}

/**
 * @param catalogue as it stood then.
 * @param hashes null where no secret for targets was ever made.
 */
export async function isMandateAsRecorded(
  db: Database,
  chain: number,
  { act, request, settings, at, party, byLetter }: JudgedAct,
  catalogue: Catalogue,
  hashes: TargetHashes | null,
): Promise<boolean> {
  const { mandate } = act;
  const { mandate_id: id } = request.context;
  if (mandate?.state !== 'open' && act.reaches.some(({ known }) => known?.by === 'mandate')) return false;
  if (mandate === null) return id === undefined;
  if (mandate.id !== id) return false;
  const then = await findMandateVersion(db, chain, id, mandate.version);
  if (then === null || mandate.state === 'unknown') {
    return mandate.state === 'unknown' && (then === null || then.row.opened_at > at - TOLERANCE_MS);
  }
  const asked = { ...underMandate(request, act, at, byLetter), catalogue };
  const { row } = then;
  if (!isForAgent(row, asked.agentId, byLetter)) return mandate.state === 'of_another_agent';
  const isOfOthers =
    settings.attestation === 'verified' && !byLetter && (await isOfOtherParty(db, row, party));
  if (isOfOthers || mandate.state === 'of_another_party') {
    return isOfOthers && mandate.state === 'of_another_party';
  }
  if (!isPossible(mandate, then, at) || !(await wasInForce(db, then, mandate.version, at))) return false;
  const again = standing(id, unused(then), hashes, asked);
  if (mandate.strict !== again.strict) return false;
  if (mandate.state !== 'open') return true;
  const outside = withCountOf(again.outside, mandate.outside);
  if (comparable(mandate, act) !== comparable({ ...again, outside }, act)) return false;
  if (mandate.source !== again.source || mandate.plan !== again.plan) return false;
  if (!(await isCountPossible(db, mandate, then, asked))) return false;
  if (hashes === null) return true;
  const names = knownUnder(then, hashes, request.action, act.reaches);
  return act.reaches.every(({ known }, place) => (known?.by === 'mandate') === names[place]);
}

/** Earlier versions worded what a task does not name in another way. Their records keep that wording. */
function comparable({ outside }: Standing, { reading }: ActFacts): string {
  if (reading >= READS_CHOICES) return canonicalJson({ ...outside });
  const { unnamed: _, ...rest } = outside;
  return canonicalJson({ ...rest });
}

/** Steps that were used up then are used up now, since no use is given back. */
async function isCountPossible(
  db: Database,
  { outside }: Standing,
  { row, terms }: MandateNow,
  { action, effects }: Pick<ReturnType<typeof underMandate>, 'action' | 'effects'>,
): Promise<boolean> {
  const count = outside.planned?.count;
  if (count === undefined) return true;
  const { counted } = allowedBy(terms.plan ?? [], action, effects);
  const uses = await usesOfSteps(db, row);
  return (
    counted.reduce((sum, { most }) => sum + most, 0) === count &&
    counted.every(({ key, most }) => (uses.get(key) ?? 0) >= most)
  );
}

function isPossible({ state }: Standing, { row, terms }: MandateNow, at: number): boolean {
  const { closed_at } = row;
  const mayBeClosed = closed_at !== null && closed_at <= at + TOLERANCE_MS;
  if (state === 'closed') return mayBeClosed;
  if (closed_at !== null && closed_at < at - TOLERANCE_MS) return false;
  const hasExpired = terms.expires_at <= at;
  if (state === 'expired') return hasExpired;
  if (hasExpired) return false;
  if (state === 'open') return true;
  const end = { ...row, closed_at: null };
  return state === 'used_up' && stateOf(end, Number.NEGATIVE_INFINITY) === 'used_up';
}

/** From its own artifact to that of the next version. */
async function wasInForce(db: Database, { row }: MandateNow, version: number, at: number): Promise<boolean> {
  const versions = await db
    .selectFrom('mandate_versions')
    .select(['version', 'evidence_id'])
    .where('chain', '=', row.chain)
    .where('mandate_id', '=', row.mandate_id)
    .where('version', 'in', [version, version + 1])
    .execute();
  const leaves = await leavesById(
    db,
    row.chain,
    versions.map(({ evidence_id }) => evidence_id),
  );
  const timeOf = (sought: number) => {
    const found = versions.find((one) => one.version === sought);
    return found === undefined ? undefined : leaves.get(found.evidence_id)?.created_at;
  };
  const [from, until = Number.POSITIVE_INFINITY] = [timeOf(version), timeOf(version + 1)];
  return from !== undefined && from <= at + TOLERANCE_MS && until >= at - TOLERANCE_MS;
}

/** True also if the mandate has no limits. */
export async function isUseCounted(
  db: Database,
  chain: number,
  { id, version }: Standing,
  evaluationId: string,
): Promise<boolean> {
  const then = await findMandateVersion(db, chain, id, version);
  if (then === null || !hasLimits(then.terms)) return true;
  const use = await db
    .selectFrom('mandate_uses')
    .select('used_at')
    .where('chain', '=', chain)
    .where('mandate_id', '=', id)
    .where('evaluation_id', '=', evaluationId)
    .executeTakeFirst();
  return use !== undefined;
}
