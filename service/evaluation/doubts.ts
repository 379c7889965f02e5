/**
 * Reasons why an agent should not do this alone, by what the service knows of the act itself: a tool that is not in the
 * catalogue, contents that can't be read, an effect beyond the mandate, a target that nothing makes known. A human's
 * approval of this very request answers all that only warn; a claim of one answers none.
 */
import { type AnswerToUnknown, actTermsOf } from '../governance/settings/index.ts';
import { MANDATE_WIDENED } from '../mandates/index.ts';
import type { Effect } from '../targets/index.ts';
import { type ActFacts, type ActReach, mustBeKnown, REACHES_OTHERS } from './act.ts';
import type { Question } from './question.ts';

/** What a doubt is about, for reports. */
export const DOUBT_KINDS = [
  'unlisted_tool',
  'unknown_target',
  'beyond_mandate',
  'unreadable_content',
  'grave_effect_without_mandate',
] as const;
export type DoubtKind = (typeof DOUBT_KINDS)[number];

export interface Doubt {
  kind: DoubtKind;
  result: 'warn' | 'fail';
  /** A clause without a full stop. */
  reason: string;
  /** What would remove it, as a clause. */
  wayOut: string;
}

/** These need a mandate, or a record of the very target. */
const GRAVE: readonly Effect[] = ['delete', 'execute', 'configure'];
const LONGEST_SHOWN = 80;

const WIDENING: Doubt = {
  kind: 'beyond_mandate',
  result: 'warn',
  reason: 'only a human may widen a mandate',
  wayOut: 'stay within the mandate',
};

/** In the order in which they are told; empty where nothing speaks against it. */
export function doubtsOf(question: Question): Doubt[] {
  const { act, judgesAct, judgesMandate } = question;
  if (question.request.action === MANDATE_WIDENED) return [WIDENING];
  if (act === null) return [];
  return [
    ...(judgesMandate ? ofMandate(question, act) : []),
    ...(judgesAct
      ? [
          ...ofTool(question, act),
          ...ofContents(act),
          ...ofGraveEffects(act),
          ...(judgesMandate ? ofUnnamedDeeds(act) : []),
          ...ofUnaddressedEffects(act),
          ...ofTargets(question, act),
        ]
      : []),
  ];
}

function ofMandate(question: Question, act: ActFacts): Doubt[] {
  const { mandate } = act;
  if (mandate === null) {
    if (!actTermsOf(question.settings).isMandateRequired) return [];
    return [
      {
        kind: 'beyond_mandate',
        result: 'warn',
        reason: 'no mandate is named, and one is required',
        wayOut: 'name a mandate',
      },
    ];
  }
  const { id, state, strict, outside } = mandate;
  if (state !== 'open') {
    return [
      {
        kind: 'beyond_mandate',
        result: 'fail',
        reason: `the mandate ${shown(id)} is ${state.replaceAll('_', ' ')}`,
        wayOut: 'name an open mandate of this agent',
      },
    ];
  }
  const beyond = [
    ...outside.effects.map((effect) => `the effect ${effect}`),
    ...(outside.tool ? ['the tool'] : []),
  ];
  const reasons = beyond.length === 0 ? [] : [`the mandate ${id} does not cover ${beyond.join(' and ')}`];
  const [other] = outside.targets;
  if (other !== undefined) reasons.push(`the task names another one than ${whatIsAt(other, act)}`);
  if (outside.number) reasons.push(`${greatestOf(act)} is more than the task speaks of`);
  const wayOut = 'have the mandate widened';
  return reasons.map((reason) => ({
    kind: 'beyond_mandate',
    result: strict ? 'fail' : 'warn',
    reason,
    wayOut,
  }));
}

function whatIsAt(path: string, { reaches }: ActFacts): string {
  const found = reaches.find((reach) => reach.path === path && reach.effect !== 'read');
  return found === undefined ? shown(path) : targetOf(found);
}

function targetOf(reach: ActReach): string {
  return shown('unreadable' in reach ? reach.path : reach.value);
}

function greatestOf({ greatest_number: greatest }: ActFacts): string {
  return greatest === null ? 'a number' : `${greatest.value} in ${shown(greatest.path)}`;
}

function ofTool({ request, settings }: Question, { unlisted }: ActFacts): Doubt[] {
  if (unlisted === null) return [];
  const reason = `the tool ${shown(request.action)} is not listed: ${unlisted.replaceAll('_', ' ')}`;
  const wayOut = 'have a person accept the tool into the catalogue';
  return answered('unlisted_tool', actTermsOf(settings).unlistedTool, reason, wayOut);
}

