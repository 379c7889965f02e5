/**
 * Turns the reading of a call into the facts of an act: what the catalogue alone says, which is the same whenever it is
 * read again.
 */

import { type Readers, type Reading, readAct } from '@assize/act-reading/act';
import { normalise, type Reach } from '@assize/act-reading/targets';
import type { Catalogue } from '@assize/act-reading/tools';
import type { JsonObject } from '@assize/evidence-format';
import type { MaybePromise } from '../../foundation/fresh-cache.ts';
import { type ActFacts, type ActReach, EMPTY_ACT, READING_VERSION } from '../question/act.ts';
import type { EvaluationRequest } from '../question/request.ts';

/** Returns what the catalogue alone says about the act; none of its targets is known yet. */
export function actOfReading({ revision, reviewed }: Catalogue, reading: Reading): ActFacts {
  const { tool, unlisted, effects, reaches, contents, acts, risk_level, is_irreversible } = reading;
  const { amount_usd, greatest_number } = reading;
  return {
    ...EMPTY_ACT,
    reading: READING_VERSION,
    catalogue: revision,
    reviewed,
    tool,
    unlisted,
    effects,
    reaches: reaches.map(unknownReach),
    contents,
    acts,
    risk_level,
    is_irreversible,
    amount_usd,
    greatest_number,
  };
}

/** Orders the members as in the canonical form, in which they are recorded. */
function unknownReach(reach: Reach): ActReach {
  const { by_id, effect, kind, path, role } = reach;
  const byId = by_id === undefined ? {} : { by_id };
  return 'unreadable' in reach
    ? { ...byId, effect, kind, known: null, path, role, unreadable: reach.unreadable }
    : { ...byId, effect, kind: reach.kind, known: null, path, role, value: reach.value };
}

/** Reads the contents of recorded acts again. @param catalogueAt the catalogue as it stood at a revision. */
export function contentsReader(catalogueAt: (revision: number) => Promise<Catalogue>) {
  return async (act: ActFacts | null, request: EvaluationRequest): Promise<JsonObject> => {
    if (act === null || act.contents.length === 0) return {};
    return readAct(await catalogueAt(act.catalogue), request, await loadActReaders()).facts;
  };
}

/** The readers of targets and contents, loaded with the first act, since the parsers of contents are large. */
let loaded: MaybePromise<Readers> | null = null;

export function loadActReaders(): MaybePromise<Readers> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Readers> {
  const { loadReaders, readContent } = await import('@assize/act-reading/contents');
  await loadReaders();
  loaded = { normalise, readContent };
  return loaded;
}
