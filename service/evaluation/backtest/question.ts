/** The question and the result of a back-test: plain data, so that threads can exchange it. */

import type { Effect, Target, TargetRole } from '@assize/act-reading/targets';
import type { ToolEntry } from '@assize/act-reading/tools';
import type { PolicyDocument } from '../../governance/policies/index.ts';
import type { ChangedField } from '../../governance/settings/fields/index.ts';
import type { Enforcement, LawSettings } from '../../governance/settings/terms/index.ts';
import type { Verdict } from '../laws/law.ts';

export interface BacktestQuestion {
  chain: number;
  environment: string;
  /** Replaces the policy of this name, or is added to the others where there was none. */
  policy: { name: string; document: PolicyDocument } | null;
  /** Replaces the settings that held. */
  settings: LawSettings | null;
  /** Values to try alone too, each in the settings that held. */
  fields: ChangedField[];
  /** Knowledge about acts that replaces the knowledge of that time. */
  act: TriedAct | null;
  /** The period, ms since the epoch; `to` is the first moment after it. */
  from: number | null;
  to: number | null;
  /** The most evaluations named for each change. */
  examples: number;
}

export interface TriedAct {
  /** The whole catalogue of tools, as if a human had accepted it; null for the one that held. */
  tools: ToolEntry[] | null;
  /** Treated as recorded, in addition to what was known. */
  targets: TriedTarget[];
  /** null for the setting that held. */
  enforcement: Enforcement | null;
}

export interface TriedTarget extends Target {
  /** null for any role. */
  role: TargetRole | null;
  agentId: string | null;
  effect: Effect | null;
}

export interface Example {
  evidenceId: string;
  position: number;
  action: string;
  createdAt: number;
  /** The rules that match under the draft, each as `policy/rule`. */
  rules: string[];
  /** The laws that do not pass under the draft. */
  laws: string[];
}

export interface Change {
  from: Verdict;
  to: Verdict;
  count: number;
  /** The newest, ascending. */
  examples: Example[];
}

export interface RuleCount {
  rule: string;
  /** Evaluations in which the rule matches. */
  matched: number;
  /** Evaluations in which the rule could not be evaluated. */
  erred: number;
}

/** The findings in a range of a chain. */
export interface Found {
  /** Evaluations that were judged again. */
  evaluations: number;
  /** Evaluations whose payload is gone, or can't be read. */
  skipped: number;
  /** Evaluations in which a rule of the draft could not be evaluated. */
  erred: number;
  changed: Change[];
  /** The rules of the draft, in its order. */
  rules: RuleCount[];
  /** Each value that is tried alone, in the order of the question. */
  fields: FieldFound[];
}

export interface FieldFound {
  path: string;
  changed: Change[];
}

export interface BacktestResult extends Found {
  durationMs: number;
}

export function nothingFound({ policy, fields }: Pick<BacktestQuestion, 'policy' | 'fields'>): Found {
  const rules = (policy?.document.rules ?? []).map(({ id: rule }) => ({ rule, matched: 0, erred: 0 }));
  const each = fields.map(({ path }) => ({ path, changed: [] }));
  return { evaluations: 0, skipped: 0, erred: 0, changed: [], rules, fields: each };
}

/** Adds the findings in another range, in any order. */
export function addFound(sum: Found, more: Found, mostExamples: number): void {
  sum.evaluations += more.evaluations;
  sum.skipped += more.skipped;
  sum.erred += more.erred;
  for (const [place, { matched, erred }] of more.rules.entries()) {
    const count = sum.rules[place];
    if (count === undefined) continue;
    count.matched += matched;
    count.erred += erred;
  }
  addChanges(sum, more, mostExamples);
  for (const [place, field] of sum.fields.entries()) {
    const found = more.fields[place];
    if (found !== undefined) addChanges(field, found, mostExamples);
  }
}

type Changes = Pick<Found, 'changed'>;

function addChanges(sum: Changes, more: Changes, mostExamples: number): void {
  for (const { from, to, count, examples } of more.changed) {
    const change = changeOf(sum, from, to);
    change.count += count;
    const all = [...change.examples, ...examples].sort((one, other) => one.position - other.position);
    change.examples = mostExamples === 0 ? [] : all.slice(-mostExamples);
  }
}

/** The most frequent changes first. */
export function sortChanges(found: Found): void {
  for (const { changed } of [found, ...found.fields]) changed.sort(byFrequency);
}

function byFrequency(one: Change, other: Change): number {
  if (one.count !== other.count) return other.count - one.count;
  return `${one.from} ${one.to}` < `${other.from} ${other.to}` ? -1 : 1;
}

export function changeOf({ changed }: Changes, from: Verdict, to: Verdict): Change {
  let change = changed.find((one) => one.from === from && one.to === to);
  if (change === undefined) {
    change = { from, to, count: 0, examples: [] };
    changed.push(change);
  }
  return change;
}

export function backtestFields(result: BacktestResult) {
  const { durationMs, evaluations, skipped, erred, rules, fields } = result;
  return {
    evaluations,
    skipped,
    ...changesFields(result),
    rules,
    fields: fields.map((field) => ({ path: field.path, ...changesFields(field) })),
    erred_count: erred,
    duration_ms: durationMs,
  };
}

function changesFields({ changed }: Changes) {
  return {
    changed_count: changed.reduce((sum, { count }) => sum + count, 0),
    changed: changed.map(changeFields),
  };
}

function changeFields({ from, to, count, examples }: Change) {
  return {
    from,
    to,
    count,
    examples: examples.map(({ evidenceId, action, createdAt, rules, laws }) => ({
      evidence_id: evidenceId,
      action,
      created_at: new Date(createdAt).toISOString(),
      rules,
      laws,
    })),
  };
}
