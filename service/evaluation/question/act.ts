/**
 * The service's own knowledge of an action: the tool it calls, its effects, whom it reaches, what its contents do, and
 * the mandate it names. It is read from the arguments, never taken from the agent's word.
 */

import type { Reading, ReadingAct } from '@assize/act-reading/act';
import { compareRisk, type RiskLevel } from '@assize/act-reading/risk';
import type { Effect, Reach, TargetKind } from '@assize/act-reading/targets';
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { Catalogued } from '../../governance/settings/terms/index.ts';
import type { Standing } from '../../mandates/standing/index.ts';
import type { Mention, Origin, SessionFact } from './origin.ts';

/**
 * The reason why a target is known: a record of the tenant, an earlier approval, the mandate, or a result of the session,
 * whose id is that of its evaluation.
 */
export type KnownBy =
  | { by: 'record' | 'approval'; id: string; name?: string }
  | { by: 'mandate' }
  | { by: 'made_here' | 'own_result'; id: string };

export type ActReach = Reach & {
  /** null where nothing makes it known. */
  known: KnownBy | null;
};

/** The standing of the action under the mandate that its request names. */
export type MandateFact = Standing;

export interface ContentFact {
  /** Its place in the arguments. */
  path: string;
  kind: string;
  /** The reason why it can't be read, as a clause; null where it was read. */
  unreadable: string | null;
}

/**
 * Increases when targets or contents are read differently, so that verification does not hold older records to the
 * newer reading.
 */
export const READING_VERSION = 4;
/** From this version on, rows, columns and typed fields are compared with the words of a task. */
export const READS_ROWS = 2;
/** From this version on, currencies and repeated payments are read. */
export const READS_MONEY = 3;
/** From this version on, rows that a change does not choose by a key are compared too, and rights in every form of a field. */
export const READS_CHOICES = 4;

export interface ActFacts {
  /** The {@link READING_VERSION} with which it was read. */
  reading: number;
  /** The revision of the catalogue of tools; 0 where it is empty. */
  catalogue: number;
  /** Whether a human has ever accepted an entry of the catalogue. */
  reviewed: boolean;
  /** The entry that matches; null where none does, or the catalogue is empty. */
  tool: { id: string; name: string } | null;
  /** Why none matches; null where one does, or the catalogue is empty. */
  unlisted: string | null;
  effects: Effect[];
  reaches: ActReach[];
  contents: ContentFact[];
  /** The acts that the contents contain. */
  acts: ReadingAct[];
  /** The floor by the tool; null where it sets none. */
  risk_level: RiskLevel | null;
  is_irreversible: boolean;
  /** The amount that the arguments state, USD. */
  amount_usd: number | null;
  /** The greatest number of its arguments, where it does more than read; null where there is none. */
  greatest_number: Reading['greatest_number'];
  mandate: MandateFact | null;
  /** The session that the request names; null where it names none, or none of its results was reported. */
  session: SessionFact | null;
  /** Where each of the targets came from, in their order; empty where there is no session. */
  origins: Origin[];
  /** Values of strangers in texts that go to others. */
  mentions: Mention[];
}

export const EMPTY_ACT: ActFacts = {
  reading: 0,
  catalogue: 0,
  reviewed: false,
  tool: null,
  unlisted: null,
  effects: [],
  reaches: [],
  contents: [],
  acts: [],
  risk_level: null,
  is_irreversible: false,
  amount_usd: null,
  greatest_number: null,
  mandate: null,
  session: null,
  origins: [],
  mentions: [],
};

/** The floors for risk and irreversibility: by the tool, and by what its contents do. */
export function floorOf(one: Catalogued, facts: ActFacts): Catalogued {
  let floor = graver(one, facts.risk_level, facts.is_irreversible);
  for (const act of unmeantActs(facts)) floor = graver(floor, riskOf(act), act.irreversible === true);
  return floor;
}

/** Returns an act in its contents that has this risk or is irreversible; null where there is none. */
export function graveActOf(facts: ActFacts, risk: RiskLevel): ReadingAct | null {
  const acts = unmeantActs(facts);
  return acts.find((act) => riskOf(act) === risk) ?? acts.find((act) => act.irreversible === true) ?? null;
}

/**
 * Leaves out the acts that a mandate covers and whose targets it names: these were meant, so their gravity does not
 * count. Reading is not bound to a target, and a mandate never names a secret.
 */
function unmeantActs({ acts, reaches, mandate }: ActFacts): ReadingAct[] {
  return acts.filter((act) => {
    return act.effect === 'read' || act.beyond_mandates === true || !wasMeant(act.effect, reaches, mandate);
  });
}

/** Content alone is never a reason to forbid something that a human could still approve. */
function riskOf({ risk_level: risk }: ReadingAct): RiskLevel | null {
  return risk === 'critical' ? 'high' : (risk ?? null);
}

