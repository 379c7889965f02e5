/**
 * Reads who acts for whom (RFC 8693, sections 4.1 and 4.4). The outermost `act` is the present actor; the nested ones acted
 * before. Only the subject and the present actor count in decisions; the rest is recorded.
 */
import { tokenRefused } from './refused.ts';
import { isObject } from './token.ts';

export const MAX_ACTORS = 5;
/** Far more than any issuer's; Kubernetes has at most 338. */
const MAX_SUBJECT_CHARACTERS = 1000;

/** The subjects of the actors, the present one first. @throws {Failure} `unauthenticated` */
export function actorsOf(claims: Record<string, unknown>): string[] {
  const actors: string[] = [];
  for (let act = claims.act; act !== undefined; ) {
    if (actors.length === MAX_ACTORS) throw tokenRefused(`has more than ${MAX_ACTORS} actors (act)`);
    if (!isObject(act)) throw tokenRefused('has an actor (act) that is not an object');
    actors.push(subjectOf(act, 'an actor (act)'));
    act = act.act;
  }
  requireMayAct(claims);
  return actors;
}

/** @param what continues the sentence "This token has …". @throws {Failure} `unauthenticated` */
export function subjectOf({ sub }: Record<string, unknown>, what: string): string {
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT_CHARACTERS || !sub.isWellFormed()) {
    throw tokenRefused(`has ${what} without a subject (sub) of 1 to ${MAX_SUBJECT_CHARACTERS} characters`);
  }
  if (/\p{Cc}/u.test(sub)) throw tokenRefused(`has ${what} with a control character in its subject`);
  return sub;
}

/** An actor without an issuer of its own is of the token's issuer. A subject who acts alone needs no permission. */
function requireMayAct({ iss, act, may_act: may }: Record<string, unknown>): void {
  if (may === undefined) return;
  if (!isObject(may)) throw tokenRefused('has a may_act that is not an object');
  if (!isObject(act)) return;
  const isNamed = (may.sub === undefined || may.sub === act.sub) && (may.iss ?? iss) === (act.iss ?? iss);
  if (isNamed && (may.sub !== undefined || may.iss !== undefined)) return;
  throw tokenRefused('has an actor (act) whom its may_act does not name');
}
