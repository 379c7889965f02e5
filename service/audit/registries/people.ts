/**
 * Compares people with what evidence states of them: their address, name, passwords, passkeys, second factors, sessions
 * and reset links. Each of these was put there by a recorded act, so a person who signs in by a row that was slipped in,
 * or acts in a session that no sign-in began, is named.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { MembersTable } from '../../database/tables/member.ts';
import { changeIn, existingDigests } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType } from '../../evidence/reading/index.ts';
import { digestsOfPeople, isPassing, type PersonDigests } from '../../members/record/index.ts';
import { TAKEN_OVER } from '../earlier-people.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { pagesBy } from './rows.ts';
import { StatedPerson } from './stated-person.ts';

export const peopleRegistry: Registry = { name: 'people', check };

type Row = Selectable<MembersTable>;

const JOINED = 'member.join';
const SIGNED_IN = 'member.sign_in';
/** These records change the membership, not the person. */
const OF_THE_PLACE = new Set([
  'member.invite',
  'member.withdraw_invitation',
  'member.change_role',
  'member.remove',
]);
/** An earlier version recorded these without what they changed. */
const OF_THE_PERSON = new Set(['member.reset_password', 'member.change_sign_in']);
/** The longest session, and what clocks of nodes differ by. */
const LONGEST_MS = 7 * 86_400_000 + 300_000;

/** Members are recorded in production. Rows are read first: each was written before its record, or with it. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, tenantId, environment } = context;
  if (environment !== 'production') return;
  const found: [Row, PersonDigests][] = [];
  const digest = await existingDigests(db);
  const members = db.selectFrom('members').selectAll().where('tenant_id', '=', tenantId);
  for await (const rows of pagesBy(members, 'member_id')) {
    const people = await digestsOfPeople(
      db,
      digest,
      rows.map(({ user_id }) => user_id),
    );
    for (const row of rows) found.push([row, people.get(row.user_id) ?? {}]);
  }
  const stated = new Map<string, StatedPerson>();
  for await (const page of leavesOfType(db, chain, 'governance_change')) {
    for (const leaf of page) take(tally, stated, leaf);
  }
  for (const [row, person] of found) compare(tally, row, person, stated.get(row.member_id));
  for (const [memberId, { unstated }] of stated) {
    for (const { action, name, position, id } of unstated) {
      const did = DID[action] ?? 'changed how they sign in';
      tally.gap(`Member ${memberId} ${did}, and ${wordOf(name)} was not as recorded.`, position, id);
    }
  }
}

function take(tally: Tally, stated: Map<string, StatedPerson>, leaf: LeafAndPayload): void {
  const { actor, payload, position, id, created_at } = leaf;
  const action = leaf.action ?? '';
  if (!action.startsWith('member.') || OF_THE_PLACE.has(action)) requireSession(tally, stated, leaf);
  if (!action.startsWith('member.') || OF_THE_PLACE.has(action)) return;
  if (payload === null) {
    forget(stated, actor);
    return;
  }
  const change = changeIn(payload) ?? {};
  const memberId = String(change.member_id);
  const person = stated.get(memberId) ?? new StatedPerson();
  stated.set(memberId, person);
  if (action === TAKEN_OVER && person.isWhole) {
    tally.compared(`Member ${memberId} was taken over after they had records.`, position, id);
  }
  person.last = { position, id };
  if ([JOINED, SIGNED_IN, TAKEN_OVER].includes(action)) person.begunAt = created_at;
  requireBegunReset(tally, person, leaf, change);
  const named = change.person as JsonObject | undefined;
  if (action === SIGNED_IN) person.signIn({ position, id }, change);
  else if (action === JOINED || action === TAKEN_OVER) named && person.begin(named);
  else if (named !== undefined) person.change({ position, id }, action, named);
  else if (OF_THE_PERSON.has(action)) person.isWhole = false;
}

/** A record whose payload is gone is of the member who made it; one that another made may be of any. */
function forget(stated: Map<string, StatedPerson>, actor: string): void {
  const own = stated.get(actor);
  const isOwn = actor.startsWith('mbr_');
  if (isOwn && own === undefined) stated.set(actor, new StatedPerson());
  for (const person of isOwn ? [stated.get(actor)] : stated.values()) person?.forget();
}

function requireSession(tally: Tally, stated: Map<string, StatedPerson>, leaf: LeafAndPayload): void {
  const { actor, position, id, created_at } = leaf;
  if (!actor.startsWith('mbr_')) return;
  const person = stated.get(actor);
  const isUnknown = person === undefined || (person.isWhole && created_at - person.begunAt > LONGEST_MS);
  tally.compared(isUnknown ? `Member ${actor} acted without having signed in.` : null, position, id);
}

function requireBegunReset(
  tally: Tally,
  person: StatedPerson,
  { action, position, id }: LeafAndPayload,
  { reset, member_id }: JsonObject,
): void {
  if (action !== 'member.reset_password' || typeof reset !== 'string') return;
  const isBegun = person.values.delete(reset) || !person.isWhole || person.hasGaps;
  tally.compared(isBegun ? null : `Member ${member_id} used a reset link that was never made.`, position, id);
}

function compare(
  tally: Tally,
  { member_id, removed_at }: Row,
  now: PersonDigests,
  person?: StatedPerson,
): void {
  const gap = (name: string) => {
    const what = `Of member ${member_id}, ${wordOf(name)} is not as recorded.`;
    tally.gap(what, person?.last?.position, person?.last?.id);
  };
  const names = new Set([...Object.keys(now), ...(person?.values.keys() ?? [])]);
  for (const name of names) {
    // Someone who has left can change in another tenant, but stays the same person.
    if (removed_at !== null && name !== 'user') continue;
    tally.checked();
    if (isPassing(name)) {
      // A missing session or link is not a gap once it has ended.
      if (now[name] === undefined || person?.values.get(name) === now[name]) continue;
      if (person?.mayHave(name) !== true) gap(name);
    } else if (person?.isWhole === true && (person.values.get(name) ?? null) !== (now[name] ?? null)) {
      gap(name);
    }
  }
}

const DID: Record<string, string> = {
  [SIGNED_IN]: 'signed in',
  'member.begin_reset': 'asked for a new password',
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
