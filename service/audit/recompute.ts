/** Decides a recorded evaluation again from its record alone. `decide` is pure, so both records must be equal. */

import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { type Decision, decide, policyInput, type Verdict } from '../evaluation/index.ts';
import {
  actorOf,
  buildQuestion,
  type EvaluationRequest,
  isByEarlierRules,
  type Question,
  shownNames,
} from '../evaluation/question/index.ts';
import {
  type EvaluationRecord,
  evaluationRecordText,
  factsOfRecord,
  lawsOfRecord,
  requestText,
} from '../evaluation/record/index.ts';
import type { LeafAndPayload } from '../evidence/reading/index.ts';
import type { PolicyMatch, PolicySet } from '../governance/policies/index.ts';
import type { LawSettings } from '../governance/settings/terms/index.ts';
import type { Environment } from '../tenants/index.ts';

/** The settings and policies under which a verdict may have been given. */
export interface Grounds {
  /** Every version of the chain's law settings, by the name that records give it. */
  settings: ReadonlyMap<string, LawSettings>;
  /** Sets of policies that were in force, by the version in records; at least those of the evaluations to check. */
  policies: ReadonlyMap<string, PolicySet>;
  /** The chain's environment. */
  environment: Environment;
}

const REPLACEMENT = '\ufffd';

/** The decision that the bytes of a payload give, for every artifact that has these bytes. */
export interface Judgement {
  /** null where it can't be judged; `fault` then says why. */
  verdict: Verdict | null;
  /** The fault in what is recorded beside the verdict, in one sentence. */
  fault: string | null;
  action: string;
  actor: string;
  /** The same of the rules that are recorded as matching. */
  faultOfMatches: string | null;
}

/**
 * Judges a recorded evaluation again. Nothing but the arguments counts, so equal bytes give an equal judgement on the
 * same grounds: the versions of settings, policies and catalogue are recorded in them.
 * @param bytes of its payload. @param payload the same, parsed; null if it is not a JSON object. @param contents its
 * contents, for rules; null if an earlier version read them differently, so that rules can't be evaluated again.
 */
export function judgementOf(
  bytes: Uint8Array,
  payload: JsonObject | null,
  grounds: Grounds,
  contents: JsonObject | null = {},
): Judgement {
  if (!isRecord(payload)) return unjudged('The payload of this evaluation does not record one.');
  const settings = grounds.settings.get(payload.settings);
  if (settings === undefined)
    return unjudged('This evaluation names a version of the law settings that is not known.');
  const again = judgeAgain(payload, settings);
  if (again === null) return unjudged('The recorded request cannot be judged.');
  const { question, decision, text } = again;
  const fault = isText(bytes, text) ? faultOfOpening(payload, decision) : differenceOf(payload, decision);
  const { request } = question;
  return {
    verdict: decision.verdict,
    fault,
    action: request.action,
    actor: actorOf(request, payload.key_id),
    faultOfMatches: fault === null ? faultOfMatches(payload, question, contents, grounds) : null,
  };
}

function unjudged(fault: string): Judgement {
  return { verdict: null, fault, action: '', actor: '', faultOfMatches: null };
}

type RecordedLeaf = Pick<LeafAndPayload, 'action' | 'verdict' | 'actor'>;

/** The fault of a recorded evaluation, in one sentence; null if it has none. @param judged by its own payload. */
export function faultOfEvaluation(leaf: RecordedLeaf, judged: Judgement): string | null {
  if (judged.verdict !== null && judged.verdict !== leaf.verdict)
    return `The verdict is recorded as ${leaf.verdict}, but its request and facts give ${judged.verdict}.`;
  if (judged.fault !== null) return judged.fault;
  if (judged.action !== leaf.action)
    return 'This evaluation is recorded under another action than was asked about.';
  if (judged.actor !== leaf.actor) return 'This evaluation is recorded under another actor than asked.';
  return judged.faultOfMatches;
}

function faultOfOpening(record: StoredRecord, { verdict }: Decision): string | null {
  if ((record.escalation_id !== undefined) !== (verdict === 'escalate'))
    return 'An escalation is recorded exactly where the verdict is escalate, but not here.';
  return record.approval !== undefined && verdict !== 'escalate'
    ? 'This evaluation records an approval that it opened, but it opened none.'
    : null;
}

/** Checks that the rules which the record names as matching are those that match. */
function faultOfMatches(
  record: StoredRecord,
  question: Question,
  contents: JsonObject | null,
  { policies, environment }: Grounds,
): string | null {
  const named = record.policies;
  const set = named === undefined ? null : policies.get(named);
  if (set === undefined) return 'This evaluation names a set of policies that was never in force.';
  if (contents === null) return null;
  const recorded = matchesText(question.facts.policy_matches);
  if (set === null && recorded === NO_MATCHES) return null;
  const input = policyInput({ ...question, contents }, environment);
  const isEarlier = isByEarlierRules(question.facts);
  if (matchesText(set?.match(input, shownNames(question.facts))) === recorded) return null;
  if (isEarlier && matchesText(set?.matchAsBefore(input)) === recorded) return null;
  return 'The rules recorded as matching are not those of the policies in force that match.';
}

const matchesText = (matches: readonly PolicyMatch[] = []) =>
  canonicalJson(matches.map((match) => ({ ...match })));

const NO_MATCHES = matchesText([]);

type StoredRecord = EvaluationRecord & { escalation_id?: string };

function isRecord(payload: JsonObject | null): payload is StoredRecord & JsonObject {
  return [payload?.request, payload?.laws].every((part) => typeof part === 'object' && part !== null);
}

/** null if the recorded request or facts can't be judged. */
function judgeAgain(
  record: StoredRecord,
  settings: LawSettings,
): { question: Question; decision: Decision; text: string } | null {
  const request = record.request as unknown as EvaluationRequest;
  const facts = factsOfRecord(record);
  try {
    const question = buildQuestion(request, facts, settings);
    const decision = decide(question);
    const { settings: settingsVersion, policies: policiesVersion } = record;
    const { key_id: party, escalation_id: escalationId, approval } = record;
    const recorded = { facts, settingsVersion, policiesVersion, party, escalationId, approval };
    return { question, decision, text: evaluationRecordText(requestText(request), decision, recorded) };
  } catch {
    // The laws can judge every request that passed validation, so this one was not written by the service.
    return null;
  }
}

/** Decoding is one to one, except for bytes that are not UTF-8. */
function isText(bytes: Uint8Array, text: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString('utf8') !== text) return false;
  return !text.includes(REPLACEMENT) || buffer.equals(Buffer.from(text));
}

const NOT_AS_GIVEN = 'The law results of this evaluation are not recorded as they are given.';

/** The first difference between record and decision. */
function differenceOf(record: EvaluationRecord, { laws }: Decision): string {
  try {
    const recorded = lawsOfRecord(record);
    for (const law of laws) {
      const stored = recorded.find(({ law_id }) => law_id === law.law_id);
      if (stored === undefined) return NOT_AS_GIVEN;
      if (stored.result !== law.result) {
        return `${law.law_id} is recorded as ${stored.result}, but its request and facts give ${law.result}.`;
      }
      if (stored.reason !== law.reason || canonicalJson(stored.details) !== canonicalJson(law.details)) {
        return `${law.law_id} is recorded with another reason than its request and facts give.`;
      }
    }
  } catch {
    return NOT_AS_GIVEN;
  }
  return 'The record of this evaluation says something else than its request and facts give.';
}
