/** Reads the plan in a model's answer. A model may write anything, so the answer's size and the work on it are bounded. */
import type { PlannedParty, PlannedStep } from '../resources/governing.ts';
import { MAX_NAME_CHARACTERS } from './prompt.ts';

export const MAX_PLANNED_STEPS = 64;
const MAX_PARTIES = 100;
const MAX_VALUE_CHARACTERS = 1024;
const MAX_WORD_CHARACTERS = 64;
const MAX_ANSWER_CHARACTERS = 256 * 1024;
/** In prose, a plan is looked for at so many places. */
const MAX_PLACES = 8;

/**
 * Reads a model's answer: the object itself, JSON, or JSON within prose or a code block.
 * @returns undefined where it holds no plan of the right form. Words that the service does not know stay, because it
 * drops them and tells so.
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
  const read = steps.map(stepOf).filter((step) => step !== undefined);
  return read.length === steps.length ? { steps: read } : undefined;
}

function stepOf(value: unknown): PlannedStep | undefined {
  const { tool, effects, parties, amount, currency, count } = membersOf(value);
  if (!isText(tool, MAX_NAME_CHARACTERS)) return undefined;
  if (!isMissing(effects) && !isListOf(effects, isWord)) return undefined;
  if (!isMissing(parties) && !isListOf(parties, isParty)) return undefined;
  if (!isMissing(amount) && !isAmount(amount)) return undefined;
  if (!isMissing(currency) && !isWord(currency)) return undefined;
  if (!isMissing(count) && !isCount(count)) return undefined;
  return {
    tool,
    ...(isMissing(effects) ? {} : { effects }),
    ...(isMissing(parties) ? {} : { parties: parties.map(partyOf) }),
    ...(isMissing(amount) ? {} : { amount }),
    ...(isMissing(currency) ? {} : { currency }),
    ...(isMissing(count) ? {} : { count }),
  };
}

type Party = PlannedParty & { kind?: string | null };

function isParty(value: unknown): value is Party {
  const { kind, value: named } = membersOf(value);
  return isText(named, MAX_VALUE_CHARACTERS) && (isMissing(kind) || isWord(kind));
}

function partyOf({ kind, value }: Party): PlannedParty {
  return isMissing(kind) ? { value } : { kind, value };
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Half a character can be in no evidence. */
function isText(value: unknown, maxCharacters: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxCharacters && !/\p{Cs}/u.test(value);
}

function isWord(value: unknown): value is string {
  return isText(value, MAX_WORD_CHARACTERS);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isListOf<Each>(value: unknown, is: (each: unknown) => each is Each): value is Each[] {
  return Array.isArray(value) && value.length <= MAX_PARTIES && value.every(is);
}
