/**
 * The record of an evaluation: the request, the facts, the law results, and the version of the settings, as the
 * canonical JSON (RFC 8785) that is hashed and stored. It is written in order, member by member, because that
 * takes two thirds of the time of sorting; a property test holds it equal to the canonicalised object.
 */

import { RISK_LEVELS, type RiskLevel } from '@assize/act-reading/risk';
import { canonicalJson, type JsonObject, type JsonValue } from '@assize/evidence-format';
import type { ApprovalTerms } from '../../approvals/use/index.ts';
import type { PolicyMatch } from '../../governance/policies/index.ts';
import { LAW_IDS } from '../laws/index.ts';
import type { AppliedLaw, Decision, Verdict } from '../laws/law.ts';
import { asksAPerson } from '../laws/policy-matches.ts';
import { actOfRecord, actRecord, type Basis, basisOf } from '../question/act.ts';
import { type Answered, type Facts, UNRECORDED } from '../question/facts.ts';
import type { EvaluationRequest } from '../question/request.ts';

/**
 * One law's result: its reason under the name of the result, as in `{"pass":"low risk"}`, and its details, left out
 * where they only say that the law found nothing to judge. Eight of these are half of every record.
 */
interface LawRecord extends JsonObject {
  [resultOrDetails: string]: string | JsonObject;
}

const NOT_APPLICABLE: JsonObject = { applicable: false };

/** The payload of a `governance_eval` artifact, read back. */
export interface EvaluationRecord {
  /** Only where the evaluation opened an approval. */
  approval?: ApprovalTerms;
  /** Where it opened an approval, or waits for one. */
  escalation_id?: string;
  /** The facts that were not empty, and the version of the rules. */
  facts?: JsonObject;
  key_id: string;
  /** By law id. */
  laws: Record<string, LawRecord>;
  /** The version of the set of policies that applied; left out where none did. */
  policies?: string;
  request: JsonObject;
  /** The version of the law settings: `sha256:` and hex. */
  settings: string;
  /** Only where the act was observed: the verdict that it would have got, and the results that would differ. */
  would_be?: { laws?: Record<string, LawRecord>; verdict: Verdict };
}

/** The members of an evaluation's record beside the request and the decision. */
export interface RecordedWith {
  facts: Facts;
  /** The version of the law settings. */
  settingsVersion: string;
  /** The version of the set of policies, where any applied. */
  policiesVersion?: string;
  /** The id of the key that asked. */
  party: string;
  escalationId?: string;
  /** The terms of the approval that it opens. */
  approval?: ApprovalTerms;
}

/** @param request its canonical text, see {@link requestText}. */
export function evaluationRecordText(
  request: string,
  { laws, wouldBe }: Decision,
  { facts, settingsVersion, policiesVersion, party, escalationId, approval }: RecordedWith,
): string {
  const opened = approval === undefined ? '' : `"approval":${canonicalJson({ ...approval })},`;
  const escalation = escalationId === undefined ? '' : `"escalation_id":"${escalationId}",`;
  const policies = policiesVersion === undefined ? '' : `"policies":"${policiesVersion}",`;
  const observed = wouldBe === undefined ? '' : wouldBeMember(laws, wouldBe);
  return `{${opened}${escalation}${factsMember(facts)}"key_id":"${party}","laws":${lawsText(laws)},${policies}"request":${request},"settings":"${settingsVersion}"${observed}}`;
}

/** Returns the foundations of a recorded verdict. */
export function basisOfRecord(record: EvaluationRecord): Basis[] {
  const isJudged = record.would_be === undefined;
  return basisOf({ act: factsOfRecord(record).act, judgesAct: isJudged, judgesMandate: isJudged });
}

function wouldBeMember(given: readonly AppliedLaw[], { laws, verdict }: Omit<Decision, 'wouldBe'>): string {
  const others = laws.filter(({ result }, place) => result !== given[place]?.result);
  const member = others.length === 0 ? '' : `"laws":${lawsText(others)},`;
  return `,"would_be":{${member}"verdict":"${verdict}"}`;
}

/** Written as one object, which leaves half as much garbage as joining a text for each law. */
function lawsText(laws: readonly AppliedLaw[]): string {
  const records: Record<string, LawRecord> = {};
  for (const { law_id, result, reason, details } of laws) {
    records[law_id] = details.applicable === false ? { [result]: reason } : { details, [result]: reason };
  }
  return canonicalJson(records);
}

