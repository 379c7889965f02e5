/**
 * The change of governance that a card is about, in the words of the approval's page: one sentence, and a line for each
 * place.
 */
import { type Difference, partiesIn, sentenceOfChange, stepsOf, toldChange } from '@assize/client/changes';
import type { JsonValue } from '@assize/evidence-format';
import { type AskedChange, askedChangeIn } from '../approvals/governing/index.ts';
import type { Approval } from '../approvals/index.ts';
import type { Database } from '../database/open.ts';
import { wordedFields } from '../governance/settings/fields/index.ts';
import { namesOfKeys, namesOfMembers } from '../members/index.ts';
import type { CardChange, CardLine } from './card.ts';

/** Members and keys by their ids. */
export type Names = ReadonlyMap<string, string>;

const MAX_LINES = 20;
const MAX_PLACE_CHARACTERS = 80;
const MAX_VALUE_CHARACTERS = 120;
/** The characters that are kept before the first one that differs. */
const BEFORE_DIFFERENCE = 30;
const CUT = '…';
const ARROW = /[\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f\u2b00-\u2bff\u{1f800}-\u{1f8ff}]/gu;
const PARTY = /\b(?:mbr|key)_[0-9a-f]{24}\b/g;

export function cardChange(
  approval: Pick<Approval, 'action' | 'requested_by'>,
  { area, arguments: args, differences }: AskedChange,
  names: Names,
): CardChange {
  const change = { area, differences: differences as Difference[] };
  const { details, long } = toldChange(change, area === 'settings' ? wordedFields() : []);
  const of = (id: string) => names.get(id) ?? id;
  const who = approval.requested_by === null ? null : of(approval.requested_by);
  // The lines below it say what changes.
  const told = { details: [], long: [] };
  const asked = { action: approval.action, context: { arguments: args }, change, told };
  const lines = [...details.map((detail) => named(detail, of)), ...long.map(longLine)];
  return {
    sentence: sentenceOfChange(asked, { who, of }),
    lines: lines.slice(0, MAX_LINES).map(cutLine),
    more: Math.max(0, lines.length - MAX_LINES),
  };
}

function named({ what, from, to }: CardLine, of: (id: string) => string): CardLine {
  const say = (text: string) => partiesIn(text)?.map(of).join(', ') ?? text;
  return { what, from: from === null ? null : say(from), to: say(to) };
}

function longLine({ path, before, after }: Difference): CardLine {
  const say = (value: unknown) => (value === undefined ? 'nothing' : oneLineOf(value));
  return { what: stepsOf(path).join(' › ') || 'all of it', from: say(before), to: say(after) };
}

function oneLineOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Long values begin shortly before they differ, so a cut never hides that they do. */
function cutLine({ what, from, to }: CardLine): CardLine {
  const isLong = [from ?? '', to].some((text) => text.length > MAX_VALUE_CHARACTERS);
  const start = from === null || !isLong ? 0 : Math.max(0, firstDifference(from, to) - BEFORE_DIFFERENCE);
  return {
    what: part(what, 0, MAX_PLACE_CHARACTERS),
    from: from === null ? null : part(from, start, MAX_VALUE_CHARACTERS),
    to: part(to, start, MAX_VALUE_CHARACTERS),
  };
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function part(text: string, start: number, most: number): string {
  const piece = text.slice(start, start + most).toWellFormed();
  return `${start > 0 ? CUT : ''}${withoutArrows(piece)}${text.length > start + most ? CUT : ''}`;
}

/** An arrow in a value would look like the one between two values. */
function withoutArrows(text: string): string {
  return text.replaceAll(ARROW, (arrow) => `[U+${arrow.codePointAt(0)?.toString(16).toUpperCase()}]`);
}

/** The names that the changes among these approvals need. */
export async function namesForCards(
  db: Database,
  tenantId: string,
  approvals: Iterable<Approval>,
): Promise<Names> {
  const ids = new Set<string>();
  for (const { opening, requested_by: by } of approvals) {
    const change = askedChangeIn(opening);
    if (change === null) continue;
    const stated = JSON.stringify([by, change.arguments, change.differences] satisfies JsonValue[]);
    for (const [id] of stated.matchAll(PARTY)) ids.add(id);
  }
  const members = await namesOfMembers(db, tenantId, [...ids]);
  const keys = await namesOfKeys(db, tenantId, [...ids]);
  return new Map([...members, ...keys.map(({ id, name }) => [id, name] as const)]);
}
