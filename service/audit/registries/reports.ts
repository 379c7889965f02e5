/** The facts that outcomes and trust are computed from: reports and resolutions, and the evaluations they name. */
import type { JsonObject } from '@assize/evidence-format';
import { type LeafAndPayload, leavesById, readPayload } from '../../evidence/reading/index.ts';
import { isId } from '../../foundation/ids.ts';
import type { ChainOfRows } from '../registry.ts';

export interface Facts {
  /** Those that still have their payload, with it; null if it is no object. */
  facts: { leaf: LeafAndPayload; payload: JsonObject | null }[];
  /** The ids of the evaluations they name, and the evaluations by id. */
  named: string[];
  evaluations: ReadonlyMap<string, LeafAndPayload>;
}

/** @param page of artifacts that report or resolve. */
export async function factsOf({ db, chain }: ChainOfRows, page: readonly LeafAndPayload[]): Promise<Facts> {
  const facts = page.flatMap((leaf) =>
    leaf.payload === null ? [] : [{ leaf, payload: readPayload(leaf.payload) }],
  );
  const named = facts.flatMap(({ payload }) => evaluationOf(payload) ?? []);
  return { facts, named, evaluations: await leavesById(db, chain, named) };
}

/** The id of the evaluation that a report or resolution names. */
export function evaluationOf(payload: JsonObject | null): string | undefined {
  const id = payload?.evaluation_id;
  return typeof id === 'string' && isId('ev', id) ? id : undefined;
}

/** The position from which facts count. */
export async function beginningOf({ db, chain }: ChainOfRows): Promise<number> {
  const row = await db
    .selectFrom('trust_beginnings')
    .select('position')
    .where('chain', '=', chain)
    .executeTakeFirst();
  return row?.position ?? 0;
}
