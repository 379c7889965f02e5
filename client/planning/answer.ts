/** Reads the plan in a model's answer. A model may write anything, so the answer's size and the work on it are bounded. */
import {
  MAX_NAME_CHARACTERS,
  PLAN_EFFECTS,
  PLAN_PARTY_KINDS,
  type PlanEffect,
  type PlanPartyKind,
} from './prompt.ts';

export interface PlannedStep {
  /** A tool of the list, by its exact name. */
  tool: string;
  effects?: PlanEffect[];
  parties?: { kind?: PlanPartyKind; value: string }[];
  amount?: number;
  currency?: string;
  count?: number;
}

export const MAX_PLANNED_STEPS = 64;
const MAX_PARTIES = 100;
const MAX_VALUE_CHARACTERS = 1024;
const MAX_ANSWER_CHARACTERS = 256 * 1024;
/** In prose, a plan is looked for at so many places. */
const MAX_PLACES = 8;

/**
 * Reads a model's answer: the object itself, JSON, or JSON within prose or a code block.
 * @returns undefined where it holds no plan of the right form. An effect that does not exist is left out, and so is a
 * step that has no other.
 */
export function planIn(answer: unknown): { steps: PlannedStep[] } | undefined {
  if (typeof answer !== 'string') return planOf(answer);
  if (answer.length > MAX_ANSWER_CHARACTERS) return undefined;
  for (const text of candidatesIn(answer)) {
    const plan = planOf(parsed(text));
    if (plan !== undefined) return plan;
  }
  return undefined;
}

function* candidatesIn(text: string): Generator<string> {
  yield text;
  yield text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  let places = 0;
  for (const { index } of text.matchAll(/\{\s*"steps"/g)) {
    if (++places > MAX_PLACES) return;
    yield text.slice(index, endOfObject(text, index));
  }
}

/** The place after the bracket that closes the object which begins at `from`. */
function endOfObject(text: string, from: number): number {
  const marks = /"(?:[^"\\]|\\.)*"|[{}]/gs;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '{') depth += 1;
    if (mark[0] === '}') depth -= 1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function planOf(value: unknown): { steps: PlannedStep[] } | undefined {
  const { steps } = membersOf(value);
  if (!Array.isArray(steps) || steps.length > MAX_PLANNED_STEPS) return undefined;
  const read = steps.map(stepOf);
  if (read.includes(undefined)) return undefined;
  return { steps: read.filter((step) => step !== undefined && step !== 'unknown') as PlannedStep[] };
}

/** @returns undefined where its form is wrong, and `unknown` where no effect of it exists. */
function stepOf(value: unknown): PlannedStep | 'unknown' | undefined {
  const { tool, effects, parties, amount, currency, count } = membersOf(value);
  if (!isText(tool, MAX_NAME_CHARACTERS)) return undefined;
  if (!isMissing(effects) && !isListOf(effects, (each) => typeof each === 'string')) return undefined;
  if (!isMissing(parties) && !isListOf(parties, isParty)) return undefined;
  if (!isMissing(amount) && !isAmount(amount)) return undefined;
  if (!isMissing(currency) && !isText(currency, MAX_NAME_CHARACTERS)) return undefined;
  if (!isMissing(count) && !(Number.isSafeInteger(count) && (count as number) >= 1)) return undefined;
  const existing = PLAN_EFFECTS.filter((effect) => effects?.includes(effect));
  if (effects != null && effects.length > 0 && existing.length === 0) return 'unknown';
  return {
    tool,
    ...(existing.length > 0 ? { effects: existing } : {}),
    ...(parties != null && parties.length > 0 ? { parties: parties.map(partyOf) } : {}),
    ...(isMissing(amount) ? {} : { amount }),
    ...(isMissing(currency) ? {} : { currency }),
    ...(isMissing(count) ? {} : { count: count as number }),
  };
}

interface Party {
  kind?: unknown;
  value: string;
}

function isParty(value: unknown): value is Party {
  return isText(membersOf(value).value, MAX_VALUE_CHARACTERS);
}

function partyOf({ kind, value }: Party): { kind?: PlanPartyKind; value: string } {
  const known = PLAN_PARTY_KINDS.find((each) => each === kind && each !== 'detect');
  return known === undefined ? { value } : { kind: known, value };
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isText(value: unknown, maxCharacters: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxCharacters;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isListOf<Each>(value: unknown, is: (each: unknown) => each is Each): value is Each[] {
  return Array.isArray(value) && value.length <= MAX_PARTIES && value.every(is);
}
