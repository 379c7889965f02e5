/** What a command does, in effects: what the verb means, and often what its object is. */
import type { Effect } from '../../targets/index.ts';
import type { Command } from './commands.ts';
import type { Sense } from './lexicon.ts';
import type { NounClass } from './noun-classes.ts';
import type { Phrase } from './phrase.ts';

export interface Meaning {
  /** What is asked for itself. */
  sure: Effect[];
  /** What usually belongs to it, unless it is denied. */
  implied: Effect[];
}

const NONE: Meaning = { sure: [], implied: [] };
const sure = (...effects: Effect[]): Meaning => ({ sure: effects, implied: [] });
const also = (effect: Effect, ...implied: Effect[]): Meaning => ({ sure: [effect], implied });

/** Everything but looking and telling. */
const ALL_CHANGES: Effect[] = ['write', 'share', 'pay', 'book', 'delete', 'execute', 'configure'];

export function meaningOf(
  { verb, object, isDenied, isGeneral }: Command,
  before: readonly NounClass[],
  isCode: boolean,
): Meaning {
  const context: Context = {
    object,
    kinds: object.isPronoun ? before : [...object.direct, ...object.rest],
    head: (object.isPronoun ? before : object.direct).at(-1) ?? null,
    isDenied,
    isGeneral,
    isCode,
  };
  if (verb === null) return ofNoun(context);
  const each = verb.senses.map((sense) => RULES[sense](context));
  return { sure: each.flatMap((one) => one.sure), implied: each.flatMap((one) => one.implied) };
}

interface Context {
  object: Phrase;
  /** Of the object, or of what its pronoun stands for. */
  kinds: readonly NounClass[];
  /** The last of what the verb is about directly. */
  head: NounClass | null;
  isDenied: boolean;
  isGeneral: boolean;
  isCode: boolean;
}

const has = ({ kinds }: Context, ...sought: NounClass[]) => kinds.some((kind) => sought.includes(kind));
const says = ({ object }: Context, ...sought: string[]) => object.words.some((word) => sought.includes(word));
const goesTo = ({ object }: Context, ...sought: string[]) =>
  sought.some((word) => object.prepositions.has(word));

/** What making or changing such a thing does. */
const OF_CLASS: Partial<Record<NounClass, Meaning>> = {
  message: also('write', 'send'),
  money: also('pay', 'write'),
  credit: also('write', 'pay', 'configure'),
  order: also('book', 'write'),
  event: also('book', 'write', 'send'),
  access: also('configure', 'write'),
  program: also('write', 'execute'),
  package: also('write', 'execute'),
  public: also('share', 'write'),
};

function ofNoun({ kinds }: Context): Meaning {
  const kind = kinds.find((one) => OF_CLASS[one] !== undefined && one !== 'access' && one !== 'program');
  return (kind && OF_CLASS[kind]) ?? NONE;
}

function changed(context: Context): Meaning {
  const kind = context.head ?? context.kinds[0] ?? null;
  return (kind && OF_CLASS[kind]) ?? sure('write');
}

const INTO = ['into', 'as', 'onto', 'to', 'dans', 'en', 'in', 'nel', 'nella'];

function toFile(context: Context): Meaning {
  const isIntoFile = has(context, 'file') && goesTo(context, ...INTO);
  return isIntoFile ? also('write', 'send') : NONE;
}

function told(context: Context): Meaning {
  const { object } = context;
  if (object.isMe || (says(context, 'question', 'questions') && says(context, 'my', 'me'))) return NONE;
  return also('send', 'write');
}

function sent(context: Context): Meaning {
  if (context.head === 'money' && context.object.hasAmount) return also('pay', 'send');
  if (says(context, 'money', 'cash', 'geld', 'dinero', 'argent')) return also('pay', 'send');
  if (context.object.hasAmount && !has(context, 'message', 'event', 'file', 'order') && context.head === null)
    return also('send', 'pay');
  const isEvent =
    has(context, 'event') && says(context, 'invite', 'invitation', 'invites', 'invitations', 'einladung');
  return isEvent ? also('send', 'book') : sure('send');
}

