/** The entries of the catalogue as they are stored, and as the API and the command line show them. */

import type { ToolEntry } from '@assize/act-reading/tools';
import { parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import { type Cursors, type ListById, type Page, pageById } from '../database/signed-cursor.ts';
import type { ToolsTable } from '../database/tables/tool.ts';
import { Failure } from '../foundation/failure.ts';
import { isId } from '../foundation/ids.ts';

export const TOOL_PREFIX = 'tool';

/**
 * `proposed` waits for a human; `accepted` is listed; `rejected` is not; `changed` was accepted, and its tool has
 * changed since; `removed` was taken out.
 */
export const TOOL_STATES = ['proposed', 'accepted', 'rejected', 'changed', 'removed'] as const;
export type ToolState = (typeof TOOL_STATES)[number];

/** One state of one entry. */
export type ToolRecord = Omit<Selectable<ToolsTable>, 'chain'>;

/** @throws {SyntaxError} where the row was changed without the service. */
export function entryOfRecord({ document }: Pick<ToolRecord, 'document'>): ToolEntry {
  return parseJson(document) as unknown as ToolEntry;
}

/** @returns undefined where the row was changed without the service; the registry of tools reports it. */
export function readableEntry(record: Pick<ToolRecord, 'document'>): ToolEntry | undefined {
  try {
    return entryOfRecord(record);
  } catch {
    return undefined;
  }
}

export function toolsOf(db: Database, chain: number) {
  return db
    .selectFrom('tools')
    .select(['tool_id', 'since_revision', 'until_revision', 'state', 'name', 'server', 'source'])
    .select(['hash', 'document', 'evidence_id', 'changed_at', 'changed_by'])
    .where('chain', '=', chain);
}

/** Selects the present states, including those of removed tools. */
export function presentTools(db: Database, chain: number) {
  return toolsOf(db, chain).where('until_revision', 'is', null);
}

export function acceptedPatterns(db: Database, chain: number) {
  return presentTools(db, chain).where('state', '=', 'accepted').where('name', 'like', '%*%');
}

/** @throws {Failure} `not_found`, also for a tool of another tenant or environment. */
export async function findTool(db: Database, chain: number, toolId: string): Promise<ToolRecord> {
  const row = isId(TOOL_PREFIX, toolId)
    ? await presentTools(db, chain).where('tool_id', '=', toolId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw noSuchTool();
  return row;
}

export function noSuchTool(): Failure {
  return new Failure('not_found', 'There is no such tool.');
}

/** Finds the last accepted entry of a tool that has changed since; null where it can no longer be read. */
export async function formerEntry(
  db: Database,
  chain: number,
  { tool_id, since_revision }: ToolRecord,
): Promise<ToolEntry | null> {
  const row = await toolsOf(db, chain)
    .where('tool_id', '=', tool_id)
    .where('state', '=', 'accepted')
    .where('since_revision', '<', since_revision)
    .orderBy('since_revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : entryOfRecord(row);
}

/** Reads the revision of a chain's tools, which increases with each change of them. */
export async function toolsRevision(db: Database, chain: number): Promise<number> {
  const row = await db
    .selectFrom('governance_revisions')
    .select('tools_revision')
    .where('chain', '=', chain)
    .executeTakeFirst();
  return row?.tools_revision ?? 0;
}

export interface ToolFilter {
  /** By default all except the removed ones. */
  state?: ToolState;
  server?: string;
}

/**
 * Lists tools in the order in which they were first seen. @throws {Failure} `invalid` for a cursor of another list.
 */
export function listTools(
  cursors: Cursors,
  chain: number,
  { state, server }: ToolFilter,
  limit: number,
  cursor?: string,
): Promise<Page<ToolRecord>> {
  const list: ListById<ToolRecord> = {
    secret: 'tool cursors',
    prefix: TOOL_PREFIX,
    chain,
    filters: [state, server],
    idOf: ({ tool_id }) => tool_id,
    read(after, most) {
      let page = presentTools(cursors.db, chain).where('tool_id', '>', after ?? '');
      page = state === undefined ? page.where('state', '<>', 'removed') : page.where('state', '=', state);
      if (server !== undefined) page = page.where('server', '=', server);
      return page.orderBy('tool_id').limit(most).execute();
    },
  };
  return pageById(cursors, list, limit, cursor);
}

/** A tool as the API and the command line show it. */
export function toolFields(record: ToolRecord) {
  return {
    tool_id: record.tool_id,
    status: record.state,
    entry: entryOfRecord(record),
    hash: record.hash,
    source: record.source,
    revision: record.since_revision,
    changed_at: new Date(record.changed_at).toISOString(),
    changed_by: record.changed_by,
    evidence_id: record.evidence_id,
  };
}
