/** Says why someone may not decide, in the words of answers and pages. */
import { Failure } from '../../foundation/failure.ts';
import type { People } from '../../members/groups/index.ts';
import type { ApprovalRow, Decision } from '../approval.ts';
import type { Right } from './right.ts';
import { askedOf } from './route.ts';
import type { Askable, Standing, Standings } from './standing.ts';

/** @throws {Failure} `forbidden` to those who are not asked; `conflict` where only others are still asked. */
export function requireRight(
  row: Pick<ApprovalRow, 'route'>,
  decision: Decision['decision'],
  right: Right,
  people: People,
): void {
  if (decision === 'approved' ? right.approves : right.rejects) return;
  const told = sentenceOf(row, right, people) ?? '';
  if (right.why === 'given') throw Failure.conflict('approval_needs_others', told);
  throw new Failure('forbidden', told);
}

/** null where an approval would count. */
function sentenceOf(row: Pick<ApprovalRow, 'route'>, { why }: Right, people: People): string | null {
  const names = (askedOf(row)?.ask ?? []).map(({ group }) => nameIn(people, group)).join(', ');
  switch (why) {
    case null:
      return null;
    case 'no_member':
      return `This approval asks members of these groups: ${names}. No member who may decide is behind this credential.`;
    case 'not_asked':
      return `This approval asks members of these groups: ${names}. You are in none of them, and stand in for no one who is.`;
    case 'no_member_governs':
      return 'A change of governance takes a second person, and no member is behind this credential.';
    case 'may_not_govern':
      return 'A change of governance takes a second person who may make such a change, and you may not.';
    case 'asked_themselves':
      return 'You asked for this change yourself: it takes a second person.';
    case 'given':
      return `This approval asks members of these groups: ${names}. Those that you can decide for have approved; others are still asked.`;
  }
}

/** Deleted groups keep their name. */
export function nameIn({ groups }: People, groupId: string): string {
  return groups.find(({ group_id }) => group_id === groupId)?.name ?? groupId;
}

/** The reason why the caller's approval would not count now; null where it would. */
export function whyNot(
  row: Askable & Pick<ApprovalRow, 'status' | 'expires_at'>,
  { mine, asked, right }: Standing,
  { people, keepsDutiesApart }: Standings,
): string | null {
  if (row.status !== 'pending') return `The approval is ${row.status}.`;
  if (row.expires_at <= people.at) return 'The approval has expired.';
  if (asked && keepsDutiesApart && row.governs === null) return 'You asked for this action yourself.';
  if (mine !== undefined) return `You have ${mine.decision} it already.`;
  return sentenceOf(row, right, people);
}
