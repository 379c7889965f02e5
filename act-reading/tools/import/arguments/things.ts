/** Fields that name places and things: addresses, hosts, paths, containers, and objects by their id or name. */

import {
  ASIDE,
  BOOKED,
  CODE,
  HOST,
  LINK,
  PATH,
  PATH_OF_MOVING,
  PLACE,
  PROGRAM,
  SECRET,
  TEXT,
} from '../../../lexicon/field-names.ts';
import { setOf } from '../../../lists.ts';
import { DETECT, type Effect, type TargetRole, type WrittenKind } from '../../../targets/index.ts';
import type { Field } from '../document/fields.ts';
import type { Subject } from '../effect/subject.ts';
import type { Deed } from './deed.ts';
import type { Part } from './part.ts';
import { has, type Stem } from './stems.ts';

/** An id names a thing, unless it names the call itself. */
function isAside(stem: Stem, last: string): boolean {
  return IDS.has(last) ? ASIDE_IDS.has(stem.name) || ASIDE.has(stem.full) : has(ASIDE, stem);
}

const ASIDE_IDS = setOf('session client_request idempotency correlation trace span cursor acting_user');
const URL_WORDS = ['url', 'uri', 'href', 'webhook'];

export function placeOf(stem: Stem, field: Field, deed: Deed): Part | 'aside' | null {
  const { effects, subject } = deed;
  const why = `the field is called ${field.name}`.slice(0, 250);
  const as = (kind: WrittenKind, role: TargetRole, effect?: Effect): Part => {
    const part = { path: field.path, kind, role, why };
    return effect === undefined ? part : { ...part, effect };
  };
  const last = field.words.at(-1) ?? '';
  if (isFileMove(deed) && PATH_OF_MOVING.has(stem.full)) return as('path', 'place');
  if (isAside(stem, last) && !effects.has('configure')) return 'aside';
  if (LINK.has(stem.full) || URL_WORDS.includes(last)) return as('url', 'place');
  if (has(HOST, stem)) return as(/^ip|cidr/.test(stem.full) ? DETECT : 'domain', 'place');
  if (isPathName(field, stem, subject)) {
    if (effects.has('send')) return as('path', 'object', 'read');
    return deed.onlyReads && isWrittenTo(field, deed) ? as('path', 'place', 'write') : as('path', 'place');
  }
  if (effects.has('execute') && has(PROGRAM, stem) && last !== 'id' && !isCode(stem, deed))
    return as('program', 'program');
  // `git push` takes the name of a remote, or an address.
  if (stem.full === 'remote') return as(DETECT, 'place');
  if (has(PLACE, stem) && !stem.isParent) return as('object', isMade(stem, deed) ? 'object' : 'place');
  return null;
}

/** A bare `function` in a tool that does not speak of functions is a text to run. */
function isCode({ full }: Stem, { subject }: Deed): boolean {
  return CODE.has(full) && !subject.words.includes(full) && !subject.words.includes('lambda');
}

const MOVING = ['move', 'copy', 'rename', 'mv', 'cp', 'file', 'directory', 'link', 'symlink'];

function isFileMove({ subject: { setting, words } }: Deed): boolean {
  return (
    setting.speaksOf('file', 'files', 'directory', 'folder', 'path') &&
    words.some((word) => MOVING.includes(word))
  );
}

