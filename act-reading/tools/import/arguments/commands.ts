/**
 * The fields whose text a tool runs, each with its language. A text that is run says what is done, so it is read as
 * content and never taken for the name of a thing, even if the tool bears its name: `run_query(query)`.
 */

import { CODE, SHELL, SQL } from '../../../lexicon/field-names.ts';
import { verbOf } from '../../../lexicon/verbs.ts';
import { setOf } from '../../../lists.ts';
import type { Effect } from '../../../targets/index.ts';
import { decidingWord, languageNamed } from '../../command-names.ts';
import type { ContentKind, ToolContent } from '../../entry.ts';
import type { Field } from '../document/fields.ts';
import { DATABASES } from '../effect/by-contents.ts';
import type { Subject } from '../effect/subject.ts';
import { singular, wordsOfName } from '../words.ts';

export interface ContentPart extends ToolContent {
  why: string;
}

export function commandsOf(subject: Subject, effects: ReadonlySet<Effect>): ContentPart[] {
  const lists = listsOf(subject);
  return subject.fields.flatMap((field) => {
    const found = commandOf(field, subject, effects);
    if (found === null) return [];
    // A list of words is one command; lists of commands and of other texts are read one by one.
    if (found.kind === 'mongo') return [found];
    const isEach = found.kind !== 'shell' || isOfCommands(field);
    return (isEach ? lists.has(field.path) : field.isList) ? [] : [found];
  });
}

export function listsOf({ fields }: Subject): ReadonlySet<string> {
  return new Set(fields.filter(({ path }) => path.endsWith('[*]')).map(({ path }) => path.slice(0, -3)));
}

export function isFreeText({ type, values }: Pick<Field, 'type' | 'values'>): boolean {
  return (type === 'string' || type === '' || type === 'array') && values.length === 0;
}

/** True for `commands`, and not for `args`. */
function isOfCommands({ name }: Field): boolean {
  const last = wordsOfName(name).at(-1) ?? '';
  return last !== singular(last) && /command|cmd|script|line/.test(last);
}

function commandOf(field: Field, subject: Subject, effects: ReadonlySet<Effect>): ContentPart | null {
  const document = mongoOf(field, subject, effects);
  if (document !== null) return document;
  if (!isFreeText(field)) return null;
  const words = withoutPurpose(field.words);
  const name = words.join('_');
  const as = (kind: ContentKind, dialect?: string): ContentPart => ({
    path: field.path,
    kind,
    ...(dialect !== undefined && { dialect }),
    why: `the field is called ${field.name}`.slice(0, 250),
  });
  const language = languageNamed(words);
  if (language === 'sql' || SQL.has(name)) {
    if (isSql(field, subject)) return as('sql', dialectOf(subject));
    return effects.has('execute') && !isSearch(field, subject) ? as('code') : null;
  }
  const isOfDatabase = madeOfSql(words, subject);
  if (isOfDatabase !== null) return as(isOfDatabase);
  const isPlain = language === 'shell' && !SHELL_BESIDE.has(decidingWord(words));
  if ((language === 'shell' || SHELL.has(name)) && isShell(subject, effects, isPlain))
    return as('shell', programOf(subject));
  const isCode = CODE.has(name) || decidingWord(words) === 'script';
  if (isCode && runsCode(effects, name)) return as('code');
  return language === 'other' && effects.has('execute') ? as('code') : null;
}

/** `code_to_run` is code. */
function withoutPurpose(words: readonly string[]): readonly string[] {
  return words.length > 2 && words.at(-2) === 'to' && verbOf(words.at(-1) ?? '') !== null
    ? words.slice(0, -2)
    : words;
}

/** A view is a query; a routine or a trigger runs its text. */
function madeOfSql([only = '', ...more]: readonly string[], { words, setting }: Subject): ContentKind | null {
  if (more.length > 0 || !['body', 'definition', 'source'].includes(only)) return null;
  if (!setting.speaksOf('table', 'database', 'sql', 'schema', 'procedure', ...DATABASES)) return null;
  if (words.includes('view')) return 'sql';
  return words.some((word) => ['procedure', 'trigger', 'function', 'routine'].includes(word)) ? 'code' : null;
}

/** Finds MongoDB documents: a pipeline may write, and a filter may run code or choose everything. */
function mongoOf(
  { path, name, type, words, values }: Field,
  { setting }: Subject,
  effects: ReadonlySet<Effect>,
): ContentPart | null {
  const last = words.at(-1) ?? '';
  const isDocument = ['object', 'array', 'string', ''].includes(type) && values.length === 0;
  const isMongo =
    setting.speaksOf('mongo', 'mongodb', 'documentdb') ||
    // Other databases have aggregations too.
    (setting.speaksOf('aggregation', 'aggregate') && setting.hasField('pipeline', 'collection'));
  if (!isDocument || !isMongo || setting.speaksOf(...DATABASES)) return null;
  const chosen = effects.has('delete') ? 'delete' : effects.has('write') ? 'update' : 'filter';
  const dialect = {
    filter: chosen,
    query: chosen,
    selector: chosen,
    command: 'command',
    pipeline: undefined,
  };
  if (!Object.hasOwn(dialect, last) || path.includes('*')) return null;
  return {
    path,
    kind: 'mongo',
    ...(dialect[last as 'filter'] !== undefined && { dialect: dialect[last as 'filter'] }),
    why: `the field is called ${name}`.slice(0, 250),
  };
}

