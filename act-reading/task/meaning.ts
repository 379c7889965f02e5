/** What a command does, in effects: what the verb means, and often what its object is. */
import type { Effect } from '../targets/index.ts';
import {
  ACCESS_WORDS,
  also,
  type Context,
  changed,
  goesTo,
  has,
  type Meaning,
  NONE,
  ofNoun,
  says,
  sent,
  sure,
  toFile,
  told,
} from './effects-of.ts';
import type { Sense } from './languages/language.ts';
import type { Command } from './walk.ts';

/** Everything but looking and telling. */
const ALL_CHANGES: Effect[] = ['write', 'share', 'pay', 'book', 'delete', 'execute', 'configure'];

export function meaningOf({ verb, object, isDenied, isGeneral }: Command, isCode: boolean): Meaning {
  const context: Context = {
    object,
    kinds: [...object.direct, ...object.rest],
    head: object.direct.at(-1) ?? null,
    isDenied,
    isGeneral,
    isCode,
  };
  if (verb === null) return ofNoun(context);
  const each = verb.senses.map((sense) => RULES[sense](context));
  return { sure: each.flatMap((one) => one.sure), implied: each.flatMap((one) => one.implied) };
}

const REPORTS = new Set(
  'report reports search query queries numbers analysis check checks audit comparison'.split(' '),
);
const RIGHTS = [
  'access',
  'rights',
  'permission',
  'permissions',
  'zugriff',
  'accès',
  'acceso',
  'permisos',
  'accesso',
  'droits',
];

const DOORS =
  'door doors gate garage badge entrance tür türe tor haupteingang eingang schloss porte portail puerta portón porta cancello deur poort'.split(
    ' ',
  );

