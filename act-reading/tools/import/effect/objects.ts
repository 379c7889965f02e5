/** The effect of a verb on its object, by the object's class. */

import { EFFECT_OF_CLASS, isRight, WORDS_OF_CLASS } from '../../../lexicon/nouns.ts';
import { setOf } from '../../../lists.ts';
import type { Effect } from '../../../targets/index.ts';
import type { Clause } from './act.ts';
import { DATABASES } from './by-contents.ts';
import { type Judged, named, type Setting, speaksOf } from './judged.ts';

/** A version of a program, or the place where one runs. */
export const isVersion = (clause: Clause) =>
  speaksOf(clause, 'release', 'version', 'dependency', 'firmware', 'production', 'canary');

/** Verbs that write, but grant a right if their object is one. */
const HANDING_OUT = setOf('assign unassign save store adjust toggle switch turn upload sync hold');

/** Verbs that make a program run. A test without arguments tests the server itself. */
const SETTING_OFF = setOf('test play sync resume unpause requeue replicate rerun unmute');

export function simply(clause: Clause, effect: Effect, setting: Setting): Judged {
  const { object } = clause;
  const why = named(clause);
  const as = (other: Effect, what: string): Judged => ({ effect: other, why: `${why}, and ${what}` });
  if (effect === 'send') {
    if (object.kind === 'money') return as('pay', `its object is ${WORDS_OF_CLASS.money}`);
    if (object.kind === 'program' || speaksOf(clause, 'key', 'keystroke', 'input', 'signal')) {
      return as('execute', `its object is ${WORDS_OF_CLASS.program}`);
    }
    if (speaksOf(clause, 'trash', 'bin')) return as('delete', 'it is thrown away');
    if (speaksOf(clause, 'draft') && !ENDING.has(clause.verb.word)) return as('write', 'it stays a draft');
  }
  if (effect === 'execute' && object.kind === 'money')
    return as('pay', `its object is ${WORDS_OF_CLASS.money}`);
  if (effect === 'execute' && object.kind === 'message')
    return as('send', `its object is ${WORDS_OF_CLASS.message}`);
  if (effect === 'execute' && ['run', 'perform', 'eval', 'evaluate'].includes(clause.verb.word)) {
    if (object.kind === 'information' && !setting.hasField('code', 'script', 'command', 'sql')) {
      return as('read', `its object is ${WORDS_OF_CLASS.information}`);
    }
  }
  const isOwnTest = clause.verb.word === 'test' && !setting.takesArguments;
  if (SETTING_OFF.has(clause.verb.word) && object.kind === 'program' && !isOwnTest)
    return as('execute', `its object is ${WORDS_OF_CLASS.program}`);
  const isPromoted = clause.verb.word === 'promote' && (object.kind === 'program' || isVersion(clause));
  if (isPromoted) return as('execute', 'it then runs there');
  if (effect === 'read' && clause.verb.isNoun && object.kind === 'access' && !clause.isSure)
    return changes(clause, setting);
  if (effect === 'configure' && speaksOf(clause, 'issue', 'thread', 'conversation', 'topic')) {
    return as('write', 'its object is a discussion');
  }
  const isRightGiven = object.kind === 'access' || clause.rest.words.some(isRight);
  if (effect === 'write' && isRightGiven && HANDING_OUT.has(clause.verb.word)) {
    return as('configure', `its object is ${WORDS_OF_CLASS.access}`);
  }
  if (
    effect === 'write' &&
    clause.verb.word === 'upload' &&
    setting.speaksOf('browser', 'website', 'pastebin')
  ) {
    return as('send', 'a file leaves for a site');
  }
  return { effect, why };
}

export function changes(clause: Clause, setting: Setting): Judged {
  const { object, rest } = clause;
  const why = named(clause);
  if (object.words.includes('draft') && !ENDING.has(clause.verb.word))
    return { effect: 'write', why: `${why}, and it stays a draft` };
  const isOfDatabase = ['begin', 'rollback'].includes(clause.verb.word) || setting.speaksOf(...DATABASES);
  if (object.head === 'transaction' && isOfDatabase)
    return { effect: 'write', why: `${why}, and its object is a transaction of a database` };
  if (['make', 'set'].includes(clause.verb.word) && ['public', 'private'].includes(object.head))
    return { effect: 'configure', why: `${why}, and it says who can see it` };
  if (setsRunning(clause, setting))
    return { effect: 'execute', why: `${why}, and "${object.by}" is ${WORDS_OF_CLASS.program}` };
  const isOwnDetail =
    object.words.some((word) => ['profile', 'contact'].includes(word)) && object.head !== 'contact';
  if (isOwnDetail && setting.hasField('email', 'phone', 'password', 'iban')) {
    return { effect: 'configure', why: `${why}, and by these details a person is known` };
  }
  if (object.kind === 'access' && isSharing(clause, setting)) {
    return { effect: 'share', why: `${why}, and it gives access to what is there` };
  }
  if (object.kind === 'event' && clause.verb.word === 'book') return { effect: 'book', why };
  if (object.kind === 'message' && isOfOwn(clause))
    return { effect: 'write', why: `${why}, and it stays where it is` };
  const isTyped = [object, rest].some(({ words }) => words.some((word) => TYPED_INTO.has(word)));
  if (isTyped && ['write', 'interact', 'enter', 'put'].includes(clause.verb.word)) {
    return { effect: 'execute', why: `${why}, and a program reads it` };
  }
  if (makesKey(clause, setting)) return { effect: 'configure', why: `${why}, and a key gives access` };
  if (object.kind !== null) {
    const effect = EFFECT_OF_CLASS[object.kind];
    return { effect, why: `${why}, and "${object.by}" is ${WORDS_OF_CLASS[object.kind]}` };
  }
  if (rest.kind === 'money' && object.words.length === 0) return { effect: 'pay', why };
  const right = rest.words.find(isRight);
  if (object.kind === null && right !== undefined)
    return { effect: 'configure', why: `${why}, and "${right}" is ${WORDS_OF_CLASS.access}` };
  return { effect: 'write', why };
}

