/**
 * Tampering with the tables that truth verification must name. Most cases are rows of the YAML files, by registry:
 * `{ids.held}` in a row stands for the value of that name in the filled service.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '@assize/service/database/open.ts';
import type { Tables } from '@assize/service/database/tables/index.ts';
import { sql } from 'kysely';
import { parse } from 'yaml';
import type { Filled } from '../../support/truth/truth-parts.ts';

export interface Tampering {
  promise: string;
  tables: (keyof Tables)[];
  tamper(db: Database, filled: Filled): Promise<unknown>;
  registry: string;
  /** null if it concerns no artifact. */
  index: (filled: Filled) => number | null;
  what: RegExp;
}

interface Row {
  promise: string;
  sql?: string | string[];
  /** The artifact whose payload has a text replaced by another. */
  rewrite?: [name: string, from: string, to: string];
  /** The place of the artifact that is named: its name or number, or `end`, perhaps with a distance. */
  at?: string | number;
  what: string;
}

export const at = (name: string) => (filled: Filled) => namedValue(filled, `at.${name}`) as number;

export function readTamperings(): Tampering[] {
  return globSync('*/*.yaml', { cwd: import.meta.dirname })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
      const byRegistry = Object.entries(parse(text) as Record<string, Row[]>);
      return byRegistry.flatMap(([registry, rows]) => rows.map((row) => tamperingOf(registry, row)));
    });
}

function tamperingOf(
  registry: string,
  { promise, sql: statement = [], rewrite, at: place, what }: Row,
): Tampering {
  const statements = [statement].flat();
  const altered = statements.map((each) => /^(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)/.exec(each)?.[1]);
  return {
    promise,
    tables: (rewrite === undefined ? altered : ['artifact_payloads']) as (keyof Tables)[],
    async tamper(db, filled) {
      for (const each of statements) await boundTo(filled, each).execute(db);
      if (rewrite !== undefined) await rewritten(db, filled, rewrite);
    },
    registry,
    index: (filled) => (place === undefined ? null : placeOf(filled, place)),
    what: new RegExp(what),
  };
}

const NAMED = /\{([a-z][\w.-]*)\}/i;

/** Binds the named values as parameters, since some are bytes. */
export function boundTo(filled: Filled, statement: string) {
  const parts = statement.split(NAMED);
  const texts = parts.filter((_, place) => place % 2 === 0);
  const values = parts.filter((_, place) => place % 2 === 1).map((name) => namedValue(filled, name));
  return sql(texts as unknown as TemplateStringsArray, ...values);
}

const CONSTANTS: Record<string, unknown> = {
  no_id: 'ev_0123456789abcdef01234567',
  no_hash: Buffer.alloc(32),
  other_hash: Buffer.alloc(32, 7),
};

function namedValue(filled: Filled, name: string): unknown {
  if (name === 'end') return Math.max(...Object.values(filled.at)) + 1;
  const [, member = '', , own = ''] = /^(\w+)(\.(.+))?$/.exec(name) ?? [];
  const found = { ...CONSTANTS, ...filled }[member];
  const value = own === '' ? found : (found as Record<string, unknown>)[own];
  if (value === undefined) throw new Error(`there is no ${name}`);
  return value;
}

export function placeOf(filled: Filled, place: string | number): number {
  if (typeof place === 'number') return place;
  const [name = '', sign, distance] = place.split(' ');
  const from = name === 'end' ? (namedValue(filled, name) as number) : at(name)(filled);
  return from + Number(`${sign ?? ''}${distance ?? 0}`);
}

export async function rewritten(db: Database, filled: Filled, [name, ...texts]: [string, string, string]) {
  const [from = '', to = ''] = texts.map((text) =>
    text.replaceAll(new RegExp(NAMED, 'gi'), (_, value) => String(namedValue(filled, value))),
  );
  const text = await payloadOf(db, filled, name);
  if (!text.includes(from)) throw new Error(`${text} does not have ${from}`);
  await setPayload(db, filled, name, text.replace(from, to));
}

export async function payloadOf(db: Database, filled: Filled, name: string): Promise<string> {
  const { payload } = await db
    .selectFrom('artifact_payloads')
    .select('payload')
    .where('chain', '=', filled.chain)
    .where('position', '=', at(name)(filled))
    .executeTakeFirstOrThrow();
  return Buffer.from(payload).toString('utf8');
}

export async function setPayload(db: Database, filled: Filled, name: string, text: string): Promise<void> {
  await db
    .updateTable('artifact_payloads')
    .set({ payload: Buffer.from(text) })
    .where('chain', '=', filled.chain)
    .where('position', '=', at(name)(filled))
    .execute();
}
