/** Reads the act of a recorded evaluation again, with the catalogue, mandate and known targets of its time. */

import { readAct } from '@assize/act-reading/act';
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { actOfReading, contentsReader, isBySession, loadActReaders } from '../evaluation/facts/index.ts';
import {
  type ActFacts,
  type ActReach,
  type EvaluationRequest,
  mustBeKnown,
  READING_VERSION,
} from '../evaluation/question/index.ts';
import { isId } from '../foundation/ids.ts';
import { MANDATE_PREFIX, MANDATE_WIDENED } from '../mandates/index.ts';
import { targetsOf } from '../targets/index.ts';
import { covers, hashedNames, hexOf, storedTargetHashes, type TargetHashes } from '../targets/known/index.ts';
import { catalogueHistory, withFloors } from '../tools/index.ts';
import { TOLERANCE_MS } from './in-force.ts';
import { isMandateAsRecorded, type JudgedAct } from './recompute-mandate.ts';
import { areOriginsAsRecorded } from './recompute-origins.ts';

/** `act` is null where the record has none. */
type MaybeActless = Omit<JudgedAct, 'act'> & { act: ActFacts | null };

export type Acts = ReturnType<typeof actsOf>;

const NO_ACT = 'Nothing is recorded of the act, though a catalogue or a mandate was there to judge it by.';
const OTHER_CATALOGUE = 'The catalogue of tools that this evaluation names was not in force then.';
const OTHER_READING = 'The tool, effects or targets recorded are not those that the request gives.';
const OTHER_MANDATE = 'The mandate that this evaluation names did not stand as recorded.';
const NOT_KNOWN = 'A target is recorded as known, but nothing made it known then.';
const OTHER_ORIGINS = 'The origins recorded are not those that the session of this evaluation gives.';
const KNOWN = 'A target is recorded as unknown, but it was known then.';

export function actsOf(db: Database, chain: number) {
  const catalogueAt = catalogueHistory(db, chain);
  const readContents = contentsReader(catalogueAt);
  let hashes: TargetHashes | null | undefined;
  let changes: CatalogueChange[] | undefined;
  return {
    /** The contents of a recorded act by kind, as rules see them; null if an earlier version read them. */
    async contentsOf(act: ActFacts | null, request: EvaluationRequest): Promise<JsonObject | null> {
      const isReadAsThen = act === null || act.contents.length === 0 || act.reading === READING_VERSION;
      return isReadAsThen ? readContents(act, request) : null;
    },
    /** The fault in the recorded act, in one sentence; null if it has none. */
    async faultOf({ act, ...of }: MaybeActless): Promise<string | null> {
      const { request, settings, at } = of;
      changes ??= await catalogueChanges(db, chain);
      if (act === null) return isActMissing(changes, request, at) ? NO_ACT : null;
      if (!wasInForce(changes, act.catalogue, at)) return OTHER_CATALOGUE;
      const judged = { act, ...of };
      if (act.reading === READING_VERSION) {
        const catalogue = withFloors(await catalogueAt(act.catalogue), settings.catalogue);
        const again = actOfReading(catalogue, readAct(catalogue, request, await loadActReaders()));
        if (withoutKnowledge(again) !== withoutKnowledge(act)) return OTHER_READING;
      }
      hashes ??= await storedTargetHashes(db);
      if (!(await isMandateAsRecorded(db, chain, judged, await catalogueAt(act.catalogue), hashes)))
        return OTHER_MANDATE;
      if (!(await areOriginsAsRecorded(db, chain, judged, hashes))) return OTHER_ORIGINS;
      return faultOfKnowledge(db, chain, judged, hashes);
    },
  };
}

interface CatalogueChange {
  revision: number;
  changed_at: number;
}

/** In their order. */
function catalogueChanges(db: Database, chain: number): Promise<CatalogueChange[]> {
  return db
    .selectFrom('tools')
    .select(({ fn }) => ['since_revision as revision', fn.min('changed_at').as('changed_at')])
    .where('chain', '=', chain)
    .groupBy('since_revision')
    .orderBy('since_revision')
    .execute();
}

function wasInForce(changes: readonly CatalogueChange[], revision: number, at: number): boolean {
  const made = changes.find((change) => change.revision === revision);
  if (revision !== 0 && (made === undefined || made.changed_at > at + TOLERANCE_MS)) return false;
  const next = changes.find((change) => change.revision > revision);
  return next === undefined || next.changed_at >= at - TOLERANCE_MS;
}

/** A widening is not an act of a tool. Before there were mandates, a caller could name anything as one. */
function isActMissing(
  changes: readonly CatalogueChange[],
  { action, context }: EvaluationRequest,
  at: number,
): boolean {
  if (action === MANDATE_WIDENED) return false;
  return isId(MANDATE_PREFIX, String(context.mandate_id)) || !wasInForce(changes, 0, at);
}

function withoutKnowledge({ reaches, ...act }: ActFacts): string {
  const { mandate: _, session: __, origins: ___, mentions: ____, ...read } = act;
  return canonicalJson({ ...read, reaches: reaches.map(({ known: _____, ...reach }) => reach) });
}

function isByRecord({ known }: ActReach): boolean {
  return known !== null && !isBySession(known);
}

async function faultOfKnowledge(
  db: Database,
  chain: number,
  { act, request, at }: JudgedAct,
  hashes: TargetHashes | null,
): Promise<string | null> {
  const sought = act.reaches.filter(({ known, effect }) => known?.by !== 'mandate' && effect !== 'read');
  if (hashes === null) return sought.some(isByRecord) ? NOT_KNOWN : null;
  const names = sought.map((reach) => hashedNames(hashes, chain, reach));
  const wanted = [...new Set(names.flat())];
  if (wanted.length === 0) return sought.some(isByRecord) ? NOT_KNOWN : null;
  const rows = await targetsOf(db, chain)
    .where(
      'hash',
      'in',
      wanted.map((name) => Buffer.from(name, 'hex')),
    )
    .execute();
  const agentId = request.agent_id ?? null;
  for (const [place, reach] of sought.entries()) {
    if ('unreadable' in reach) continue;
    const covering = rows.filter((row) => {
      const rank = names[place]?.indexOf(hexOf(row.hash)) ?? -1;
      return rank >= 0 && covers(row, reach, agentId, at, rank === 0);
    });
    const { known } = reach;
    if (known === null || isBySession(known)) {
      const isLong = covering.some(
        (row) => row.created_at < at - TOLERANCE_MS && (row.removed_at ?? at + 1) > at,
      );
      if (isLong && mustBeKnown(reach)) return KNOWN;
    } else if (known.by !== 'mandate') {
      const row = covering.find(({ target_id }) => target_id === known.id);
      const isThen = row !== undefined && row.created_at <= at + TOLERANCE_MS && row.source === known.by;
      if (!isThen || (row.removed_at !== null && row.removed_at < at - TOLERANCE_MS)) return NOT_KNOWN;
    }
  }
  return null;
}
