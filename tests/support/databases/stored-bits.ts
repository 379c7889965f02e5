/** Flips one bit of a chain's stored rows, anywhere that evidence relies on, and flips it back. */
import type { Database } from '@assize/service/database/open.ts';
import type { Tables } from '@assize/service/database/tables/index.ts';
import fc from 'fast-check';

/** The bit to flip; each number is taken modulo the number of candidates. */
export interface Flip {
  table: (typeof TABLES)[number];
  row: number;
  column: number;
  byte: number;
  bit: number;
}

const TABLES = ['artifacts', 'artifact_payloads', 'tiles', 'checkpoints'] as const;
const COLUMNS = {
  artifacts: ['id', 'action', 'actor', 'payload_commitment', 'created_at', 'previous_hash', 'hash'],
  artifact_payloads: ['salt', 'payload'],
  tiles: ['hashes'],
  checkpoints: ['size', 'root', 'note'],
} as const;
/** The columns that identify a row within one chain. */
const KEYS = {
  artifacts: ['position'],
  artifact_payloads: ['position'],
  tiles: ['level', 'tile'],
  checkpoints: [],
} as const;

export const anyFlip: fc.Arbitrary<Flip> = fc.record({
  table: fc.constantFrom(...TABLES),
  row: fc.nat(),
  column: fc.nat(),
  byte: fc.nat(),
  bit: fc.nat(7),
});

type Row = Record<string, unknown>;

/** @returns what was flipped, and a function that flips it back. */
export async function flipped(
  db: Database,
  chain: number,
  flip: Flip,
): Promise<{ where: string; back: () => Promise<void> }> {
  let { table } = flip;
  let rows = await rowsOf(db, table, chain);
  if (rows.length === 0) {
    table = 'artifacts';
    rows = await rowsOf(db, table, chain);
  }
  const row = rows[flip.row % rows.length] ?? {};
  const columns = COLUMNS[table].filter((name) => row[name] !== null);
  const column = columns[flip.column % columns.length] ?? '';
  const set = async (value: unknown) => {
    let update = db
      .updateTable(table as keyof Tables)
      .set({ [column]: value } as never)
      .where('chain' as never, '=', chain as never);
    for (const key of KEYS[table]) update = update.where(key as never, '=', row[key] as never);
    await update.execute();
  };
  await set(turned(row[column], flip));
  const place = KEYS[table].map((key) => `${key} ${row[key]}`).join(', ');
  return { where: `${table}.${column} of ${place}, ${JSON.stringify(flip)}`, back: () => set(row[column]) };
}

async function rowsOf(db: Database, table: Flip['table'], chain: number): Promise<Row[]> {
  const rows = db
    .selectFrom(table as keyof Tables)
    .selectAll()
    .where('chain' as never, '=', chain as never);
  return (await rows.execute()) as Row[];
}

function turned(value: unknown, { byte, bit }: Flip): unknown {
  if (typeof value === 'number') return value + 2 ** bit;
  const isText = typeof value === 'string';
  const bytes = isText ? Buffer.from(value) : Buffer.from(value as Uint8Array);
  // Verification ignores signatures by unknown keys, so only the text of a note counts.
  const length = isText && value.includes('\n\n') ? value.indexOf('\n\n') + 1 : bytes.length;
  const at = byte % length;
  // Flips the lower bits of characters, so that text stays text.
  bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << (isText ? bit % 4 : bit)), at);
  return isText ? bytes.toString('utf8') : bytes;
}