/** Words of a tool whose query goes to a database, if nothing names another language. */
const ASKED_OF = /\b[Ss][Qq][Ll]\b|\b[Tt]ables?\b|\b[Dd]atabase|\b(?:SELECT|INSERT|UPDATE|DELETE|DDL|DML)\b/;
const OTHER_LANGUAGES =
  /\b(?:graphql|promql|logql|traceql|jql|cql|soql|sosl|kql|kusto|nrql|spl|cypher|sparql|gremlin|lucene|elasticsearch|opensearch|mongo(?:db)?|jmespath|xpath|flux|influxql|prometheus|loki)\b/i;
const SEARCHES =
  /search (?:terms?|quer(?:y|ies)|text|string|phrase)|\bkeywords?\b|natural language|what to (?:search|look) for|free[- ]text/i;
const ASKING = setOf('search find lookup ask suggest autocomplete recommend list browse');
const RUNNING_VERBS = setOf('run execute exec read write perform submit eval evaluate invoke do make');
const QUERIES = setOf('query queries sql statement statements stmt');

function isSql(field: Field, subject: Subject): boolean {
  const { words, setting, definition } = subject;
  if (field.words.includes('sql') || field.words.some((word) => word === 'ddl' || word === 'dml'))
    return true;
  const said = `${definition.name.replace(/[_-]/g, ' ')} ${definition.title} ${definition.description} ${field.description}`;
  if (isSearch(field, subject) || OTHER_LANGUAGES.test(said))
    return /\bsql\b/i.test(said) && !isSearch(field, subject);
  if (setting.speaksOf(...DATABASES) || ASKED_OF.test(said)) return true;
  const rest = words.filter((word) => !RUNNING_VERBS.has(word));
  return rest.length > 0 && QUERIES.has(rest.at(-1) ?? '');
}

/** A search term is not a statement. */
function isSearch({ description, words: [only = '', ...more] }: Field, { words }: Subject): boolean {
  if (!['query', 'q'].includes(only) || more.length > 0) return false;
  return (
    SEARCHES.test(description) || (words.some((word) => ASKING.has(word)) && !/\bsql\b/i.test(description))
  );
}

const RUNNING: readonly Effect[] = ['execute', 'write', 'configure'];

function runsCode(effects: ReadonlySet<Effect>, name: string): boolean {
  if (!RUNNING.some((effect) => effects.has(effect)) && !effects.has('read')) return false;
  const isAmbiguous = ['source', 'function', 'expression', 'formula', 'cell', 'program', 'code'].includes(
    name,
  );
  return isAmbiguous ? effects.has('execute') : true;
}

const SHELLS =
  'shell bash terminal command commands cli powershell zsh ssh console process kubectl aws gcloud az docker subprocess exec'.split(
    ' ',
  );
/** Names of commands only in a tool that speaks of one. */
const SHELL_BESIDE = setOf('script arg args argument arguments input line keystroke terminal batch');

/** These only talk about a command instead of running it, or remove it by its name. */
const TOLD_IN = setOf(
  'explain describe document search lint validate parse suggest help complete autocomplete delete remove',
);

/** Counts even if the name says that the tool only looks or stores: the command decides. */
function isShell({ setting, words }: Subject, effects: ReadonlySet<Effect>, isPlain: boolean): boolean {
  if (isPlain) return effects.has('execute') || !words.some((word) => TOLD_IN.has(word));
  if (!effects.has('execute')) return false;
  return (
    words.some((word) => SHELLS.includes(word)) || setting.speaksOf('shell', 'bash', 'zsh', 'powershell')
  );
}

/** Programs whose tools take the arguments that follow the program's name. */
const PROGRAMS = 'kubectl aws gcloud az docker podman git helm terraform gh npm pip oc psql'.split(' ');

function programOf({ words }: Subject): string | undefined {
  return PROGRAMS.find((program) => words.includes(program));
}

const DIALECTS: readonly (readonly [string, readonly string[]])[] = [
  ['postgresql', ['postgres', 'postgresql', 'supabase', 'neon', 'cockroachdb', 'redshift']],
  ['mysql', ['mysql', 'mariadb']],
  ['sqlite', ['sqlite', 'd1']],
  ['bigquery', ['bigquery']],
  ['snowflake', ['snowflake']],
  ['transactsql', ['mssql', 'sqlserver']],
];

function dialectOf({ setting }: Subject): string | undefined {
  return DIALECTS.find(([, names]) => setting.speaksOf(...names))?.[0];
}
