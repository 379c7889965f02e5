/** Reads what a tool's arguments say about its effect, in addition to its name. */

import { phraseOf } from '../../../lexicon/nouns.ts';
import type { Field } from '../document/fields.ts';
import { singular, wordsOfName } from '../words.ts';
import type { Judged, Setting } from './judged.ts';
import type { Subject } from './subject.ts';

/** Arguments can change what a name says: an amount and a payee turn sending into paying. */
export function byContents({ setting, words, fields, definition }: Subject, found: Judged): Judged {
  const hasAmount =
    setting.hasField('amount') &&
    setting.hasField('currency', 'payee', 'recipient', 'iban', 'wallet', 'beneficiary', 'account');
  if (
    found.effect === 'send' &&
    hasAmount &&
    !words.some((word) => ['invoice', 'email', 'reminder', 'message'].includes(word))
  ) {
    return { effect: 'pay', why: `${found.why}, and it has an amount` };
  }
  if (found.effect === 'write' && isPaid(setting, definition.http?.path ?? '')) {
    return { effect: 'pay', why: `${found.why}, and it has an amount of a payment` };
  }
  if (found.effect === 'write' && takesManifest(setting, fields)) {
    return { effect: 'execute', why: `${found.why}, and what it is given may be of any kind` };
  }
  const staysHere = words.some((word) => word.startsWith('draft'));
  if (found.effect === 'write' && !staysHere && fields.some((field) => isSomeoneReached(field, words))) {
    return { effect: 'send', why: `${found.why}, and it names who is reached` };
  }
  if (
    found.effect === 'write' &&
    words.includes('upload') &&
    setting.hasField('channel', 'chat', 'recipient')
  ) {
    return { effect: 'send', why: `${found.why}, and it names whom a file goes to` };
  }
  const isQuery = found.effect === 'read' && words.some((word) => word === 'query' || word === 'sql');
  const isBare = !words.some((word) =>
    ['read', 'get', 'list', 'search', 'find', 'select', 'describe', 'explain'].includes(word),
  );
  if (
    isQuery &&
    isBare &&
    fields.some(
      ({ words: name }) =>
        name.includes('sql') ||
        name.includes('statement') ||
        (name.includes('query') && setting.speaksOf(...DATABASES)),
    )
  ) {
    return { effect: 'execute', why: `${found.why}, and it has a field for a statement` };
  }
  return found;
}

const CLUSTERS = ['kubectl', 'kubernetes', 'k8s', 'openshift', 'cluster'];

/** A manifest can make anything in a cluster: what runs there, and who may do what. */
function takesManifest({ speaksOf, hasField }: Setting, fields: readonly Field[]): boolean {
  const isManifest = fields.some(({ words, values }) => words.at(-1) === 'manifest' && values.length === 0);
  return isManifest || (speaksOf(...CLUSTERS) && hasField('yaml', 'patch'));
}

/** The security code of a card is asked for when it is charged; an amount below a payment is part of it. */
function isPaid({ hasField }: Setting, path: string): boolean {
  if (!hasField('amount')) return false;
  if (hasField('cvc', 'cvv')) return true;
  const steps = path.split('/').slice(0, -1);
  return steps.some((step) => phraseOf(wordsOfName(step).map(singular)).kind === 'money');
}

/** A call to a number reaches someone, and so does adding a number to a call. */
function isSomeoneReached({ words, description }: Field, named: readonly string[]): boolean {
  if (words.join('_') !== 'to') return false;
  return named.includes('call') || /\bphone number|\be\.?164\b|\bsip\b|\brecipient/i.test(description);
}

export const DATABASES =
  'sql postgres postgresql mysql sqlite mariadb bigquery snowflake redshift clickhouse duckdb mssql oracle cockroachdb athena trino presto databricks supabase neon'.split(
    ' ',
  );