/** In `delete_repository(repo)`, the repository is the object and not a place. */
export function isMade({ name, full }: Stem, { effects, made }: Deed): boolean {
  if (effects.has('send')) return false;
  const last = name.split('_').at(-1) || full;
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

const WRITTEN_TO = setOf('save output out dest destination dst download');

/** A tool that reads writes its result there, over what was there. */
function isWrittenTo({ words }: Field, { subject }: Deed): boolean {
  if (words.some((word) => WRITTEN_TO.has(word))) return true;
  return words.includes('local') && subject.words.includes('download');
}

const PATH_WORDS = ['path', 'filepath', 'filename', 'dir', 'directory', 'cwd', 'workdir'];

function isPathName(field: Field, stem: Stem, { setting }: Subject): boolean {
  const last = field.words.at(-1) ?? '';
  if (last === 'id' || stem.isParent) return false;
  const mayBeId = ['folder', 'file', 'output', 'root', 'document'].includes(last);
  if (mayBeId && /\bids?\b/i.test(field.description)) return false;
  if (last === 'folder' && setting.speaksOf('email', 'mail', 'inbox', 'mailbox')) return false;
  return PATH.has(stem.full) || PATH_WORDS.includes(last);
}

/** Finds a file that is sent along, by its path, id or name. */
export function attachmentOf({ path, words, format, values }: Field, { effects }: Deed): Part | null {
  const last = words.at(-1) ?? '';
  if (!effects.has('send') || !/attach/i.test(path) || values.length > 0) return null;
  if (!/^attach/.test(last) && !['path', 'filepath', 'file', 'filename', 'id'].includes(last)) return null;
  const kind = last === 'id' || format === 'uuid' ? 'object' : 'path';
  return { path, kind, role: 'object', effect: 'read', why: 'it names a file that goes along' };
}

export function byFormat({ format, path, name }: Field, { effects, onlyReads }: Deed): Part | null {
  const why = `the field ${name} has the format ${format}`.slice(0, 250);
  if (format === 'email' || format === 'idn-email') {
    if (onlyReads) return null;
    const grants = effects.has('share') || effects.has('configure');
    const role = grants ? 'grantee' : effects.has('send') ? 'recipient' : 'object';
    return { path, kind: 'email', role, why };
  }
  if (['uri', 'url', 'iri', 'uri-reference'].includes(format))
    return { path, kind: 'url', role: 'place', why };
  if (format === 'hostname' || format === 'idn-hostname') return { path, kind: 'domain', role: 'place', why };
  return null;
}

/** Fields that say how much access someone gets, or who can see it. */
const LEVELS = setOf('role permission access visibility audience acl privilege rights right');

export function isLevel(words: readonly string[]): boolean {
  return words.length < 3 && LEVELS.has(words.at(-1) ?? '');
}

const IDS = setOf('id iid uuid guid sid arn ref identifier uid sku gid');
const NOT_NUMBERED = setOf(
  'page line phone mobile sequence row column week version retry house card_page serial max min',
);
const PEOPLE = setOf('user person member employee customer contact assignee');

/** Finds the object by an id, or because the tool's name mentions it. */
export function objectOf(field: Field, deed: Deed): Part | null {
  const { words, path, parents } = field;
  const [before = '', last = ''] = [words.at(-2), words.at(-1)];
  const full = words.join('_');
  const as = (what: string, kind: WrittenKind = 'object'): Part => ({
    path,
    kind,
    role: 'object',
    why: `the field ${field.name} ${what}`.slice(0, 250),
  });
  if (SECRET.has(full) || SECRET.has(last)) return null;
  if (isLevel(words) && !deed.onlyReads) return as('says how much is given');
  const stem = { name: words.slice(0, -1).join('_'), full, words, isParent: false };
  if (isAside(stem, last) && !deed.nouns.has(before)) return null;
  const isNumbered =
    last === 'number' && (words.length > 1 ? !NOT_NUMBERED.has(before) : field.type === 'integer');
  if (IDS.has(last) || isNumbered)
    return as('names a thing', PEOPLE.has(before) && last !== 'id' ? 'person' : 'object');
  if (last === 'key' && isKeyOfThing(field, deed)) return as('is a key');
  if (deed.onlyReads || TEXT.has(full) || CODE.has(full) || DEFINING.has(last)) return null;
  if (deed.nouns.has(last)) return as('is the thing that the name speaks of');
  const isName = last === 'name' && (words.length === 1 || deed.nouns.has(before)) && parents.length === 0;
  const acts = ['delete', 'execute', 'configure', 'book'] as const;
  if (isName && acts.some((effect) => deed.effects.has(effect))) return as('names the thing acted on');
  if (deed.effects.has('book') && BOOKED.has(last)) return as('is what is booked');
  const paidFor = ['symbol', 'ticker', 'product', 'item', 'invoice', 'order'];
  return deed.effects.has('pay') && paidFor.includes(last) ? as('is what is paid for') : null;
}

/** Texts that define a thing; no name is so long. */
const DEFINING = setOf('manifest yaml spec definition hcl compose dockerfile');

function isKeyOfThing({ words }: Field, { effects, subject, nouns }: Deed): boolean {
  if (words.length > 1) return true;
  const isStore =
    subject.setting.hasField('bucket', 'namespace', 'table', 'collection') ||
    nouns.has('key') ||
    nouns.has('object');
  return isStore || effects.has('delete');
}
