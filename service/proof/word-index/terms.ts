/**
 * Reads what a search can find in a payload: terms, such as the agent or a target, and the words of the texts that people search.
 * The index holds both, and each find is compared with the payload by the same functions.
 */

import { nameKey } from '@assize/act-reading/names';
import { comparable, textsIn, wordsOf } from './words.ts';

export const TERM_KINDS = [
  'agent_id',
  'user_id',
  'law',
  'tool',
  'target',
  'session_id',
  'mandate_id',
] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** The artifact's own fields are in its leaf, and stay when the payload is removed. */
export interface Searched {
  action: string | null;
  payload: unknown;
}

/** Names of agents and tools meet in any spelling, as they do where they are judged. */
const FORM_OF: Record<TermKind, (value: string) => string> = {
  agent_id: nameKey,
  user_id: (value) => comparable(value).trim(),
  law: (value) => value,
  tool: nameKey,
  target: (value) => comparable(value).trim(),
  session_id: (value) => value,
  mandate_id: (value) => value,
};

/** A term in the form that is compared. */
export function termOf(kind: TermKind, value: string): string {
  return `${kind} ${FORM_OF[kind](value)}`;
}

/** All terms of a payload, which may be anything. */
export function termsIn({ action, payload }: Searched): Set<string> {
  const terms = new Set<string>();
  const add = (kind: TermKind, ...values: unknown[]) => {
    for (const value of values) if (typeof value === 'string' && value !== '') terms.add(termOf(kind, value));
  };
  const { request, facts, laws, change, decisions, ...record } = membersOf(payload);
  const [asked, changed, act] = [membersOf(request), membersOf(change), membersOf(membersOf(facts).act)];
  const context = membersOf(asked.context ?? record.context);
  const decision = membersOf(changed.decision);
  add('agent_id', asked.agent_id, record.agent_id, changed.agent_id);
  add('user_id', asked.user_id, record.user_id, record.by, decision.party, decision.decided_by);
  for (const each of listOf(decisions)) add('user_id', membersOf(each).party, membersOf(each).decided_by);
  for (const [law, found] of Object.entries(membersOf(laws))) if (didNotPass(found)) add('law', law);
  const [listed, named] = [membersOf(act.tool), membersOf(context.tool)];
  add('tool', listed.id, listed.name, named.name, context.tool, changed.tool);
  if (typeof named.server === 'string' && typeof named.name === 'string')
    add('tool', `${named.server}.${named.name}`);
  // A call is judged as the action that has the name of its tool.
  if (request !== undefined || record.outcome !== undefined) add('tool', action);
  for (const reach of listOf(act.reaches)) add('target', membersOf(reach).value);
  add('session_id', context.session_id, changed.session_id);
  add('mandate_id', context.mandate_id, membersOf(act.mandate).id, changed.mandate_id);
  return terms;
}

/**
 * The texts that a search reads: the action, its description and arguments, why laws did not pass, comments and reasons
 * of people, and what was changed.
 */
export function* searchedTexts({ action, payload }: Searched): Generator<string, void> {
  if (action !== null) yield action;
  const { request, laws, change, decisions, context, reason } = membersOf(payload);
  const asked = membersOf(request);
  const given = membersOf(asked.context ?? context);
  for (const law of Object.values(membersOf(laws))) {
    const { warn, fail } = membersOf(law);
    yield* textsIn([warn, fail]);
  }
  for (const each of listOf(decisions)) yield* textsIn(membersOf(each).comment);
  yield* textsIn([asked.description, given.arguments ?? given, change, reason]);
}

/** Whether each of the words stands somewhere in the searched texts. */
export function hasWords(searched: Searched, words: readonly string[]): boolean {
  const missing = new Set(words);
  for (const text of searchedTexts(searched)) {
    if (missing.size === 0) break;
    for (const word of wordsOf(text)) missing.delete(word);
  }
  return missing.size === 0;
}

function didNotPass(law: unknown): boolean {
  const { warn, fail } = membersOf(law);
  return warn !== undefined || fail !== undefined;
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
