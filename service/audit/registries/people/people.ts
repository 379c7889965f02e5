/**
 * Compares people with the evidence about them: their names, means of sign-in, sessions and reset links. So a person
 * who signs in by a row that was slipped in, or acts in a session that no sign-in began, is named.
 */
import type { JsonObject } from '@assize/evidence-format';
import { existingDigests } from '../../../evidence/changes/index.ts';
import { digestsOfPeople, isPassing, type PersonDigests } from '../../../members/record/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { pagesBy, type RowOf, rowsOfTenant } from '../../comparing/rows.ts';
import { inProduction } from '../../comparing/stating.ts';
import { TAKEN_OVER } from '../../earlier-people.ts';
import type { Tally } from '../../registry.ts';
import { StatedPerson } from './stated-person.ts';

type Row = RowOf<'members'>;

const JOINED = 'member.join';
const SIGNED_IN = 'member.sign_in';
/** These records change the membership, not the person. */
const OF_THE_PLACE = new Set([
  'member.invite',
  'member.withdraw_invitation',
  'member.change_role',
  'member.remove',
]);
/** An earlier version recorded these without their changes. */
const OF_THE_PERSON = new Set(['member.reset_password', 'member.change_sign_in']);
/** The longest session, plus the difference between the clocks of nodes. */
const LONGEST_MS = 7 * 86_400_000 + 300_000;

/** Rows are read first: each was written before its record, or with it. */
export const people = inProduction(async (tally, context) => {
  const { db } = context;
  const found: [Row, PersonDigests][] = [];
  const digest = await existingDigests(db);
  for await (const rows of pagesBy(rowsOfTenant(context, 'members'), 'member_id')) {
    const ids = rows.map(({ user_id }) => user_id);
    const people = await digestsOfPeople(db, digest, ids, context.tenantId);
    for (const row of rows) found.push([row, people.get(row.user_id) ?? {}]);
  }
  const stated = new Map<string, StatedPerson>();
  for await (const page of actsOfType(context, 'governance_change'))
    for (const act of page) take(tally, stated, act);
  for (const [row, person] of found) compare(tally, row, person, stated.get(row.member_id));
  for (const [memberId, { unstated }] of stated) {
    for (const { action, name, ...place } of unstated) {
      const did = DID[action] ?? 'changed how they sign in';
      tally.gap(`Member ${memberId} ${did}, and ${wordOf(name)} was not as recorded.`, place);
    }
  }
});

function take(tally: Tally, stated: Map<string, StatedPerson>, act: Act): void {
  const { action, actor, position, id } = act;
  if (!action.startsWith('member.') || OF_THE_PLACE.has(action)) {
    requireSession(tally, stated, act);
    return;
  }
  if (act.isGone) {
    forget(stated, actor);
    return;
  }
  const change = act.change ?? {};
  const memberId = String(change.member_id);
  const person = stated.get(memberId) ?? new StatedPerson();
  stated.set(memberId, person);
  if (action === TAKEN_OVER && person.isWhole) {
    tally.compared(`Member ${memberId} was taken over after they had records.`, act);
  }
  person.last = { position, id };
  if ([JOINED, SIGNED_IN, TAKEN_OVER].includes(action)) person.begunAt = act.at;
  requireBegunLink(tally, person, act, change);
  const named = change.person as JsonObject | undefined;
  if (action === SIGNED_IN) person.signIn({ position, id }, change);
  else if (action === JOINED || action === TAKEN_OVER) named && person.begin(named);
  else if (named !== undefined) person.change({ position, id }, action, named);
  else if (OF_THE_PERSON.has(action)) person.isWhole = false;
}

/** A record without its payload concerns the member who made it. If someone else made it, it may concern any member. */
function forget(stated: Map<string, StatedPerson>, actor: string): void {
  const own = stated.get(actor);
  const isOwn = actor.startsWith('mbr_');
  if (isOwn && own === undefined) stated.set(actor, new StatedPerson());
  for (const person of isOwn ? [stated.get(actor)] : stated.values()) person?.forget();
}

function requireSession(tally: Tally, stated: Map<string, StatedPerson>, act: Act): void {
  const { actor, at } = act;
  if (!actor.startsWith('mbr_')) return;
  const person = stated.get(actor);
  const isUnknown = person === undefined || (person.isWhole && at - person.begunAt > LONGEST_MS);
  tally.compared(isUnknown ? `Member ${actor} acted without having signed in.` : null, act);
}

const USED_BY: Record<string, string> = {
  'member.reset_password': 'reset link',
  [SIGNED_IN]: 'sign-in link',
};

function requireBegunLink(
  tally: Tally,
  person: StatedPerson,
  act: Act,
  { reset, link = reset, member_id }: JsonObject,
): void {
  const kind = USED_BY[act.action];
  if (kind === undefined || typeof link !== 'string') return;
  const isBegun = person.values.delete(link) || !person.isWhole || person.hasGaps;
  tally.compared(isBegun ? null : `Member ${member_id} used a ${kind} that was never made.`, act);
}

function compare(
  tally: Tally,
  { member_id, removed_at }: Row,
  now: PersonDigests,
  person = new StatedPerson(),
): void {
  for (const name of new Set([...Object.keys(now), ...person.values.keys()])) {
    // Someone who has left can change in another tenant, but stays the same person.
    if (removed_at !== null && name !== 'user') continue;
    const stated = person.values.get(name);
    // A missing session or link is not a gap once it has ended.
    const isAsStated = isPassing(name)
      ? now[name] === undefined || stated === now[name] || person.mayHave(name)
      : !person.isWhole || (stated ?? null) === (now[name] ?? null);
    const what = `Of member ${member_id}, ${wordOf(name)} is not as recorded.`;
    tally.compared(isAsStated ? null : what, person.last ?? undefined);
  }
}

const DID: Record<string, string> = {
  [SIGNED_IN]: 'signed in',
  'member.begin_reset': 'asked for a new password',
  'member.begin_sign_in': 'was given a link that signs in',
};
const WORDS: Record<string, string> = {
  user: 'the person',
  proven: 'the proof of the address',
  second_factor: 'the demand for a second factor',
};

function wordOf(name: string): string {
  const [kind = '', id] = name.split(':');
  const word = (WORDS[kind] ?? `the ${kind}`).replaceAll('_', ' ');
  return id === undefined || kind === 'reset' ? word : `${word} ${id}`;
}
