/**
 * Gathers what the service knows of the act: the tool and the targets from the arguments, the mandate that the caller
 * names, and what makes each target known. Tools and mandates come from memory; the targets take one read at most.
 */

import {
  argumentFields,
  argumentWords,
  type Money,
  moneyIn,
  NO_MONEY,
  type Particular,
  type Readers,
  readAct,
} from '@assize/act-reading/act';
import type { Catalogue } from '@assize/act-reading/tools';
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { allKnown, type MaybePromise, whenKnown } from '../../foundation/fresh-cache.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { ActiveGovernance } from '../../governance/index.ts';
import { actTermsOf } from '../../governance/settings/terms/index.ts';
import { MANDATE_WIDENED, type Mandates } from '../../mandates/index.ts';
import { isOfOtherParty, knownUnder, type MandateNow, standing } from '../../mandates/standing/index.ts';
import { type SessionMemory, type SessionNow, sessionIdOf } from '../../sessions/index.ts';
import { type KnownTargets, type TargetHashes, targetHashes } from '../../targets/known/index.ts';
import { type ToolCatalogues, withFloors } from '../../tools/index.ts';
import { type ActFacts, type ActReach, type KnownBy, READS_MONEY, READS_ROWS } from '../question/act.ts';
import type { EvaluationRequest } from '../question/request.ts';
import { actOfReading, loadActReaders } from './act-of-reading.ts';
import { withOrigins } from './origins.ts';

export interface ActSources {
  db: Database;
  fillRandom: FillRandom;
  catalogues: ToolCatalogues;
  knownTargets: KnownTargets;
  mandates: Mandates;
  agentSessions: SessionMemory;
}

export interface GatheredAct {
  facts: ActFacts;
  /** The contents as rules see them. */
  contents: JsonObject;
  /** The mandate as this node knows it; null where none is named, or the named one does not exist. */
  mandate: MandateNow | null;
}

interface Named {
  request: EvaluationRequest;
  catalogue: Catalogue;
  readers: Readers;
  mandate: MandateNow | null;
  hashes: TargetHashes | null;
  /** Whether the mandate belongs to a party that has no part in this request. */
  isOfOthers: boolean;
  /** ms since the epoch. */
  at: number;
}

/**
 * @returns null where the tenant has no catalogue, and no mandate is named or required; also for a widening, which
 *    does not call a tool.
 */
export function gatherAct(
  sources: ActSources,
  chain: number,
  active: ActiveGovernance,
  request: EvaluationRequest,
  { party, at }: { party: string; at: number },
): MaybePromise<GatheredAct | null> {
  const { mandate_id: mandateId } = request.context;
  const { isMandateRequired } = actTermsOf(active.settings.laws.settings);
  if (request.action === MANDATE_WIDENED) return null;
  if (active.toolsRevision === 0 && mandateId === undefined && !isMandateRequired) return null;
  const isVerified = active.settings.laws.settings.attestation === 'verified';
  const ofMandate = mandateId === undefined ? null : sources.mandates.of(chain, mandateId);
  const ofOthers = whenKnown(ofMandate, (mandate) =>
    isVerified && mandate !== null && mandate.row.opened_by !== party
      ? isOfOtherParty(sources.db, mandate.row, party)
      : false,
  );
  const named = allKnown([
    sources.catalogues.at(chain, active.toolsRevision),
    ofMandate,
    ofOthers,
    mandateId === undefined ? null : targetHashes(sources.db, sources.fillRandom),
    loadActReaders(),
    sessionOf(sources.agentSessions, chain, request),
  ]);
  return whenKnown(named, ([entries, mandate, isOfOthers, hashes, readers, session]) => {
    const catalogue = withFloors(entries, active.settings.laws.settings.catalogue);
    const { facts, contents } = actOf({ request, catalogue, readers, mandate, hashes, isOfOthers, at });
    const { judgesOrigins } = actTermsOf(active.settings.laws.settings);
    const gathered = (known: ActFacts): GatheredAct => {
      const all = session === null ? known : withOrigins(known, request, session, judgesOrigins);
      return { facts: all, contents, mandate };
    };
    const unknown = facts.reaches.filter(wantsRecord);
    if (unknown.length === 0) return gathered(facts);
    const sought = { agentId: request.agent_id ?? null, reaches: unknown, at };
    return whenKnown(sources.knownTargets.find(chain, active.targetsRevision, sought), (found) =>
      gathered(withFound(facts, unknown, found)),
    );
  });
}