/** Reads the facts of a record; those that it leaves out were empty. */
export function factsOfRecord({ facts }: Pick<EvaluationRecord, 'facts'>): Facts {
  return facts === undefined ? UNRECORDED : { ...UNRECORDED, ...facts, act: actOfRecord(facts.act) };
}

/** The canonical text of a request: it is recorded, and compared with later requests under the same idempotency key. */
export function requestText(request: EvaluationRequest): string {
  const { action, description, context, agent_id, user_id, tenant_id } = request;
  return (
    `{"action":${JSON.stringify(action)}${member('agent_id', agent_id)},"context":${canonicalJson(context)}` +
    `${member('description', description)}${member('tenant_id', tenant_id)}${member('user_id', user_id)}}`
  );
}

/** The law results of a record, in the order of `LAW_IDS`, from the laws that existed when it was recorded. */
export function lawsOfRecord(record: EvaluationRecord): Omit<AppliedLaw, 'remedy'>[] {
  return LAW_IDS.flatMap((law_id) => {
    const law = record.laws[law_id];
    if (law === undefined) return [];
    const { details = NOT_APPLICABLE } = law;
    const result = Object.keys(law).find((name) => name !== 'details') ?? '';
    return [{ law_id, result, reason: law[result], details } as Omit<AppliedLaw, 'remedy'>];
  });
}

/** The agent of a recorded action, who asked for it, and its gravity, from a payload that may be anything. */
export function gravityOfRecord(
  payload: JsonObject | null,
): { agentId: string; party: string; riskLevel: RiskLevel; irreversible: boolean } | null {
  const { request, laws, key_id: party = '' } = (payload ?? {}) as Partial<EvaluationRecord>;
  const agentId = request?.agent_id;
  const details = laws?.safety_dominance?.details as JsonObject | undefined;
  const riskLevel = RISK_LEVELS.find((level) => level === details?.risk);
  if (typeof agentId !== 'string' || riskLevel === undefined) return null;
  return { agentId, party, riskLevel, irreversible: details?.irreversible === true };
}

function member(name: string, text: string | undefined): string {
  return text === undefined ? '' : `,"${name}":${JSON.stringify(text)}`;
}

const FACTS = Object.keys(UNRECORDED) as (keyof Facts)[];

function factsMember(facts: Facts): string {
  const known: Record<string, JsonValue> = {};
  let isEmpty = true;
  for (const name of FACTS) {
    const value = facts[name];
    if (value === UNRECORDED[name] || (Array.isArray(value) && value.length === 0)) continue;
    if (name === 'answered' && isNothing(facts.answered)) continue;
    known[name] = facts.act !== null && name === 'act' ? actRecord(facts.act) : (value as JsonValue);
    isEmpty = false;
  }
  return isEmpty ? '' : `"facts":${canonicalJson(known)},`;
}

function isNothing({ laws, rules }: Facts['answered']): boolean {
  return laws.length + rules.length === 0;
}

/**
 * The law results that an approval shows to a human: those that did not pass, and those that passed only because an
 * earlier approval had answered them, so that the new answer covers all of them.
 */
export function lawsShown(opening: EvaluationRecord): Omit<AppliedLaw, 'remedy'>[] {
  return lawsOfRecord(opening).filter(isShown);
}

function isShown({ result, details }: Pick<AppliedLaw, 'result' | 'details'>): boolean {
  return result !== 'pass' || details.answered_by !== undefined;
}

/** The laws and rules that an approval puts to a human, from the record of the evaluation that opened it. */
export function questionsIn(opening: JsonObject): Answered {
  const record = opening as unknown as EvaluationRecord;
  const matches = (record.facts?.policy_matches ?? []) as unknown as PolicyMatch[];
  return questionsOf(lawsOfRecord(record), matches);
}

/** The same, from the results of the laws and the rules that match. */
export function questionsOf(
  laws: readonly Pick<AppliedLaw, 'law_id' | 'result' | 'details'>[],
  matches: readonly PolicyMatch[],
): Answered {
  return {
    laws: laws.filter(isShown).map(({ law_id }) => law_id),
    rules: matches.filter(asksAPerson).map(({ policy, version, rule }) => ({ policy, version, rule })),
  };
}
