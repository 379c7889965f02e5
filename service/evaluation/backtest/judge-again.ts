/**
 * Judges one recorded evaluation again. For a policy, seven laws keep their recorded results, and the other policies
 * their recorded matches; for settings, all eight laws judge again by the recorded facts.
 */

import { Failure } from '../../foundation/failure.ts';
import type { CompiledPolicy } from '../../governance/policies/compiled/index.ts';
import type { PolicyMatch, PolicySet } from '../../governance/policies/index.ts';
import { withValue } from '../../governance/settings/fields/index.ts';
import type { LawSettings } from '../../governance/settings/terms/index.ts';
import { decide } from '../decision/decide.ts';
import { unanswered } from '../laws/approval.ts';
import { LAW_IDS } from '../laws/index.ts';
import type { Verdict } from '../laws/law.ts';
import { policyInput, verdictOfMatches } from '../laws/policy-matches.ts';
import { type Answered, shownNames } from '../question/facts.ts';
import { buildQuestion } from '../question/question.ts';
import type { EvaluationRequest } from '../question/request.ts';
import { type EvaluationRecord, factsOfRecord } from '../record/record.ts';
import type { PastOfActs } from './past.ts';
import type { BacktestQuestion } from './question.ts';
import type { ReadsAgain } from './tried-act.ts';

/** The settings and policies that evaluations were judged by. */
export interface RecordedVersions {
  settings: ReadonlyMap<string, LawSettings>;
  /** @returns null where this version never existed, or no longer exists. */
  policies(setVersion: string): Promise<PolicySet | null>;
  acts: PastOfActs;
}

/** A version that no stored settings have. */
export const DRAFT_VERSION = 0;

export interface Judged {
  verdict: Verdict;
  /** The rules of the draft. */
  tried: PolicyMatch[];
  /** The rules of all policies. */
  matches: PolicyMatch[];
  laws: string[];
}

/** Returns the settings to try, from those that held. */
export type SettingsOf = (held: LawSettings) => LawSettings;

/** The draft as a whole, and each of its values alone. Few settings held in the past, so each is changed once. */
export function settingsTried({ settings, fields }: BacktestQuestion): SettingsOf[] {
  const alone = fields.map(({ path, value }): SettingsOf => {
    const changed = new Map<LawSettings, LawSettings>();
    return (held) => {
      const known = changed.get(held) ?? withValue(held, path, value);
      changed.set(held, known);
      return known;
    };
  });
  return [(held) => settings ?? held, ...alone];
}

interface Tried {
  settings: SettingsOf;
  draft: CompiledPolicy | null;
  /** null where the draft changes nothing about what is known of acts. */
  readAgain: ReadsAgain | null;
}

/** @param at when it was judged. @returns null where the record can't be judged. */
export async function judgeAgain(
  record: EvaluationRecord,
  at: number,
  { draft, readAgain, settings: settingsOf }: Tried,
  versions: RecordedVersions,
  { settings: drafted, environment, policy, act: triedAct }: BacktestQuestion,
): Promise<Judged | null> {
  const held = versions.settings.get(record.settings);
  if (held === undefined) return null;
  try {
    const request = record.request as unknown as EvaluationRequest;
    const recorded = factsOfRecord(record);
    const enforcement = triedAct?.enforcement ?? null;
    const settings = { ...settingsOf(held), ...(enforcement !== null && { enforcement }) };
    const { act, contents } =
      readAgain === null
        ? { act: recorded.act, contents: await versions.acts.contents(recorded.act, request) }
        : await readAgain(recorded.act, request, settings.catalogue, at);
    const facts = { ...recorded, act };
    const question = buildQuestion(request, facts, settings);
    const names = shownNames(facts);
    const onlyPolicy = drafted === null && triedAct === null;
    const input = policyInput({ ...question, contents }, environment);
    const tried = draft === null ? [] : draft.match(input, names);
    let others = facts.policy_matches;
    if (!onlyPolicy && record.policies !== undefined) {
      others = (await versions.policies(record.policies))?.match(input, names) ?? others;
    }
    if (policy !== null) others = others.filter((match) => match.policy !== policy.name);
    const matches = [...others, ...tried];
    const answered = policy === null ? facts.answered : asAskedByDraft(policy.name, facts.answered);
    if (onlyPolicy) {
      const left = question.approval === 'verified' ? unanswered(matches, answered.rules) : matches;
      return { ...withRecordedLaws(record, verdictOfMatches(left)), tried, matches };
    }
    const decision = decide({ ...question, facts: { ...facts, answered, policy_matches: matches } });
    const laws = decision.laws.filter(({ result }) => result !== 'pass').map(({ law_id }) => law_id);
    return { verdict: decision.verdict, tried, matches, laws };
  } catch (error) {
    if (error instanceof Failure) throw error;
    // Every validated request can be judged; one that can't be judged was not written by the service.
    return null;
  }
}

/** The draft replaces the version that held, so a human's answer to that version counts for the draft. */
function asAskedByDraft(policy: string, { laws, rules }: Answered): Answered {
  const version = String(DRAFT_VERSION);
  return { laws, rules: rules.map((rule) => (rule.policy === policy ? { ...rule, version } : rule)) };
}

function withRecordedLaws({ laws }: EvaluationRecord, byPolicies: Verdict): Pick<Judged, 'verdict' | 'laws'> {
  let verdict = byPolicies;
  const failing: string[] = [];
  for (const id of LAW_IDS) {
    const recorded = laws[id] ?? {};
    if (id === 'policy_adherence') {
      if (byPolicies !== 'proceed') failing.push(id);
    } else if ('fail' in recorded) {
      verdict = 'block';
      failing.push(id);
    } else if ('warn' in recorded) {
      if (verdict === 'proceed') verdict = 'escalate';
      failing.push(id);
    }
  }
  return { verdict, laws: failing };
}
