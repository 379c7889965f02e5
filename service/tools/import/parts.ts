/**
 * The part that each field plays in an act, by its name, its format, its parents' names and its description: who is
 * told, who is paid, who gets access, where it happens, what it is done to.
 */
import { DETECT, type Effect, type Role, type WrittenKind } from '../../targets/index.ts';
import type { ToolTarget } from '../entry.ts';
import type { Deed } from './deed.ts';
import type { Subject } from './effect.ts';
import type { Field } from './fields.ts';
import {
  ASIDE,
  CHANNEL,
  FORMS,
  GRANTEE,
  HOST,
  LINK,
  PATH,
  PATH_OF_MOVING,
  PAYEE,
  PAYER,
  PLACE,
  RECIPIENT,
  RECIPIENT_OF_SENDING,
} from './lexicon/field-names.ts';
import { singular } from './words.ts';

export interface Part extends ToolTarget {
  why: string;
}

/** @returns null for a field that names no one and no thing. */
export function partOf(field: Field, deed: Deed): Part | null {
  if (!mayHoldName(field)) return null;
  const goesAlong = attachment(field, deed);
  if (goesAlong !== null) return goesAlong;
  const stems = stemsOf(field);
  for (const stem of stems) {
    const found = byStem(stem, field, deed);
    if (found === 'aside') return null;
    if (found !== null) return found;
  }
  return byFormat(field, deed) ?? byForm(field, deed);
}

function mayHoldName({ type, words, values }: Field): boolean {
  if (values.length > 0 && type !== 'array') return false;
  if (type === 'string' || type === '' || type === 'array') return words.length > 0;
  return (type === 'integer' || type === 'number') && isNumbered(words);
}

function isNumbered(words: readonly string[]): boolean {
  return words.some((word) => ['id', 'number', 'iid', 'key', 'sid'].includes(word)) || words.includes('chat');
}

interface Stem {
  /** Joined by `_`; without the words that say the form. */
  name: string;
  full: string;
  isParent: boolean;
}

/** Of its own name, and where that says only a form, of its parents' names. */
function stemsOf({ words, parents }: Field): Stem[] {
  const own = stemOf(words, false);
  const above = own.name === '' || own.name === words.join('_') ? parents.slice(0, 3) : [];
  const isEmpty = words.every((word) => FORMS.has(word));
  return [own, ...(isEmpty ? above : []).map((parent) => stemOf(parent, true))];
}

function stemOf(words: readonly string[], isParent: boolean): Stem {
  const full = words.map(singular).join('_');
  let end = words.length;
  while (end > 0 && FORMS.has(words[end - 1] ?? '')) end -= 1;
  return { name: words.slice(0, end).map(singular).join('_'), full, isParent };
}

const has = (set: ReadonlySet<string>, { name, full }: Stem) =>
  set.has(full) || (name !== '' && set.has(name));

function byStem(stem: Stem, field: Field, deed: Deed): Part | 'aside' | null {
  const { effects, subject, nouns } = deed;
  const why = because(field, stem);
  const as = (kind: WrittenKind, role: Role, effect?: Effect): Part => ({
    path: field.path,
    kind,
    role,
    ...(effect !== undefined && { effect }),
    why,
  });
  if (effects.has('pay') && has(PAYER, stem)) return 'aside';
  if (effects.has('pay') && has(PAYEE, stem)) return as(payeeKind(field, stem), 'payee');
  if (isFileMove(deed) && PATH_OF_MOVING.has(stem.full)) return as('path', 'place');
  const grants = effects.has('share') || effects.has('configure');
  if (grants && has(GRANTEE, stem) && !isOwnId(stem, nouns, deed))
    return as(personKind(field, stem), 'grantee');
  if (has(CHANNEL, stem) && !isMade(stem, deed)) {
    return effects.has('send') ? as('channel', 'recipient') : as('channel', 'place');
  }
  if (has(RECIPIENT, stem) && !effects.has('read')) {
    const tells = deed.isEvent || (!effects.has('send') && !effects.has('share') && stem.name !== 'to');
    return tells
      ? toldAside(as(reachedBy(personKind(field, stem), deed), 'recipient', 'send'), deed)
      : as(reachedBy(personKind(field, stem), deed), 'recipient');
  }
  if (
    effects.has('send') &&
    (has(RECIPIENT_OF_SENDING, stem) || isReachedAt(field, deed)) &&
    !has(ASIDE, stem)
  ) {
    return as(reachedBy(personKind(field, stem), deed), 'recipient');
  }
  if (has(ASIDE, stem) && !effects.has('configure')) return 'aside';
  if (LINK.has(stem.full) || ['url', 'uri', 'href', 'webhook'].includes(field.words.at(-1) ?? ''))
    return as('url', 'place');
  if (has(HOST, stem)) return as(/^ip|cidr/.test(stem.full) ? 'detect' : 'domain', 'place');
  if (isPathName(field, stem, subject))
    return attached(field, deed) ? as('path', 'object', 'read') : as('path', 'place');
  if (has(PLACE, stem) && !stem.isParent) return as('object', isMade(stem, deed) ? 'object' : 'place');
  return null;
}

