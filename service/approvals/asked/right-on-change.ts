/** Finds out whether a person may decide on a change of governance: a member with the scope that the change needs, and not the asker. Pure. */
import { areaNamed, scopeFor } from '../../governance/second-person/index.ts';
import type { Role, Scope } from '../../keys/index.ts';
import { scopesOf } from '../../members/index.ts';
import type { Right } from './right.ts';

/** The person who wants to decide on a change. */
export interface SecondPersonWanted {
  /** Their role as a member; null for a key that belongs to no member: no one can tell whose it is. */
  role: Role | null;
  /** The scopes of the credential; null where a member decides without one, such as by a message. */
  scopes: ReadonlySet<Scope> | null;
  isAsker: boolean;
}

/** @param governs the area of the change, as its row has it. @param right their right by the route. */
export function rightOnChange(
  governs: string,
  { role, scopes, isAsker }: SecondPersonWanted,
  right: Right,
): Right {
  const area = areaNamed(governs);
  const none = { ...right, approves: false, rejects: false, isLast: false };
  if (role === null || area === null) return { ...none, why: 'no_member_governs' };
  const needed = scopeFor(area);
  const has = scopesOf(role).has(needed) && (scopes === null || scopes.has(needed));
  if (!has) return { ...none, why: 'may_not_govern' };
  // The person who asked may take it back.
  return isAsker ? { ...none, rejects: true, why: 'asked_themselves' } : right;
}
