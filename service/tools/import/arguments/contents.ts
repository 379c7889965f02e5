/** The fields whose text is read for what it does or carries, and the field that holds the amount. */
import type { Effect } from '../../../targets/index.ts';
import type { ContentKind, ToolAmount, ToolContent } from '../../entry.ts';
import type { Field } from '../document/fields.ts';
import { DATABASES } from '../effect/by-contents.ts';
import type { Subject } from '../effect/subject.ts';
import { AMOUNT, CODE, SHELL, SQL, TEXT } from '../lexicon/field-names.ts';
import type { Part } from './part.ts';

export interface ContentPart extends ToolContent {
  why: string;
}

const OUTGOING: readonly Effect[] = ['send', 'share', 'pay', 'book', 'write', 'configure'];
const MAX_LISTED = 16;

export function contentsOf(
  subject: Subject,
  effects: ReadonlySet<Effect>,
  parts: readonly Part[],
): ContentPart[] {
  const links = parts
    .filter(({ kind, role }) => (kind === 'url' || kind === 'path') && (role === 'place' || kind === 'path'))
    .map(({ path, kind, why }): ContentPart => ({ path, kind: kind === 'url' ? 'url' : 'path', why }));
  const lists = new Set(
    subject.fields.filter(({ path }) => path.endsWith('[*]')).map(({ path }) => path.slice(0, -3)),
  );
  const own = subject.fields.flatMap((field) => {
    const found = contentOf(field, subject, effects);
    // A list of words is one command; each other text of a list is a text of its own.
    const isOther = found?.kind === 'shell' ? field.isList : lists.has(field.path);
    return found === null || isOther || parts.some(({ path }) => path === field.path) ? [] : [found];
  });
  return [...own, ...links].slice(0, MAX_LISTED);
}

function contentOf(field: Field, subject: Subject, effects: ReadonlySet<Effect>): ContentPart | null {
  const { type, values, words } = field;
  if ((type !== 'string' && type !== '' && type !== 'array') || values.length > 0) return null;
  const name = words.join('_');
  const why = `the field is called ${field.name}`.slice(0, 250);
  const as = (kind: ContentKind, dialect?: string): ContentPart => ({
    path: field.path,
    kind,
    ...(dialect !== undefined && { dialect }),
    why,
  });
  const { setting } = subject;
  const hasSql = setting.speaksOf(...DATABASES) || name.includes('sql') || /\bsql\b/i.test(field.description);
  if (SQL.has(name) && hasSql && !isSearchText(field)) return as('sql', dialectOf(subject));
  if (CODE.has(name) && runsCode(subject, effects, name)) return as('code');
  if (SHELL.has(name) && isShell(subject, effects, name)) return as('shell', programOf(subject));
  if (TEXT.has(name) || TEXT.has(words.at(-1) ?? '')) {
    return OUTGOING.some((effect) => effects.has(effect)) ? as('text') : null;
  }
  return null;
}

function isSearchText({ words, description }: Field): boolean {
  return (
    words.join('_') === 'query' &&
    /search (?:term|query|text|string)|keyword|natural language/i.test(description)
  );
}

const RUNNING: readonly Effect[] = ['execute', 'write', 'configure'];

function runsCode({ setting }: Subject, effects: ReadonlySet<Effect>, name: string): boolean {
  if (!RUNNING.some((effect) => effects.has(effect)) && !effects.has('read')) return false;
  if (name === 'script' && setting.speaksOf('shell', 'bash', 'sh', 'command')) return false;
  const isAmbiguous = ['source', 'function', 'expression', 'formula', 'cell', 'program', 'code'].includes(
    name,
  );
  return isAmbiguous ? effects.has('execute') : true;
}

const SHELLS = [
  'shell',
  'bash',
  'terminal',
  'command',
  'commands',
  'cli',
  'powershell',
  'zsh',
  'ssh',
  'console',
  'process',
  'kubectl',
  'aws',
  'gcloud',
  'az',
  'docker',
  'subprocess',
  'exec',
];

function isShell({ setting, words }: Subject, effects: ReadonlySet<Effect>, name: string): boolean {
  const isPlain = /command|cmd|cli|bash|shell/.test(name);
  if (isPlain)
    return (
      effects.has('execute') ||
      setting.speaksOf(...SHELLS.filter((word) => word !== 'command' && word !== 'commands'))
    );
  return effects.has('execute') && words.some((word) => SHELLS.includes(word));
}

/** Programs whose tools take what comes behind their name. */
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

/** An amount counts where value moves or an order is placed. */
export function amountOf(
  { fields }: Subject,
  effects: ReadonlySet<Effect>,
): (ToolAmount & { why: string }) | null {
  if (!effects.has('pay') && !effects.has('book')) return null;
  const found = fields.find(({ words, type, values }) => {
    const isNumber = type === 'number' || type === 'integer' || type === 'string' || type === '';
    return (
      isNumber &&
      values.length === 0 &&
      (AMOUNT.has(words.join('_')) || words.at(-1) === 'amount' || AMOUNT.has(withoutCode(words)))
    );
  });
  if (found === undefined) return null;
  const inside = found.path.slice(0, Math.max(0, found.path.lastIndexOf('.')));
  const currencies = fields.filter(
    ({ words }) => words.at(-1) === 'currency' || words.join('_') === 'currency_code',
  );
  const currency =
    (currencies.find(({ path }) => path.startsWith(inside)) ?? currencies[0])?.path ?? coded(found);
  const inCents =
    found.words.includes('cent') ||
    /\bcents?\b|smallest (?:currency )?unit|minor units?/i.test(found.description);
  return {
    path: found.path,
    ...(currency !== undefined && { currency }),
    ...(inCents && { in_cents: true }),
    why: `the field is called ${found.name}`.slice(0, 250),
  };
}

const CODES = ['usd', 'eur', 'gbp', 'chf', 'jpy', 'cad', 'aud', 'inr'];

function withoutCode(words: readonly string[]): string {
  return words.filter((word) => !CODES.includes(word)).join('_');
}

function coded({ words, description }: Field): string | undefined {
  const code = words.find((word) => CODES.includes(word));
  return code?.toUpperCase() ?? /\b(?:in|In) (USD|EUR|GBP|CHF|JPY|CAD|AUD|INR)\b/.exec(description)?.[1];
}
