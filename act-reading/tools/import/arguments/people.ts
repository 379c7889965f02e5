/** Fields that name people: who is paid, who gets access, who is told. */

import {
  ACCOUNT,
  ASIDE,
  CHANNEL,
  DELIVERY,
  GRANTEE,
  GRANTEE_WORDS,
  PAYEE,
  PAYEE_WORDS,
  PAYER,
  RECIPIENT,
  RECIPIENT_OF_SENDING,
  RECIPIENT_WORDS,
} from '../../../lexicon/field-names.ts';
import { setOf } from '../../../lists.ts';
import { DETECT, type Effect, type TargetRole, type WrittenKind } from '../../../targets/index.ts';
import type { Field } from '../document/fields.ts';
import type { Deed } from './deed.ts';
import { payeeKind, personKind, reachedBy } from './kinds.ts';
import type { Part } from './part.ts';
import { has, hasWord, type Stem } from './stems.ts';
import { isMade } from './things.ts';

/** @returns `aside` for a field that names someone who is not reached, such as the payer. */
export function personOf(stem: Stem, field: Field, deed: Deed): Part | 'aside' | null {
  const { effects } = deed;
  const why = stem.isParent
    ? `the field ${field.path} belongs to "${stem.full}"`
    : `the field is called ${field.name}`.slice(0, 250);
  const as = (kind: WrittenKind, role: TargetRole, effect?: Effect): Part => {
    const part = { path: field.path, kind, role, why };
    return effect === undefined ? part : { ...part, effect };
  };
  if (!deed.onlyReads && has(ACCOUNT, stem)) return as('account', 'payee');
  if (effects.has('pay')) {
    if (has(PAYER, stem) || (field.words[0] === 'from' && field.words.length > 1)) return 'aside';
    if (has(PAYEE, stem) || hasWord(PAYEE_WORDS, stem) || isPaidAddress(field))
      return as(payeeKind(field), 'payee');
  }
  if (effects.has('share') || effects.has('configure')) {
    if (isGrantee(stem, field, deed)) return as(personKind(field, stem), 'grantee');
    if (stem.full === 'domain' && effects.has('share')) return as('domain', 'grantee');
  }
  if (deed.exports && has(DELIVERY, stem)) return as(DETECT, 'place', 'send');
  if (!deed.onlyReads && hasWord(ACCOUNT_WORDS, stem) && !has(PAYER, stem) && field.words.at(-1) !== 'id')
    return as(payeeKind(field), 'payee');
  if (deed.changesPerson && ['email', 'mail', 'phone', 'mobile'].includes(field.words.at(-1) ?? ''))
    return as(personKind(field, stem), 'grantee');
  if (has(CHANNEL, stem) && !isMade(stem, deed)) return channelOf(field, stem, deed, as);
  if (deed.isRange && stem.full === 'to') return null;
  const kind = reachedBy(personKind(field, stem), deed);
  if (!deed.onlyReads && (has(RECIPIENT, stem) || hasWord(RECIPIENT_WORDS, stem))) {
    if (effects.has('send') || effects.has('share')) return as(kind, 'recipient');
    // Without an event, only people whom the tool can reach are told.
    if (stem.name === 'to' || deed.staysDraft || (!deed.isEvent && kind === DETECT)) return null;
    return as(kind, 'recipient', 'send');
  }
  if ((effects.has('send') || effects.has('execute')) && !has(ASIDE, stem)) {
    if (isReachedAt(field, deed) || (effects.has('send') && has(RECIPIENT_OF_SENDING, stem))) {
      return effects.has('send') ? as(kind, 'recipient') : as(kind, 'recipient', 'send');
    }
  }
  return deed.isEvent && !deed.onlyReads && field.words.at(-1) === 'email' && !has(ASIDE, stem)
    ? as('email', 'recipient', 'send')
    : null;
}

const OTHER_ADDRESSES = setOf(
  'shipping billing email mail home street postal source sender delivery token contract ip mac web',
);

/** Names of what is bought, and when. */
const NOT_PAID = setOf('date currency token chain asset time name network');

/** The address of a wallet or a contract, such as `validator_address`; and `to_member`. */
function isPaidAddress({ words }: Field): boolean {
  if (words[0] === 'to' && words.length > 1 && !NOT_PAID.has(words.at(-1) ?? '')) return true;
  return words.length > 1 && words.at(-1) === 'address' && !words.some((word) => OTHER_ADDRESSES.has(word));
}

/** Accounts that get value sooner or later, even if they are only stored. */
const ACCOUNT_WORDS = new Set(['iban', 'payee', 'creditor']);

/** A group of people is a channel if the tool speaks to it. */
function channelOf(
  { words }: Field,
  { full, name }: Stem,
  { effects, subject }: Deed,
  as: (kind: WrittenKind, role: TargetRole) => Part,
): Part | null {
  const isPlain = CHAT_WORDS.some((word) => words.includes(word) || full.includes(word));
  const speaks = subject.setting.speaksOf(
    'chat',
    'message',
    'slack',
    'discord',
    'teams',
    'telegram',
    'channel',
    'conversation',
  );
  if (!isPlain && !speaks) return effects.has('send') && name !== '' ? as('channel', 'recipient') : null;
  return as('channel', effects.has('send') ? 'recipient' : 'place');
}

const CHAT_WORDS = ['channel', 'chat', 'conversation', 'subreddit', 'forum'];

function isGrantee(stem: Stem, field: Field, { effects, nouns }: Deed): boolean {
  // In `delete_user(user_id)`, this is the thing acted on.
  if (effects.has('delete') && nouns.has(stem.name)) return false;
  if (has(GRANTEE, stem) || hasWord(GRANTEE_WORDS, stem)) return true;
  const last = field.words.at(-1) ?? '';
  return ['email', 'phone', 'username'].includes(last) || /(?:^|_)phone_number$/.test(stem.full);
}

/** True for `work_email`, and for a bare `number` in a tool that calls or texts. */
function isReachedAt({ words }: Field, { means }: Deed): boolean {
  const last = words.at(-1) ?? '';
  if (last === 'number') {
    return means === 'phone' && (words.length === 1 || words.includes('phone') || words.includes('mobile'));
  }
  return (
    ['email', 'mail', 'phone', 'mobile', 'username'].includes(last) ||
    (last === 'address' && words.includes('email'))
  );
}

/** Drops the name of a person whose address is there. Beside a person, a group is the place that they join. */
export function settled(parts: readonly Part[]): Part[] {
  const grantsPerson = parts.some(({ role, kind }) => role === 'grantee' && kind !== 'object');
  const placed = parts.map((part): Part => {
    return part.role === 'grantee' && part.kind === 'object' && grantsPerson
      ? { ...part, role: 'place' }
      : part;
  });
  return placed.filter((part) => {
    const { path, role } = part;
    if (
      !['payee', 'recipient', 'grantee'].includes(role) ||
      !/name$/i.test(path) ||
      /user_?name$/i.test(path)
    )
      return true;
    return !placed.some(
      (other) => other !== part && other.role === role && parentOf(other.path) === parentOf(path),
    );
  });
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}
