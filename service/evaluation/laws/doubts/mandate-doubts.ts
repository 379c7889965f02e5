/**
 * Doubts by the mandate that a request names: whether it holds, what it covers, and whether the task mentions the act.
 */

import type { Effect } from '@assize/act-reading/targets';
import { actTermsOf } from '../../../governance/settings/terms/index.ts';
import type { ActFacts, ActReach, MandateFact } from '../../question/act.ts';
import type { Question } from '../../question/question.ts';
import { type Doubt, shownLine, VERBS } from './doubt.ts';

/** Where the task names something else, or less, the mandate covers the effect but not this act. */
export function ofMandate(question: Question, act: ActFacts): Doubt[] {
  const { mandate, acts } = act;
  if (mandate === null) {
    if (!actTermsOf(question.settings).isMandateRequired) return [];
    return [beyondMandate(false, 'no mandate is named, and one is required', 'name a mandate')];
  }
  const { id, state, strict, outside, plan } = mandate;
  if (state === 'of_another_party') {
    const reason = `the mandate ${shownLine(id)} was opened by another party than the one that asks`;
    return [beyondMandate(false, reason, 'name a mandate that this party opened')];
  }
  if (state !== 'open') {
    const reason = `the mandate ${shownLine(id)} is ${state.replaceAll('_', ' ')}`;
    return [beyondMandate(true, reason, 'name an open mandate of this agent')];
  }
  const reasons = plan === true ? beyondPlan(question, mandate, acts) : beyondTerms(mandate, acts);
  const [other] = outside.targets;
  if (other !== undefined) reasons.push(`the task names another one than ${whatIsAt(other, act)}`);
  const [unnamed] = outside.unnamed ?? [];
  if (unnamed !== undefined) reasons.push(`the task does not name ${shownLine(unnamed)}, which it changes`);
  if (outside.number) reasons.push(greatestOf(act));
  if (outside.currency !== undefined)
    reasons.push(`${shownLine(outside.currency)} states another currency than the task`);
  if (outside.repeats !== undefined)
    reasons.push(`it pays again and again (${shownLine(outside.repeats)}), and the task is for one payment`);
  return reasons.map((reason) => beyondMandate(strict, reason, 'have a person widen the mandate'));
}

function beyondTerms({ id, outside }: MandateFact, acts: ActFacts['acts']): string[] {
  const beyond = [
    ...outside.effects.map((effect) => `the effect ${effect}${whatIsDone(effect, acts)}`),
    ...(outside.tool ? ['the tool'] : []),
  ];
  return beyond.length === 0 ? [] : [`the mandate ${id} does not cover ${beyond.join(' and ')}`];
}

function beyondPlan(
  { request, settings }: Question,
  { id, outside }: MandateFact,
  acts: ActFacts['acts'],
): string[] {
  const tool = shownLine(request.action);
  const plan = `the plan of mandate ${id}`;
  if (outside.tool) {
    if (outside.forgotten === true && actTermsOf(settings).forgottenReads === 'proceed') return [];
    return [`${plan} does not contain the tool ${tool}`];
  }
  const { effects = [], amount, currency, count } = outside.planned ?? {};
  const reasons: string[] = [];
  if (outside.effects.length > 0) {
    const only = effects.length === 0 ? 'for nothing else' : `only to ${effects.join(' and ')}`;
    const other = outside.effects.map((effect) => `${effect}${whatIsDone(effect, acts)}`);
    reasons.push(`${plan} uses ${tool} ${only}, not to ${other.join(' or ')}`);
  }
  if (amount !== undefined) reasons.push(`${plan} uses ${tool} for at most ${amount}`);
  if (currency !== undefined) reasons.push(`${shownLine(currency)} states another currency than ${plan}`);
  if (count !== undefined)
    reasons.push(`${plan} uses ${tool} ${count === 1 ? 'only once' : `only ${count} times`}`);
  return reasons;
}

/** @param strict forbids it, instead of asking a human. */
function beyondMandate(strict: boolean, reason: string, wayOut: string): Doubt {
  return { kind: 'beyond_mandate', result: strict ? 'fail' : 'warn', reason, wayOut };
}

function whatIsAt(path: string, { reaches }: ActFacts): string {
  const found = reaches.find((reach) => reach.path === path && reach.effect !== 'read');
  return found === undefined ? shownLine(path) : targetOf(found);
}

function targetOf(reach: ActReach): string {
  return shownLine('unreadable' in reach ? reach.path : reach.value);
}

function greatestOf({ greatest_number: greatest }: ActFacts): string {
  const where = greatest === null ? '' : ` in ${shownLine(greatest.path)}`;
  if (greatest?.value === null) return `the amount${where} can't be read, and the task speaks of one`;
  return `${greatest?.value ?? 'a number'}${where} is more than the task speaks of`;
}

/** Describes the act where a content says what it does. */
function whatIsDone(effect: Effect, acts: ActFacts['acts']): string {
  const act = acts.find((one) => one.effect === effect);
  return act === undefined ? '' : ` (it ${shownLine(act.what)})`;
}

/** A task that allows deleting says what to delete; it can't name an id that the agent finds later. */
export function ofUnnamedDeeds({ reaches, acts, mandate }: ActFacts): Doubt[] {
  if (mandate?.state !== 'open' || !mandate.by_words) return [];
  const { strict, outside } = mandate;
  const doubts: Doubt[] = [];
  const add = (reason: string, wayOut: string) => doubts.push(beyondMandate(strict, reason, wayOut));
  const unnamed = reaches.filter(
    (reach) => reach.effect === 'delete' && reach.role !== 'program' && !isNamed(reach),
  );
  // Prefers a file to the branch that it is on.
  const deleted = unnamed.find(isThing) ?? unnamed[0];
  if (deleted !== undefined && !outside.effects.includes('delete'))
    add(
      `the task does not name ${targetOf(deleted)}, which it deletes`,
      'open a mandate whose task names it',
    );
  for (const effect of outside.unspoken.filter((one) => !outside.effects.includes(one))) {
    const act = acts.find((one) => one.effect === effect);
    const does = shownLine(act?.what ?? VERBS[effect]);
    add(
      `it ${does}, and the task mentions none of its arguments`,
      'open a mandate whose task names what is meant',
    );
  }
  return doubts;
}

function isThing({ role, kind }: ActReach): boolean {
  return role === 'object' || kind === 'path';
}

function isNamed(reach: ActReach): boolean {
  const { known, role } = reach;
  if (known !== null) return known.by !== 'record';
  return role === 'object' && 'value' in reach && /\d/.test(reach.value);
}
