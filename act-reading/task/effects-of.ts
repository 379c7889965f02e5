/** What it does to make, to change or to send a thing, by the class of the thing. */
import type { Effect } from '../targets/index.ts';
import type { NounClass } from './languages/noun-classes.ts';
import type { Phrase } from './phrase.ts';

export interface Meaning {
  /** What is asked for itself. */
  sure: Effect[];
  /** What usually belongs to it, unless it is denied. */
  implied: Effect[];
}

export const NONE: Meaning = { sure: [], implied: [] };
export const sure = (...effects: Effect[]): Meaning => ({ sure: effects, implied: [] });
export const also = (effect: Effect, ...implied: Effect[]): Meaning => ({ sure: [effect], implied });

export interface Context {
  object: Phrase;
  kinds: readonly NounClass[];
  /** The last of what the verb is about directly. */
  head: NounClass | null;
  isDenied: boolean;
  isGeneral: boolean;
  isCode: boolean;
}

export const has = ({ kinds }: Context, ...sought: NounClass[]) =>
  kinds.some((kind) => sought.includes(kind));
export const says = ({ object }: Context, ...sought: string[]) =>
  object.words.some((word) => sought.includes(word));
export const goesTo = ({ object }: Context, ...sought: string[]) =>
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

export function ofNoun({ kinds }: Context): Meaning {
  const kind = kinds.find((one) => OF_CLASS[one] !== undefined && one !== 'access' && one !== 'program');
  return (kind && OF_CLASS[kind]) ?? NONE;
}

const VISIBLE = 'visible public private viewable sichtbar öffentlich público visível visibile pubblico'.split(
  ' ',
);
/** By which a person is reached. */
const REACHED_AT = 'phone address adresse telefonnummer téléphone dirección teléfono indirizzo'.split(' ');

export function changed(context: Context): Meaning {
  const [first] = context.kinds;
  const isAside = first === 'money' || first === 'credit' || first === 'message';
  const kind = context.head ?? (isAside || first === undefined ? null : first);
  const { sure: effects, implied } = (kind && OF_CLASS[kind]) ?? sure('write');
  const more: Effect[] = [];
  if (
    says(context, 'old', 'alte', 'alten', 'ancien', 'antiguo', 'vecchio') &&
    says(context, 'new', 'neue', 'neuen', 'nouveau', 'nuevo', 'nuovo')
  )
    more.push('delete');
  if (says(context, ...VISIBLE)) more.push('configure', 'share');
  if (context.isCode) more.push('execute');
  if (
    says(context, 'login', 'password', '2fa', 'mfa', 'passwort', 'passe', 'contraseña', ...REACHED_AT) ||
    (says(context, 'point') && kind === null)
  )
    more.push('configure');
  return { sure: effects, implied: [...implied, ...more] };
}

const INTO = ['into', 'as', 'onto', 'to', 'dans', 'en', 'in', 'nel', 'nella'];

export function toFile(context: Context): Meaning {
  const isIntoFile = has(context, 'file') && goesTo(context, ...INTO);
  return isIntoFile ? also('write', 'send') : NONE;
}

export function told(context: Context): Meaning {
  const { object } = context;
  if (object.isMe || (says(context, 'question', 'questions') && says(context, 'my', 'me'))) return NONE;
  return also('send', 'write');
}

const SUMS = ['difference', 'remainder', 'overpayment', 'refund', 'payment', 'deposit', 'donation', 'rest'];

export function sent(context: Context): Meaning {
  if (context.head === 'money' && (context.object.hasAmount || says(context, ...SUMS)))
    return also('pay', 'send');
  if (says(context, 'money', 'cash', 'geld', 'dinero', 'argent')) return also('pay', 'send');
  if (says(context, 'difference', 'overpayment')) return also('send', 'pay');
  if (context.object.hasAmount && !has(context, 'message', 'event', 'file', 'order') && context.head === null)
    return also('send', 'pay');
  if (says(context, 'reset') && !context.isDenied) return also('send', 'configure');
  const isEvent =
    has(context, 'event') && says(context, 'invite', 'invitation', 'invites', 'invitations', 'einladung');
  return isEvent ? also('send', 'book') : sure('send');
}

export const ACCESS_WORDS = [
  'access',
  'rights',
  'permission',
  'permissions',
  'code',
  'key',
  'keys',
  'pin',
  'role',
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