/** Whether the mandate covers the effect, and names everything that the effect reaches. */
function wasMeant(effect: Effect, reaches: readonly ActReach[], mandate: MandateFact | null): boolean {
  if (mandate?.state !== 'open' || mandate.outside.effects.includes(effect)) return false;
  const own = reaches.filter((reach) => reach.effect === effect);
  const reached = own.filter(({ role }) => role !== 'program');
  // The targets of a program say more than the program itself.
  const sought = reached.length > 0 ? reached : own;
  return sought.length > 0 && sought.every(({ known }) => known?.by === 'mandate');
}

function graver(one: Catalogued, risk: RiskLevel | null, isIrreversible: boolean): Catalogued {
  const isGraver = risk !== null && (one.risk_level === null || compareRisk(risk, one.risk_level) > 0);
  return {
    risk_level: isGraver ? risk : one.risk_level,
    is_irreversible: one.is_irreversible || isIrreversible,
  };
}

/** The possible foundations of a verdict. */
export const BASES = ['claims', 'tool', 'content', 'targets', 'mandate', 'plan', 'words', 'origins'] as const;
export type Basis = (typeof BASES)[number];

const ONLY_CLAIMS: Basis[] = ['claims'];

/** The act, and which parts of it a verdict follows from. */
export interface Judged {
  act: ActFacts | null;
  judgesAct: boolean;
  judgesMandate: boolean;
}

/**
 * Returns the foundations of a verdict: `claims` alone where the service knows nothing about the action itself, or
 * only observes it.
 */
export function basisOf({ act, judgesAct, judgesMandate }: Judged): Basis[] {
  if (act === null) return ONLY_CLAIMS;
  const basis = judgesAct ? basisOfAct(act) : [];
  if (judgesMandate && act.mandate?.state === 'open') basis.push('mandate', ...basisOfTerms(act.mandate));
  return basis.length === 0 ? ONLY_CLAIMS : basis;
}

/** Terms that a person stated without a plan are neither; earlier records don't say. */
function basisOfTerms({ plan, source }: MandateFact): Basis[] {
  if (plan === true) return ['plan'];
  return source === 'words' ? ['words'] : [];
}

function basisOfAct({ tool, contents, reaches, session }: ActFacts): Basis[] {
  const basis: Basis[] = [];
  if (tool !== null) basis.push('tool');
  if (contents.some(({ unreadable }) => unreadable === null)) basis.push('content');
  if (reaches.length > 0) basis.push('targets');
  if (session !== null) basis.push('origins');
  return basis;
}

/** Effects that reach others, whose targets must all be known. */
export const REACHES_OTHERS: readonly Effect[] = ['send', 'share', 'pay', 'book'];
/** Whether only a record, an approval or a mandate may vouch for the target. */
export function mustBeKnown(reach: ActReach): boolean {
  const { effect, role } = reach;
  if (effect === 'read') return false;
  if (REACHES_OTHERS.includes(effect))
    return (role !== 'program' && role !== 'object') || isBookedByName(reach);
  switch (role) {
    case 'payee':
    case 'grantee':
      return true;
    case 'recipient':
      // A draft does not reach anyone; a rule that forwards mail does.
      return effect !== 'write';
    case 'place':
      // A command does not reach the folder that it runs in.
      return isOutside(reach) && !(effect === 'execute' && reach.kind === 'path');
    default:
      return false;
  }
}

/** A house or a company has a name; the code of an offer that the agent found on the way does not name either. */
function isBookedByName(reach: ActReach): boolean {
  const { effect, role } = reach;
  return effect === 'book' && role === 'object' && 'value' in reach && !/\d/.test(reach.value);
}

/** Targets in the agent's own environment have no public address: a table, a folder, a device. */
function isOutside(reach: ActReach): boolean {
  if ('unreadable' in reach) return true;
  return reach.kind === 'path' ? isOutsidePath(reach.value) : ELSEWHERE.includes(reach.kind);
}

const ELSEWHERE: readonly TargetKind[] = ['email', 'domain', 'phone', 'url'];

/** A relative path that does not climb stays inside the agent's own environment. */
function isOutsidePath(path: string): boolean {
  return /^(?:[/~\\]|\.\.(?:\/|$)|[a-z]:)/i.test(path);
}

/** The members in the order of the canonical form, so that they are written without being sorted first. */
const RECORDED = (Object.keys(EMPTY_ACT) as (keyof ActFacts)[]).sort();

/** Returns the act for the record, without its empty members. */
export function actRecord(act: ActFacts): JsonObject {
  const record: JsonObject = {};
  for (const name of RECORDED) {
    const value = act[name];
    const isEmpty = Array.isArray(value) ? value.length === 0 : value === EMPTY_ACT[name];
    if (!isEmpty) record[name] = value as JsonValue;
  }
  return record;
}

/** Reads an act from a record, whose payload may be anything. */
export function actOfRecord(recorded: unknown): ActFacts | null {
  if (typeof recorded !== 'object' || recorded === null) return null;
  return { ...EMPTY_ACT, ...recorded };
}