/** Programs that run as soon as they are made. */
const RUNS = setOf('run rollout execution dispatch invocation deployment build workflow_instance');
const LETTING = setOf('approve confirm accept submit');
/** With one of these fields, a pipeline or job is made to run now. */
const SOURCES = ['ref', 'branch', 'sha', 'commit'];

function setsRunning({ verb, object, isBare }: Clause, setting: Setting): boolean {
  if (verb.word === 'rollback')
    return object.kind === 'program' || ['release', 'version'].includes(object.head);
  if (object.kind !== 'program' || isBare) return false;
  if (LETTING.has(verb.word)) return true;
  if (!MAKING_ANEW.has(verb.word)) return false;
  const isRun = RUNS.has(object.head) || RUNS.has(object.words.slice(-2).join('_'));
  return isRun || (['pipeline', 'job'].includes(object.head) && setting.hasField(...SOURCES));
}

const MAKING_ANEW = setOf('create make add new begin initiate');

/** A key of a stored value or of a row gives no one access. */
function makesKey({ verb, object }: Clause, setting: Setting): boolean {
  if (object.head !== 'key' || OF_DATA.has(object.words.at(-2) ?? '')) return false;
  return (
    MAKING.has(verb.word) &&
    !setting.hasField('value', 'ttl', 'bucket', 'namespace', 'table', 'collection', 'column')
  );
}

const OF_DATA = setOf('primary foreign unique sort partition cache translation redis object registry');
const MAKING = setOf(
  'create make generate regenerate add new issue import replace clone upload put update rotate',
);

/** After one of these, a draft has been sent. */
const ENDING = setOf(
  'send publish broadcast transmit dispatch complete submit finalize finalise confirm approve place',
);
const TYPED_INTO = setOf('stdin terminal console shell process tty');
const WITHIN = setOf(
  'move copy modify restore dismiss import rename set build process resolve clone duplicate change organize undo migrate manage',
);

/** The mail is only moved or marked; its words, which others read, stay the same. */
function isOfOwn({ verb, object }: Clause): boolean {
  return (
    WITHIN.has(verb.word) || (verb.word === 'update' && ['email', 'mail', 'notification'].includes(object.by))
  );
}

const SHARED_THINGS =
  'file document doc folder drive calendar album board page note sheet spreadsheet channel conversation chat room photo'.split(
    ' ',
  );

/** Giving access to a thing shares it; giving access to an installation configures it. */
function isSharing(clause: Clause, setting: Setting): boolean {
  if (
    !speaksOf(
      clause,
      'permission',
      'collaborator',
      'access',
      'viewer',
      'editor',
      'grant',
      'user',
      'member',
      'person',
      'guest',
    )
  )
    return false;
  if (speaksOf(clause, 'password', 'role', 'group', 'team', 'organization', 'org', 'account')) return false;
  return (
    speaksOf(clause, 'collaborator', ...SHARED_THINGS) ||
    setting.hasField('file', 'document', 'folder', 'channel', 'drive')
  );
}

export function removes(clause: Clause): Judged {
  const { object, rest } = clause;
  const why = named(clause);
  if (object.kind === 'access')
    return { effect: 'configure', why: `${why}, and "${object.by}" is ${WORDS_OF_CLASS.access}` };
  if (object.kind === 'attribute')
    return { effect: 'write', why: `${why}, and "${object.by}" is ${WORDS_OF_CLASS.attribute}` };
  if (clause.verb.word === 'remove' && rest.kind === 'container') {
    return { effect: 'write', why: `${why}, and "${rest.by}" is ${WORDS_OF_CLASS.container}` };
  }
  if (
    clause.verb.word === 'cancel' &&
    (object.kind === 'program' || speaksOf(clause, 'request', 'upload', 'operation'))
  ) {
    return { effect: 'write', why: `${why}, and "${object.head}" is work that ends` };
  }
  return { effect: 'delete', why };
}