const RULES: Record<Sense, (context: Context) => Meaning> = {
  read: () => NONE,
  look: (context) =>
    goesTo(context, 'into', 'onto') && has(context, 'file') && !says(context, 'me') ? toFile(context) : NONE,
  compile: toFile,
  write: (context) => {
    if (context.head === 'access' || (context.head === null && context.kinds[0] === 'access'))
      return also('configure', 'write');
    if (context.isCode || has(context, 'package', 'program')) return also('write', 'execute');
    if (context.head === 'money' && !has(context, 'file')) return also('write', 'pay');
    if (context.head === 'event' || context.head === 'order') return also('write', 'book', 'send');
    if (says(context, 'to') && context.head === 'message') return also('write', 'send');
    return sure('write');
  },
  send: sent,
  share: (context) => also('share', 'send', ...(has(context, 'access') ? (['configure'] as const) : [])),
  pay: () => sure('pay'),
  buy: () => also('pay', 'book'),
  book: (context) =>
    has(context, 'message') && !has(context, 'event')
      ? also('book', 'send', 'write')
      : also('book', 'write', ...(has(context, 'event') ? (['send'] as const) : [])),
  delete: (context) =>
    has(context, 'mark') && !has(context, 'file', 'message')
      ? also('write', 'delete')
      : also('delete', 'write'),
  tear: () => also('delete', 'execute'),
  execute: (context) => {
    if (context.head === 'money') return also('pay', 'execute', 'write');
    const isReport = !has(context, 'program', 'package') && REPORTS.has(context.object.headWord);
    if (has(context, 'access') && !has(context, 'program'))
      return also('execute', 'configure', 'delete', 'write');
    return isReport ? NONE : also('execute', 'write');
  },
  code: (context) => (context.isCode ? also('write', 'execute') : sure('write')),
  publish: (context) =>
    says(context, 'public', 'feed', 'calendar')
      ? also('send', 'share', 'configure')
      : also('send', ...(context.isDenied ? [] : (['share'] as const))),
  push: (context) => also('send', ...(context.isDenied ? [] : (['write', 'execute'] as const))),
  configure: (context) =>
    has(context, 'device') && !has(context, 'access')
      ? also('write', 'configure')
      : also('configure', 'write'),
  change: changed,
  add: (context) => {
    const { head } = context;
    if (has(context, 'event') && context.object.hasName && goesTo(context, 'to', 'zum', 'zu', 'à', 'a'))
      return also('write', 'send', 'book');
    const isMember =
      has(context, 'group', 'access') &&
      goesTo(context, 'to', 'as', 'zu', 'zum', 'zur', 'à', 'au', 'aux', 'al', 'a', 'als', 'in');
    if (context.object.beginsWithName && head === null) return also('write', 'configure', 'share', 'send');
    if (isMember && head !== 'message' && head !== 'file' && head !== 'mark')
      return also('configure', 'share', 'write');
    if (head === 'money') return also('write', 'pay');
    if (head === 'message') return also('write', 'send');
    return changed(context);
  },
  remove: (context) => {
    if (says(context, ...RIGHTS)) return also('configure', 'share', 'write');
    if (has(context, 'access')) return also('configure', 'delete', 'share', 'write');
    if (has(context, 'group') && context.head === null) return also('configure', 'delete', 'write');
    if (context.head === 'mark') return also('write', 'delete');
    if (has(context, 'event', 'order')) return also('delete', 'book', 'write', 'send');
    return also(
      'delete',
      'write',
      ...((context.object.hasName || says(context, 'him', 'her', 'them')) &&
      goesTo(context, 'from', 'aus', 'von', 'de', 'du', 'da')
        ? (['configure'] as const)
        : []),
    );
  },
  give: (context) => {
    if (says(context, ...RIGHTS)) return also('configure', 'share');
    if (has(context, 'credit', 'money') || (context.object.hasAmount && !has(context, 'access')))
      return also('pay', 'write');
    if (has(context, 'access') || says(context, ...ACCESS_WORDS, ...DOORS)) return also('share', 'configure');
    if (context.object.isMe) return NONE;
    return also('write', 'send', ...(says(context, 'free', 'gratis') ? (['pay'] as const) : []));
  },
  invite: (context) =>
    has(context, 'event') ? also('send', 'book', 'write') : also('send', 'share', 'configure', 'book'),
  answer: told,
  tell: told,
  urge: () => NONE,
  schedule: (context) => {
    if (has(context, 'message') && !has(context, 'event')) return also('send', 'book', 'write');
    if (has(context, 'program') && !has(context, 'event', 'order')) return also('execute', 'write', 'book');
    if (has(context, 'money')) return also('pay', 'book');
    return also('book', 'write', 'send');
  },
  open: (context) => {
    if (says(context, 'port', 'firewall', 'pare-feu', 'account', 'konto') || says(context, ...ACCESS_WORDS))
      return also('configure', 'write');
    if (says(context, 'link', 'public', 'anyone', 'everyone')) return also('share', 'configure');
    if (says(context, ...DOORS)) return also('configure', 'write');
    if (says(context, 'pr', 'mr', 'pull', 'merge')) return also('write', 'send', 'execute');
    return says(context, 'ticket', 'issue', 'case', 'incident', 'dispute') ? also('write', 'send') : NONE;
  },
  close: (context) => (has(context, 'access') ? also('configure', 'delete', 'write') : sure('write')),
  toggle: (context) => {
    const isDevice = has(context, 'device') || has(context, 'program');
    return isDevice
      ? also('write', ...(has(context, 'access') ? (['configure'] as const) : []))
      : also('configure', 'write');
  },
  reset: (context) =>
    has(context, 'program') && !has(context, 'access')
      ? also('delete', 'execute', 'write')
      : also('configure', 'write', 'send'),
  get: (context) => {
    const isHanded = (context.head === 'file' || context.head === 'message') && context.object.hasName;
    if (isHanded && goesTo(context, 'to')) return also('send', 'write');
    const isWish =
      (context.head === 'order' && (context.object.isMe || says(context, 'a', 'an', 'some'))) ||
      (context.kinds[0] === 'order' && goesTo(context, 'on', 'onto'));
    return isWish && !says(context, 'status', 'price', 'prices', 'quote', 'details', 'history', 'list', 'all')
      ? also('book', 'write')
      : NONE;
  },
  transfer: (context) => {
    const isThing = says(
      context,
      'file',
      'files',
      'folder',
      'call',
      'ticket',
      'tickets',
      'data',
      'photos',
      'documents',
      'ownership',
      'repo',
      'repository',
      'domain',
      'owner',
    );
    if (!isThing) return also('pay', 'write');
    return says(context, 'ownership', 'repo', 'repository', 'domain', 'owner')
      ? also('configure', 'share', 'write')
      : also('write', 'send');
  },
  draft: () => sure('write'),
  move: (context) => {
    if (has(context, 'bin')) return also('delete', 'write');
    const isMoney =
      /^\d/.test(context.object.words[0] ?? '') &&
      says(context, 'savings', 'checking', 'account', 'pot', 'fund');
    if (isMoney || context.object.hasAmount || context.head === 'money') return also('pay', 'write');
    return has(context, 'event', 'order') ? also('write', 'book', 'send') : sure('write');
  },
  place: (context) =>
    has(context, 'event') || /\d/.test(context.object.words.join(' '))
      ? also('write', 'book', 'send')
      : changed(context),
  subscribe: (context) =>
    has(context, 'access', 'program') ? also('configure', 'write') : also('book', 'write', 'send'),
  unsubscribe: () => also('write', 'delete', 'send'),
  renew: (context) =>
    context.isCode || has(context, 'package')
      ? also('write', 'execute')
      : has(context, 'access')
        ? also('configure', 'write')
        : also('book', 'write', 'pay'),
  respond: (context) => {
    const implied: Effect[] = ['send'];
    if (has(context, 'event', 'order') || says(context, 'appointment', 'termin')) implied.push('book');
    if (has(context, 'money')) implied.push('pay');
    if (has(context, 'access')) implied.push('configure');
    if (context.head === null) implied.push('book');
    return also('write', ...implied);
  },
  upload: (context) => (goesTo(context, 'to', 'nach', 'vers', 'a') ? also('write', 'send') : sure('write')),
  any: (context) => (context.isDenied && context.isGeneral ? sure(...ALL_CHANGES) : NONE),
};
