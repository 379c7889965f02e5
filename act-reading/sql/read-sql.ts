/**
 * Reads SQL: its statements, their tables, and how a change is bounded. PostgreSQL's own grammar reads first, and
 * another parser reads what it refuses. If dialects see different statements in one text, each reading counts.
 */
import { type Content, refused, shown } from '../content.ts';
import { DIALECTS, type Dialect, dialectNamed, type Lexed, type Statement } from './dialects.ts';
import { keywordStatement } from './keywords.ts';
import { lex, TooComplex } from './lex.ts';
import { parsers } from './load.ts';
import { SqlNotes, UnreadableSql } from './notes.ts';
import { readOther } from './other/tree.ts';
import { inPostgresTerms, isOfSqlServer } from './postgres/in-postgres-terms.ts';
import { readTree } from './postgres/tree.ts';

export const MAX_SQL = 65_536;
/** The second parser takes a millisecond per kilobyte. This is the most it reads of one text, over all dialects. */
const MAX_FOR_OTHERS = 8_192;

interface Allowance {
  /** How many characters the second parser may still read. */
  left: number;
  /** Texts that PostgreSQL's grammar refused, so that it is not asked again for each dialect. */
  refused: Set<string>;
}

/** Without one of these, strings, names and comments end at the same places in all dialects. */
const READ_APART = /["`[\]#\\$|&]|\/\*|--/;

export function readSql(text: string, dialect?: string): Content {
  const notes = new SqlNotes();
  try {
    const reason = refused(text, MAX_SQL);
    if (reason !== null) throw new UnreadableSql(reason);
    readAll(text, dialectsOf(dialect), notes);
  } catch (error) {
    const unreadable = reasonOf(error);
    if (unreadable === null) throw error;
    return { kind: 'sql', unreadable, acts: [], facts: new SqlNotes().facts() };
  }
  if (notes.acts.length === 0) notes.does('read', 'holds no statement', []);
  return { kind: 'sql', unreadable: null, acts: notes.acts, facts: notes.facts() };
}

function reasonOf(error: unknown): string | null {
  if (error instanceof UnreadableSql || error instanceof TooComplex) return error.message;
  return error instanceof RangeError ? 'it is nested too deep' : null;
}

function dialectsOf(name: string | undefined): readonly Dialect[] {
  if (name === undefined || name === '') return DIALECTS;
  const dialect = dialectNamed(name);
  if (dialect === null) throw new UnreadableSql(`it is in a dialect that is not read: ${shown(name, 30)}`);
  return [dialect];
}

/** Groups dialects whose strings and comments stand in the same places. One dialect of a group must accept the text. */
function readAll(text: string, dialects: readonly Dialect[], notes: SqlNotes): void {
  const groups = new Map<string, { dialect: Dialect; lexed: Lexed }[]>();
  const [first = 'postgres'] = dialects;
  const shared = READ_APART.test(text) ? null : lex(text, first);
  const allowance: Allowance = { left: MAX_FOR_OTHERS, refused: new Set() };
  for (const dialect of isOfSqlServer(text) ? sqlServerFirst(dialects) : dialects) {
    const lexed = shared ?? lex(text, dialect);
    if (lexed === null) continue;
    const group = groups.get(lexed.shape);
    if (group === undefined) groups.set(lexed.shape, [{ dialect, lexed }]);
    else group.push({ dialect, lexed });
  }
  let found = 0;
  for (const group of groups.values()) {
    if (readGroup(group, notes, allowance)) found += 1;
    // PostgreSQL's own grammar has the last word on PostgreSQL: no server runs what it refuses.
    else if (group.some(({ dialect }) => dialect !== 'postgres') && groups.size > 1)
      throw new UnreadableSql(DIFFERENT);
  }
  if (found === 0)
    throw new UnreadableSql(dialects.length > 1 ? 'no dialect takes it' : `${dialects[0]} does not take it`);
}

/** SQL Server comes right after PostgreSQL, which is always asked first. */
function sqlServerFirst(dialects: readonly Dialect[]): Dialect[] {
  const place = (dialect: Dialect) => ['postgres', 'mssql'].indexOf(dialect) >>> 0;
  return dialects.toSorted((one, other) => place(one) - place(other));
}

const DIFFERENT =
  'dialects see different statements in it, and not all of them can be read; name the dialect of the tool';

function readGroup(
  group: readonly { dialect: Dialect; lexed: Lexed }[],
  notes: SqlNotes,
  allowance: Allowance,
): boolean {
  const seen = new Set<string>();
  let isTaken = false;
  for (const { dialect, lexed } of group) {
    const text = lexed.statements.map((statement) => statement.text).join(';');
    if (seen.has(text) && isTaken) continue;
    seen.add(text);
    const own = new SqlNotes();
    if (!readIn(dialect, lexed, text, own, allowance)) continue;
    takeOver(own, notes, isTaken);
    notes.hasComments ||= lexed.hasComments;
    notes.dialects.push(dialect);
    isTaken = true;
  }
  return isTaken;
}

/** The facts come from the first reading of a text, and the acts from every reading. */
function takeOver(from: SqlNotes, to: SqlNotes, isRepeated: boolean): void {
  for (const act of from.acts) to.add(act);
  to.functions.push(...from.functions);
  if (isRepeated && from.statements.length === to.statements.length) {
    for (const [place, { where }] of from.statements.entries()) {
      const other = to.statements[place];
      if (other !== undefined && where !== null && where !== 'bounded') other.where = where;
    }
    return;
  }
  to.statements.push(...from.statements);
  to.grants.push(...from.grants);
}

function readIn(
  dialect: Dialect,
  lexed: Lexed,
  text: string,
  notes: SqlNotes,
  allowance: Allowance,
): boolean {
  if (dialect === 'postgres') return readPostgres(text, notes, allowance);
  return lexed.statements.every((statement) => readStatement(dialect, statement, notes, allowance));
}

function readStatement(
  dialect: Exclude<Dialect, 'postgres'>,
  statement: Statement,
  notes: SqlNotes,
  allowance: Allowance,
): boolean {
  if (keywordStatement(dialect, statement, notes)) return true;
  const rewritten = inPostgresTerms(dialect, statement.text);
  return (
    readPostgres(statement.text, notes, allowance) ||
    (rewritten !== null && readPostgres(rewritten, notes, allowance)) ||
    readByOther(dialect, statement.written, notes, allowance)
  );
}

function readPostgres(text: string, notes: SqlNotes, { refused: known }: Allowance): boolean {
  if (text === '') return true;
  if (known.has(text)) return false;
  try {
    readTree(parsers().postgres(text), notes);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'SqlError') {
      known.add(text);
      return false;
    }
    if (error instanceof Error && /memory|unreachable|stack/i.test(error.message))
      throw new UnreadableSql('it is nested too deep');
    throw error;
  }
}

function readByOther(
  dialect: Exclude<Dialect, 'postgres'>,
  written: string,
  notes: SqlNotes,
  allowance: Allowance,
): boolean {
  if (written.length > allowance.left) return false;
  allowance.left -= written.length;
  try {
    readOther(parsers().others[dialect], written, notes);
    return true;
  } catch {
    return false;
  }
}
