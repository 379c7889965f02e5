/**
 * Judges recorded evaluations again, under a draft. For a policy, seven laws keep their recorded results, and the
 * other policies their recorded matches; for settings, all eight laws judge again by the recorded facts. No result
 * carries over to the next evaluation: each is judged as if only that one had changed.
 */

import { parseJson } from '@assize/evidence-format';
import type { EvidenceReader } from '../../database/evidence/stored-evidence.ts';
import { Failure } from '../../foundation/failure.ts';
import { type CompiledPolicy, loadCompiler } from '../../governance/policies/compiled/index.ts';
import type { PolicyMatch, PolicySet } from '../../governance/policies/index.ts';
import type { LawSettings } from '../../governance/settings/terms/index.ts';
import { decide } from '../decision/decide.ts';
import { loadActReaders } from '../facts/act-of-reading.ts';
import { unanswered } from '../laws/approval.ts';
import { LAW_IDS } from '../laws/index.ts';
import { VERDICTS, type Verdict } from '../laws/law.ts';
import { policyInput, verdictOfMatches } from '../laws/policy-matches.ts';
import { type Answered, shownNames } from '../question/facts.ts';
import { buildQuestion } from '../question/question.ts';
import type { EvaluationRequest } from '../question/request.ts';
import { type EvaluationRecord, factsOfRecord } from '../record/record.ts';
import type { PastOfActs } from './past.ts';
import { type BacktestQuestion, changeOf, type Found, nothingFound } from './question.ts';
import { type ReadsAgain, readsAgain } from './tried-act.ts';

/** The settings and policies that evaluations were judged by. */
export interface RecordedVersions {
  settings: ReadonlyMap<string, LawSettings>;
  /** @returns null where this version never existed, or no longer exists. */
  policies(setVersion: string): Promise<PolicySet | null>;
  acts: PastOfActs;
}

/** A version that no stored settings have. */
const DRAFT_VERSION = 0;

/** Artifacts read at once: a few megabytes. */
const RUN_POSITIONS = 1024;
const SALT_BYTES = 32;

interface Leaf {
  id: string;
  action: string;
  verdict: Verdict;
  created_at: number;
}

interface Judged {
  verdict: Verdict;
  /** The rules of the draft. */
  tried: PolicyMatch[];
  /** The rules of all policies. */
  matches: PolicyMatch[];
  laws: string[];
}

export type Replay = (start: number, end: number) => Promise<Found>;

export async function openReplay(
  reader: EvidenceReader,
  versions: RecordedVersions,
  question: BacktestQuestion,
): Promise<Replay> {
  const { chain, policy, from, to } = question;
  const { compilePolicy } = await loadCompiler();
  const draft = policy === null ? null : await compilePolicy(policy.name, DRAFT_VERSION, policy.document);
  const readAgain =
    question.act === null ? null : readsAgain(question.act, await loadActReaders(), versions.acts);
  const first = from ?? Number.NEGATIVE_INFINITY;
  const before = to ?? Number.POSITIVE_INFINITY;

  const evaluationsIn = async (start: number, end: number): Promise<Map<number, Leaf>> => {
    const leaves = new Map<number, Leaf>();
    for (const { position, artifact_type, id, action, verdict, created_at } of await reader.leaves(
      chain,
      start,
      end,
    )) {
      if (artifact_type !== 'governance_eval' || created_at < first || created_at >= before) continue;
      leaves.set(position, { id, action: action ?? '', verdict: verdict as Verdict, created_at });
    }
    return leaves;
  };

  return async (start, end) => {
    const found = nothingFound(question);
    for (let at = start; at < end; at += RUN_POSITIONS) {
      const until = Math.min(at + RUN_POSITIONS, end);
      const leaves = await evaluationsIn(at, until);
      if (leaves.size === 0) continue;
      const records = new Map<number, EvaluationRecord>();
      await reader.payloads(chain, at, until, (position, sealed) => {
        const record = sealed === null || !leaves.has(position) ? null : recordIn(sealed);
        if (record !== null) records.set(position, record);
      });
      // All at once, so that their look-ups share one read.
      const judging = [...leaves].map(async ([position, { created_at: at }]) => {
        const record = records.get(position);
        return record === undefined ? null : judgeAgain(record, at, { draft, readAgain }, versions, question);
      });
      const all = await Promise.all(judging);
      for (const [place, [position, leaf]] of [...leaves].entries()) {
        const judged = all[place] ?? null;
        if (judged === null || !VERDICTS.includes(leaf.verdict)) found.skipped += 1;
        else note(found, position, leaf, judged, question);
      }
    }
    return found;
  };
}

function recordIn(sealed: Uint8Array): EvaluationRecord | null {
  const { buffer, byteOffset, byteLength } = sealed;
  try {
    const text = Buffer.from(buffer, byteOffset + SALT_BYTES, byteLength - SALT_BYTES).toString('utf8');
    // The stored text is canonical, and has no key twice.
    return parseJson(text) as unknown as EvaluationRecord;
  } catch {
    return null;
  }
}

interface Tried {
  draft: CompiledPolicy | null;
  /** null where the draft changes nothing about what is known of acts. */
  readAgain: ReadsAgain | null;
}

/** @param at when it was judged. @returns null where the record can't be judged. */
async function judgeAgain(
  record: EvaluationRecord,
  at: number,
  { draft, readAgain }: Tried,
  versions: RecordedVersions,
  { settings: drafted, environment, policy, act: triedAct }: BacktestQuestion,
): Promise<Judged | null> {
  const held = versions.settings.get(record.settings);
  if (held === undefined) return null;
  try {
    const request = record.request as unknown as EvaluationRequest;
    const recorded = factsOfRecord(record);
    const enforcement = triedAct?.enforcement ?? null;
    const settings = { ...(drafted ?? held), ...(enforcement !== null && { enforcement }) };
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

function note(
  found: Found,
  position: number,
  leaf: Leaf,
  judged: Judged,
  { examples }: BacktestQuestion,
): void {
  found.evaluations += 1;
  let erred = 0;
  for (const match of judged.tried) {
    const count = found.rules.find(({ rule }) => rule === match.rule);
    if (count === undefined) continue;
    if (match.erred) count.erred += 1;
    else count.matched += 1;
    if (match.erred) erred = 1;
  }
  found.erred += erred;
  if (judged.verdict === leaf.verdict) return;
  const change = changeOf(found, leaf.verdict, judged.verdict);
  change.count += 1;
  if (examples === 0) return;
  if (change.examples.length === examples) change.examples.shift();
  change.examples.push({
    evidenceId: leaf.id,
    position,
    action: leaf.action,
    createdAt: leaf.created_at,
    rules: judged.matches.map((match) => `${match.policy}/${match.rule}`),
    laws: judged.laws,
  });
}
