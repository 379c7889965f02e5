/**
 * Says what a change of governance that waits would alter, each place from its value now to the one asked for. A value
 * that no line has room for stays as it is, so that nothing is left out.
 */
import type { Approval } from '../api.ts';
import { membersOf, settingWords, type WordedField } from './setting.ts';
import { type Detail, stepsOf, worded } from './values.ts';

export type Change = NonNullable<Approval['change']>;
export type Difference = Change['differences'][number];

export interface ToldChange {
  details: Detail[];
  /** Too long for a line. */
  long: Difference[];
}

const MOST_CHARACTERS = 160;
const MEMBER = /^mbr_[0-9a-f]{24}$/;

/** @param fields the settings in words; none where they are not known yet. */
export function toldChange(
  { area, differences }: Pick<Change, 'area' | 'differences'>,
  fields: readonly WordedField[] = [],
): ToldChange {
  if (area === 'settings') {
    const leaves = differences.flatMap((difference) => leavesOf(difference, fields));
    return sorted(leaves, (difference) => settingIn(difference, fields));
  }
  const people = differences.filter(({ path }) => isMembership(stepsOf(path)));
  const others = differences.filter((difference) => !people.includes(difference));
  const { details, long } = sorted(others, lineOf);
  return { details: [...peopleIn(people), ...details], long };
}

function sorted(
  differences: readonly Difference[],
  line: (difference: Difference) => Detail | null,
): ToldChange {
  const told: ToldChange = { details: [], long: [] };
  for (const difference of differences) {
    const detail = line(difference);
    // Different values may have the same words, such as a number and a text.
    if (detail === null || detail.from === detail.to) told.long.push(difference);
    else told.details.push(detail);
  }
  return told;
}

function lineOf({ path, before, after }: Difference): Detail | null {
  if (!isShort(before) || !isShort(after)) return null;
  // The sentence above names the member.
  const steps = stepsOf(path).filter((step) => !MEMBER.test(step));
  const what = steps.join(' › ').replaceAll('_', ' ');
  return what === '' ? null : { what, from: saidOf(before), to: saidOf(after) };
}

function saidOf(value: unknown): string {
  return value === '' ? 'empty' : worded(value);
}

function isShort(value: unknown): boolean {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (typeof value === 'object' && value !== null && !isList) return false;
  const text = worded(value);
  return text.length <= MOST_CHARACTERS && !text.includes('\n');
}

/** A member who would be in a group, or no longer. */
function isMembership([first, member = '', ...further]: readonly string[]): boolean {
  return first === 'members' && further.length === 0 && MEMBER.test(member);
}

function peopleIn(differences: readonly Difference[]): Detail[] {
  const idsOf = (isIn: boolean) =>
    differences
      .filter(({ after }) => (after === true) === isIn)
      .map(({ path }) => stepsOf(path)[1])
      .join(', ');
  const [added, removed] = [idsOf(true), idsOf(false)];
  return [
    ...(added === '' ? [] : [{ what: 'added', from: null, to: added }]),
    ...(removed === '' ? [] : [{ what: 'removed', from: null, to: removed }]),
  ];
}

/** Splits a part of the settings that is new or gone into its settings, without those that stay at their standard value. */
function leavesOf(difference: Difference, fields: readonly WordedField[]): Difference[] {
  const { path, before, after } = difference;
  const place = stepsOf(path).join('.');
  const isPart = fields.some((field) => place === '' || field.path.startsWith(`${place}.`));
  if (!isPart) {
    const standard = fields.find((field) => field.path === place)?.standard;
    return isSame(before ?? standard, after ?? standard) ? [] : [difference];
  }
  const [was, is] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.flatMap((name) => {
    if (isSame(was[name], is[name])) return [];
    return leavesOf({ path: `${path}/${name}`, before: was[name], after: is[name] }, fields);
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A setting by its title, in the words of the form; one that no form has, by its path. */
function settingIn(difference: Difference, fields: readonly WordedField[]): Detail | null {
  const place = stepsOf(difference.path).join('.');
  const field = fields.find(({ path }) => place === path || place.startsWith(`${path}.`));
  const { before, after } = difference;
  if (field === undefined) return lineOf(difference);
  if (field.path === place && field.kind !== 'catalogue') {
    const say = (value: unknown) => settingWords(field, value ?? field.standard);
    return { what: field.title, from: say(before), to: say(after) };
  }
  if (!isShort(before) || !isShort(after)) return null;
  const inside = place.slice(field.path.length + 1).replaceAll('.', ' › ');
  const what = inside === '' ? field.title : `${field.title} › ${inside}`;
  return { what, from: worded(before), to: worded(after) };
}