/** `work_email`, and a bare `number` of a tool that calls or texts. */
function isReachedAt({ words }: Field, { means }: Deed): boolean {
  const last = words.at(-1) ?? '';
  if (last === 'number')
    return means === 'phone' && (words.length === 1 || words.includes('phone') || words.includes('mobile'));
  return (
    ['email', 'mail', 'phone', 'mobile', 'username'].includes(last) ||
    (last === 'address' && words.includes('email'))
  );
}

function reachedBy(kind: WrittenKind, { means }: Deed): WrittenKind {
  return kind === DETECT && means !== null ? means : kind;
}

/** Of what is not an event, only people who can be reached from here are told. */
function toldAside(part: Part, { isEvent }: Deed): Part | null {
  return isEvent || part.kind !== DETECT ? part : null;
}

function because(field: Field, stem: Stem): string {
  return stem.isParent
    ? `the field ${field.path} belongs to "${stem.full}"`
    : `the field is called ${field.name}`.slice(0, 250);
}

function isFileMove({ subject }: Deed): boolean {
  return (
    subject.setting.speaksOf('file', 'files', 'directory', 'folder', 'path') &&
    subject.words.some((word) =>
      ['move', 'copy', 'rename', 'mv', 'cp', 'file', 'directory', 'link', 'symlink'].includes(word),
    )
  );
}

/** `delete_user(user_id)`: the thing acted on, and no grantee. */
function isOwnId(stem: Stem, nouns: ReadonlySet<string>, { effects }: Deed): boolean {
  return effects.has('delete') && nouns.has(stem.name);
}

/** `delete_repository(repo)`: what is acted on is no place. */
function isMade(stem: Stem, { effects, made }: Deed): boolean {
  if (effects.has('send')) return false;
  const last = stem.name.split('_').at(-1) || stem.full;
  return made.has(last) || made.has(SAME[last] ?? last);
}

const SAME: Readonly<Record<string, string>> = {
  repo: 'repository',
  repository: 'repo',
  db: 'database',
  database: 'db',
  org: 'organization',
  organization: 'org',
  env: 'environment',
  environment: 'env',
};

const FILE_WORDS = ['path', 'filepath', 'filename', 'dir', 'directory', 'cwd', 'workdir'];

/** A file that goes along, by its path, its id or its name. */
function attachment({ path, words, format, values }: Field, { effects }: Deed): Part | null {
  const last = words.at(-1) ?? '';
  if (!effects.has('send') || !/attach/i.test(path) || values.length > 0) return null;
  if (!/^attach/.test(last) && !['path', 'filepath', 'file', 'filename', 'id', 'attachment'].includes(last))
    return null;
  const kind = last === 'id' || format === 'uuid' ? 'object' : 'path';
  return { path, kind, role: 'object', effect: 'read', why: 'it names a file that goes along' };
}

function isPathName(field: Field, stem: Stem, { setting }: Subject): boolean {
  if (field.words.at(-1) === 'id' || stem.isParent) return false;
  const last = field.words.at(-1) ?? '';
  if (['folder', 'file', 'output', 'root', 'document'].includes(last) && /\bids?\b/i.test(field.description))
    return false;
  if (last === 'folder' && setting.speaksOf('email', 'mail', 'inbox', 'mailbox')) return false;
  return (
    PATH.has(stem.full) || FILE_WORDS.includes(last) || /(?:^|_)(?:path|filepath|directory)$/.test(stem.name)
  );
}

/** A file that goes along is read, and is not where something goes. */
function attached({ path }: Field, { effects }: Deed): boolean {
  return effects.has('send') || /attachment/i.test(path);
}