/** null where the request names no session, or none of its results was reported. */
function sessionOf(
  sessions: SessionMemory,
  chain: number,
  request: EvaluationRequest,
): MaybePromise<SessionNow | null> {
  const id = sessionIdOf(request.context as JsonObject);
  return id === undefined ? null : sessions.of(chain, request.agent_id, id);
}

/** @param found what makes each of the unknown known, or null. */
export function withFound(
  facts: ActFacts,
  unknown: readonly ActReach[],
  found: readonly (KnownBy | null)[],
): ActFacts {
  const known = new Map(unknown.map((reach, place) => [reach, found[place] ?? null]));
  const reaches = facts.reaches.map((reach) => ({ ...reach, known: known.get(reach) ?? reach.known }));
  return { ...facts, reaches };
}

/** Whether a record or an approval can make a difference: for a read they never do. */
export function wantsRecord(reach: ActReach): boolean {
  return reach.known === null && reach.effect !== 'read' && !('unreadable' in reach);
}

function actOf({
  request,
  catalogue,
  readers,
  mandate,
  hashes,
  isOfOthers,
  at,
}: Named): Pick<GatheredAct, 'facts' | 'contents'> {
  const reading = readAct(catalogue, request, readers);
  const facts = actOfReading(catalogue, reading);
  const { mandate_id: id } = request.context;
  if (id !== undefined) {
    const asked = { ...underMandate(request, facts, at), catalogue, isOfOthers };
    facts.mandate = standing(id, mandate, hashes, asked);
  }
  if (mandate !== null && hashes !== null && facts.mandate?.state === 'open') {
    facts.reaches = namedBy(mandate, hashes, request.action, facts.reaches);
  }
  return { facts, contents: reading.facts };
}

/**
 * Returns the parts of an act that a mandate is compared with.
 * @param at ms since the epoch.
 * @param byLetter compares names letter by letter, as earlier records were judged.
 */
export function underMandate(request: EvaluationRequest, facts: ActFacts, at: number, byLetter = false) {
  const { effects, reaches, greatest_number } = facts;
  return {
    agentId: request.agent_id ?? null,
    byLetter,
    isOfOthers: false,
    action: request.action,
    effects,
    reaches,
    greatestNumber: greatest_number === null ? null : (greatest_number.value ?? Number.POSITIVE_INFINITY),
    words: () => argumentWords(request.context),
    money: () => moneyOf(request, facts),
    changes: () => changesOf(request, facts),
    at,
  };
}

/** Earlier readings say nothing about rows, and their records are judged by what they say. */
function changesOf(request: EvaluationRequest, { reading, effects, acts }: ActFacts): Particular[] {
  if (reading < READS_ROWS || effects.every((effect) => effect === 'read')) return [];
  return [...acts.flatMap(({ particulars = [] }) => particulars), ...argumentFields(request.context)];
}

function moneyOf({ action, context }: EvaluationRequest, { reading, effects }: ActFacts): Money {
  if (reading < READS_MONEY || effects.every((effect) => effect === 'read')) return NO_MONEY;
  return moneyIn(action, context);
}

/** The targets that an open mandate names are known by it. */
export function namedBy(
  mandate: MandateNow,
  hashes: TargetHashes,
  action: string,
  reaches: readonly ActReach[],
): ActReach[] {
  const names = knownUnder(mandate, hashes, action, reaches);
  const byMandate: KnownBy = { by: 'mandate' };
  return reaches.map((reach, place) => (names[place] ? { ...reach, known: byMandate } : reach));
}