function ofContents({ contents }: ActFacts): Doubt[] {
  return contents.flatMap(({ path, kind, unreadable }) => {
    if (unreadable === null) return [];
    const reason = `the ${kind} in ${shown(path)} can't be read: ${unreadable}`;
    return [{ kind: 'unreadable_content', result: 'warn', reason, wayOut: `send ${kind} that can be read` }];
  });
}

/** Paying, booking, sharing and telling the world name no one whom a record could know: they need a mandate. */
function ofUnaddressedEffects({ effects, reaches, mandate }: ActFacts): Doubt[] {
  if (mandate !== null) return [];
  return REACHES_OTHERS.filter((effect) => effects.includes(effect)).flatMap((effect) => {
    const isAddressed = reaches.some((reach) => {
      return reach.effect === effect && (reach.role !== 'object' || effect === 'send');
    });
    if (isAddressed) return [];
    const reason = `it ${VERBS[effect]}, names no target, and has no mandate`;
    return [
      {
        kind: 'grave_effect_without_mandate',
        result: 'warn',
        reason,
        wayOut: `open a mandate that covers ${effect}`,
      },
    ];
  });
}

/** A task that lets things be deleted says which; an id that was found on the way, it can't say. */
function ofUnnamedDeeds({ reaches, acts, mandate }: ActFacts): Doubt[] {
  if (mandate?.state !== 'open' || !mandate.by_words) return [];
  const doubts: Doubt[] = [];
  const add = (reason: string, wayOut: string) =>
    doubts.push({ kind: 'beyond_mandate', result: mandate.strict ? 'fail' : 'warn', reason, wayOut });
  const unnamed = reaches.find(
    (reach) => reach.effect === 'delete' && reach.role !== 'program' && !isNamed(reach),
  );
  if (unnamed !== undefined)
    add(`the task does not name ${targetOf(unnamed)}, which it deletes`, 'name it in the task');
  for (const effect of mandate.outside.unspoken) {
    const act = acts.find((one) => one.effect === effect);
    const does = shown(act?.what ?? VERBS[effect]);
    add(`it ${does}, and the task speaks of nothing in its arguments`, 'name in the task what is meant');
  }
  return doubts;
}

function isNamed(reach: ActReach): boolean {
  const { known, role } = reach;
  if (known !== null) return known.by !== 'record';
  return role === 'object' && 'value' in reach && /\d/.test(reach.value);
}

/** Deleting, running and configuring are for an agent with a mandate, or for what a record names. */
function ofGraveEffects({ effects, reaches, acts, mandate }: ActFacts): Doubt[] {
  if (mandate !== null) return [];
  return GRAVE.filter((effect) => effects.includes(effect)).flatMap((effect) => {
    const targets = reaches.filter((reach) => reach.effect === effect);
    if (targets.length > 0 && targets.every(({ known }) => known !== null)) return [];
    const act = acts.find((one) => one.effect === effect);
    const reason = `it ${act === undefined ? VERBS[effect] : shown(act.what)}, without a mandate or a record of the target`;
    return [
      {
        kind: 'grave_effect_without_mandate',
        result: 'warn',
        reason,
        wayOut: `open a mandate that covers ${effect}, or record the target`,
      },
    ];
  });
}

function ofTargets({ settings }: Question, { reaches }: ActFacts): Doubt[] {
  const unknown = reaches.filter((reach) => mustBeKnown(reach) && reach.known === null);
  const [first] = unknown;
  if (first === undefined) return [];
  const others = unknown.length === 1 ? '' : `, and ${unknown.length - 1} more`;
  const wayOut = 'record the target, or name it in the mandate';
  return answered(
    'unknown_target',
    actTermsOf(settings).unknownTarget,
    `${unknownReason(first)}${others}`,
    wayOut,
  );
}

function unknownReason(reach: ActReach): string {
  const { role, path, effect } = reach;
  if ('unreadable' in reach) return `the ${role} in ${shown(path)} can't be read: ${reach.unreadable}`;
  return `the ${role} ${shown(reach.value)} (${effect}) is in no record, no earlier approval and no mandate`;
}

function answered(kind: DoubtKind, answer: AnswerToUnknown, reason: string, wayOut: string): Doubt[] {
  return answer === 'proceed' ? [] : [{ kind, result: answer === 'block' ? 'fail' : 'warn', reason, wayOut }];
}

/** The text comes from the caller: short, and on one line. */
function shown(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ');
  return line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN - 1)}…`;
}

const VERBS: Record<Effect, string> = {
  read: 'reads',
  write: 'writes',
  send: 'sends',
  share: 'shares',
  pay: 'pays',
  book: 'books',
  delete: 'deletes',
  execute: 'runs code',
  configure: 'changes access or security',
};