function personKind(field: Field, { full, isParent }: Stem): WrittenKind {
  const { words, format, description } = field;
  const own = new Set(words);
  if (format === 'email' || format === 'idn-email' || own.has('email') || own.has('mail')) return 'email';
  if (
    own.has('phone') ||
    own.has('mobile') ||
    own.has('telephone') ||
    own.has('msisdn') ||
    own.has('sms') ||
    format === 'phone'
  )
    return 'phone';
  if (isParent && /email/.test(full) && own.has('address')) return 'email';
  const says = (pattern: RegExp) => pattern.test(description);
  if (own.has('channel') || own.has('room')) return 'channel';
  if (own.has('username') || own.has('login') || own.has('handle')) return 'person';
  if (own.has('group') || own.has('team')) return 'object';
  if (own.has('user') || own.has('member') || own.has('assignee'))
    return says(/e-?mail/i) ? 'detect' : 'person';
  const kinds = [
    says(/e-?mail/i) ? 'email' : null,
    says(/\bphone|e\.?164/i) ? 'phone' : null,
    says(/\bchannel|user ?name|\buser id/i) ? 'other' : null,
  ].filter((kind) => kind !== null);
  const [kind] = kinds;
  return kinds.length === 1 && (kind === 'email' || kind === 'phone') ? kind : 'detect';
}

function payeeKind({ words, description }: Field, { full }: Stem): WrittenKind {
  const own = new Set(words);
  if (own.has('email')) return 'email';
  if (own.has('phone')) return 'phone';
  if (
    own.has('iban') ||
    own.has('account') ||
    own.has('wallet') ||
    (own.has('address') && !/e-?mail/i.test(description))
  )
    return 'account';
  return /\biban\b|account number/i.test(description) && full !== 'payee' ? 'account' : 'detect';
}

function byFormat(field: Field, { effects }: Deed): Part | null {
  const { format, path } = field;
  const why = `the field ${field.name} has the format ${format}`.slice(0, 250);
  if (format === 'email' || format === 'idn-email') {
    if (effects.has('read')) return null;
    const role =
      effects.has('share') || effects.has('configure')
        ? 'grantee'
        : effects.has('send')
          ? 'recipient'
          : 'object';
    return { path, kind: 'email', role, why };
  }
  if (['uri', 'url', 'iri', 'uri-reference'].includes(format))
    return { path, kind: 'url', role: 'place', why };
  if (format === 'hostname' || format === 'idn-hostname') return { path, kind: 'domain', role: 'place', why };
  return null;
}

const IDS = new Set([
  'id',
  'iid',
  'uuid',
  'guid',
  'sid',
  'arn',
  'ref',
  'identifier',
  'uid',
  'ein',
  'sku',
  'gid',
]);
const NUMBERS =
  /(?:issue|pull|pr|order|invoice|ticket|case|booking|reservation|tracking|confirmation|record|policy|card|flight|account|room|seat)_?number$/;

/** By an id, and by the name of the thing that the tool's name speaks of. */
function byForm(field: Field, deed: Deed): Part | null {
  const { effects, nouns } = deed;
  const { words, path } = field;
  const last = words.at(-1) ?? '';
  const full = words.join('_');
  const object = (why: string, kind: WrittenKind = 'object'): Part => ({ path, kind, role: 'object', why });
  const isPerson = ['user', 'person', 'member', 'employee', 'customer', 'contact', 'assignee'].includes(
    words.at(-2) ?? '',
  );
  const isAside = has(ASIDE, { name: words.slice(0, -1).join('_'), full, isParent: false });
  if ((IDS.has(last) || NUMBERS.test(full)) && !isAside)
    return object(
      `the field is called ${field.name}, which names a thing`.slice(0, 250),
      isPerson && last !== 'id' ? 'person' : 'object',
    );
  const isKey = last === 'key' && (words.length > 1 || effects.has('delete'));
  if (isKey && !isAside) return object(`the field is called ${field.name}`.slice(0, 250));
  if (effects.has('read')) return null;
  if (nouns.has(last) && !isAside)
    return object(`the field ${field.name} is the thing that the name speaks of`.slice(0, 250));
  const isName =
    last === 'name' && (words.length === 1 || nouns.has(words.at(-2) ?? '')) && field.parents.length === 0;
  const acts = ['delete', 'execute', 'configure', 'book'] as const;
  if (isName && acts.some((effect) => effects.has(effect)))
    return object(`the field ${field.name} names the thing acted on`.slice(0, 250));
  if (effects.has('book') && BOOKED.has(last))
    return object(`the field ${field.name} is what is booked`.slice(0, 250));
  if (effects.has('pay') && ['symbol', 'ticker', 'product', 'item', 'invoice', 'order'].includes(last))
    return object(`the field ${field.name} is what is paid for`.slice(0, 250));
  return null;
}

const BOOKED = new Set(
  'hotel flight restaurant room seat car company provider venue table service property item product train course doctor clinic airline vehicle event class offer plan symbol sku listing ticket slot'.split(
    ' ',
  ),
);