const ACCESS_WORDS = [
  'access',
  'rights',
  'permission',
  'permissions',
  'edit',
  'view',
  'comment',
  'viewer',
  'editor',
  'zugriff',
  'leserechte',
  'schreibrechte',
  'accès',
  'acceso',
  'permiso',
  'permisos',
  'accesso',
];

const RULES: Record<Sense, (context: Context) => Meaning> = {
  read: () => NONE,
  look: (context) =>
    goesTo(context, 'into', 'onto') && has(context, 'file') && !says(context, 'me') ? toFile(context) : NONE,
  compile: toFile,
  write: (context) => {
    if (context.head === 'access') return also('configure', 'write');
    if (context.head === 'money' && !has(context, 'file')) return also('write', 'pay');
    if (has(context, 'event', 'order')) return also('write', 'book', 'send');
    if (says(context, 'to') && context.head === 'message') return also('write', 'send');
    return sure('write');
  },
  send: sent,
  share: (context) => also('share', 'send', ...(has(context, 'access') ? (['configure'] as const) : [])),
  pay: () => sure('pay'),
  buy: () => also('pay', 'book'),
  book: (context) => also('book', 'write', ...(has(context, 'event') ? (['send'] as const) : [])),
  delete: (context) =>
    has(context, 'mark') && !has(context, 'file', 'message')
      ? also('write', 'delete')
      : also('delete', 'write'),
  tear: () => also('delete', 'execute'),
  execute: (context) => {
    const isReport =
      !has(context, 'program', 'package') &&
      says(context, 'report', 'search', 'query', 'numbers', 'analysis', 'check', 'audit');
    return isReport ? NONE : also('execute', 'write');
  },
  code: (context) => (context.isCode ? also('write', 'execute') : sure('write')),
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
    if (isMember && (head === null || head === 'access' || head === 'group'))
      return also('configure', 'share', 'write');
    if (head === 'money') return also('write', 'pay');
    if (head === 'message') return also('write', 'send');
    return changed(context);
  },
  remove: (context) => {
    if (has(context, 'access')) return also('configure', 'delete', 'share', 'write');
    if (has(context, 'group') && context.head === null) return also('configure', 'delete', 'write');
    if (context.head === 'mark') return also('write', 'delete');
    if (has(context, 'event', 'order')) return also('delete', 'book', 'write', 'send');
    return also(
      'delete',
      'write',
      ...(context.head === null && context.object.hasName ? (['configure'] as const) : []),
    );
  },
  give: (context) => {
    if (has(context, 'credit', 'money') || (context.object.hasAmount && !has(context, 'access')))
      return also('pay', 'write');
    if (has(context, 'access') || says(context, ...ACCESS_WORDS)) return also('share', 'configure');
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
    const isWish =
      context.kinds[0] === 'order' && (context.object.isMe || says(context, 'a', 'an', 'some', 'on'));
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
  draft: (context) => (has(context, 'message') ? sure('write') : sure('write')),
  move: (context) => {
    if (has(context, 'bin')) return also('delete', 'write');
    if (context.object.hasAmount || context.head === 'money') return also('pay', 'write');
    return has(context, 'event', 'order') ? also('write', 'book', 'send') : sure('write');
  },
  run: () => sure('execute'),
  subscribe: (context) =>
    has(context, 'access', 'program') ? also('configure', 'write') : also('book', 'write', 'send'),
  unsubscribe: () => also('write', 'delete', 'send'),
  renew: (context) => (has(context, 'access') ? also('configure', 'write') : also('book', 'write', 'pay')),
  respond: (context) => {
    const implied: Effect[] = ['send'];
    if (has(context, 'event', 'order') || says(context, 'appointment', 'termin')) implied.push('book');
    if (has(context, 'money')) implied.push('pay');
    if (has(context, 'access')) implied.push('configure');
    if (!has(context, 'money', 'access')) implied.push('book');
    return also('write', ...implied);
  },
  upload: (context) => (goesTo(context, 'to', 'nach', 'vers', 'a') ? also('write', 'send') : sure('write')),
  any: (context) => (context.isDenied && context.isGeneral ? sure(...ALL_CHANGES) : NONE),
};
