/** The kind of a field that names people or accounts. If its name and description leave that open, its text decides. */
import { DETECT, type WrittenKind } from '../../../targets/index.ts';
import type { Field } from '../document/fields.ts';
import type { Deed } from './deed.ts';
import type { Stem } from './stems.ts';

export function personKind({ words, format, description }: Field, { full, isParent }: Stem): WrittenKind {
  const has = (...some: readonly string[]) => some.some((word) => words.includes(word));
  if (format === 'email' || format === 'idn-email' || has('email', 'mail')) return 'email';
  if (format === 'phone' || has('phone', 'mobile', 'telephone', 'msisdn', 'sms')) return DETECT;
  if (isParent && /email/.test(full) && has('address')) return 'email';
  if (has('channel', 'room')) return 'channel';
  if (has('username', 'login', 'handle')) return 'person';
  if (has('group', 'team', 'id', 'uid', 'list')) return has('user') ? 'person' : 'object';
  const mail = /e-?mail/i.test(description);
  const phone = /\bphone|e\.?164/i.test(description);
  const name = /\bchannel|user ?name|\buser id|\bname\b/i.test(description);
  if (has('user', 'member', 'assignee')) return mail ? DETECT : 'person';
  return mail && !name && !phone ? 'email' : DETECT;
}

/** A bare recipient of a mail is an address; a recipient of a phone message may also be a name. */
export function reachedBy(kind: WrittenKind, { means }: Deed): WrittenKind {
  return kind === DETECT && means === 'email' ? means : kind;
}

export function payeeKind({ words, description }: Field): WrittenKind {
  if (words.includes('email')) return 'email';
  if (words.includes('phone')) return 'phone';
  if (['iban', 'account', 'wallet'].some((word) => words.includes(word))) return 'account';
  if (words.includes('address') && !/e-?mail/i.test(description)) return 'account';
  return /\biban\b|account number/i.test(description) ? 'account' : DETECT;
}
