/**
 * The schemas of tools' arguments, kept beside the catalogue. A text is believed only where its hash is the one that
 * the accepted entry names, so what a row says needs no evidence.
 */
import type { KeptEntry, WrittenEntry } from '@assize/act-reading/tools';
import { type JsonObject, parseJson, sha256Text } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { presentTools, readableEntry, type ToolRecord, type ToolState } from '../store.ts';
import { wholeSchema } from './whole-schema.ts';

/** Canonical texts by their hashes. */
export type Schemas = ReadonlyMap<string, string>;

/** For one tool; a longer schema is not kept. */
export const MAX_SCHEMA_CHARACTERS = 64 * 1024;
/** For one import: operations can share one large part of a document, which is in the text of each. */
const MAX_CHARACTERS_OF_AN_IMPORT = 8 * 1024 * 1024;

/** Chooses what is kept of the schemas of an import, by their hashes. Those that say nothing are left out. */
export function schemasWorthKeeping(found: readonly { entry: WrittenEntry; schema: string }[]): Schemas {
  const schemas = new Map<string, string>();
  let room = MAX_CHARACTERS_OF_AN_IMPORT;
  for (const { entry, schema } of found) {
    const hash = entry.seen?.schema_hash;
    if (hash === undefined || schema.length > room || SAYS_NOTHING.has(schema)) continue;
    schemas.set(hash, schema);
    room -= schema.length;
  }
  return schemas;
}

const SAYS_NOTHING = new Set(['', '{}', '[{},{}]']);

interface Next {
  toolId: string;
  state: ToolState;
  kept: KeptEntry;
}

/** For the transaction that writes the next states of tools. A removed tool keeps no schema. */
export function keeping(
  db: Database,
  chain: number,
  next: readonly Next[],
  schemas: Schemas,
): BoundStatement[] {
  const rows = next.flatMap(({ toolId, state, kept }) => {
    const document = state === 'removed' ? '' : schemas.get(kept.entry.seen?.schema_hash ?? '');
    return document === undefined ? [] : [{ chain, tool_id: toolId, document }];
  });
  if (rows.length === 0) return [];
  const insert = db
    .insertInto('tool_schemas')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'tool_id'])
        .doUpdateSet((given) => ({ document: given.ref('excluded.document') })),
    );
  return [bound(insert, rows.length)];
}

/** Keeps the schemas of tools that were imported before schemas were kept, and have not changed since. */
export async function addMissing(
  db: Database,
  chain: number,
  present: readonly ToolRecord[],
  schemas: Schemas,
): Promise<void> {
  if (schemas.size === 0) return;
  const rows = present.flatMap((record) => {
    const document = schemas.get(readableEntry(record)?.seen?.schema_hash ?? '');
    return document === undefined ? [] : [{ chain, tool_id: record.tool_id, document }];
  });
  if (rows.length === 0) return;
  await db
    .insertInto('tool_schemas')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the schema of an accepted tool's arguments; null where none is known that its entry names. */
export async function schemaOfTool(db: Database, chain: number, toolId: string): Promise<JsonObject | null> {
  const [tool, kept] = await Promise.all([
    presentTools(db, chain).where('tool_id', '=', toolId).where('state', '=', 'accepted').executeTakeFirst(),
    db
      .selectFrom('tool_schemas')
      .select('document')
      .where('chain', '=', chain)
      .where('tool_id', '=', toolId)
      .executeTakeFirst(),
  ]);
  if (tool === undefined || kept === undefined) return null;
  return readableEntry(tool)?.seen?.schema_hash === sha256Text(kept.document)
    ? wholeSchema(parseJson(kept.document))
    : null;
}
