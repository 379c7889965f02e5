/**
 * Decides a recorded evaluation once more, from its record alone, and writes the record of that decision. Since
 * `decide` is pure, it must come out as it was recorded, to the byte.
 */

import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import {
  type Decision,
  decide,
  type EvaluationRecord,
  type EvaluationRequest,
  evaluationRecordText,
  type Facts,
  lawsOfRecord,
  NO_FACTS,
  requestText,
  withMatches,
} from '../evaluation/index.ts';
import type { LeafAndPayload } from '../evidence/index.ts';
import type { PolicySet } from '../governance/policies/index.ts';
import type { LawSettings } from '../governance/settings/index.ts';
import type { Environment } from '../tenants/index.ts';

/** What a verdict can have been given by. */
export interface Grounds {
  /** Every version of the chain's law settings, by the name that records give it. */
  settings: ReadonlyMap<string, LawSettings>;
  /** Sets of policies that were in force, by the version that records name; at least those that are asked about. */
  policies: ReadonlyMap<string, PolicySet>;
  /** Of the chain. */
  environment: Environment;
}

const REPLACEMENT = '\ufffd';

type RecordedLeaf = Pick<LeafAndPayload, 'action' | 'verdict' | 'actor'>;

/**
 * What is wrong with a recorded evaluation, in one sentence; null where nothing is.
 * @param bytes of its payload. @param payload the same, read; null where it is no JSON object.
 */
export function faultOfEvaluation(
  leaf: RecordedLeaf,
  bytes: Uint8Array,
  payload: JsonObject | null,
  grounds: Grounds,
): string | null {
  if (!isRecord(payload)) return 'The payload of this evaluation is no record of one.';
  const settings = grounds.settings.get(payload.settings);
  if (settings === undefined) return 'This evaluation names a version of the law settings that is not known.';
  const again = judgeAgain(payload, settings);
  if (again === null) return 'The recorded request can not be judged.';
  const { decision, text } = again;
  if (decision.verdict !== leaf.verdict) {
    return `The verdict is recorded as ${leaf.verdict}, but its request and facts give ${decision.verdict}.`;
  }
  if (!isText(bytes, text)) return differenceOf(payload, decision);
  if ((payload.escalation_id !== undefined) !== (decision.verdict === 'escalate')) {
    return 'An escalation is recorded exactly where the verdict is escalate, but not here.';
  }
  if (payload.approval !== undefined && decision.verdict !== 'escalate') {
    return 'This evaluation records an approval that it opened, but it opened none.';
  }
  const { action, agent_id, user_id } = payload.request as unknown as EvaluationRequest;
  if (action !== leaf.action) return 'This evaluation is recorded under another action than was asked about.';
  if ((agent_id ?? user_id ?? payload.key_id) !== leaf.actor) {
    return 'This evaluation is recorded under another actor than asked.';
  }
  return faultOfMatches(payload, settings, grounds);
}

/** Of a record that can be judged: whether the rules it says matched are those that do. */
function faultOfMatches(
  record: StoredRecord,
  settings: LawSettings,
  { policies, environment }: Grounds,
): string | null {
  const named = record.policies;
  const set = named === undefined ? null : policies.get(named);
  if (set === undefined) return 'This evaluation names a set of policies that was never in force.';
  const facts = factsOf(record);
  const request = record.request as unknown as EvaluationRequest;
  const again = withMatches(facts, environment, request, settings, set);
  if (canonicalJson(again.policy_matches) === canonicalJson(facts.policy_matches)) return null;
  return 'The rules recorded as matching are not those of the policies in force that match.';
}

type StoredRecord = EvaluationRecord & { escalation_id?: string };

function isRecord(payload: JsonObject | null): payload is StoredRecord & JsonObject {
  return [payload?.request, payload?.laws].every((part) => typeof part === 'object' && part !== null);
}

function factsOf({ facts }: StoredRecord): Facts {
  return facts === undefined ? NO_FACTS : { ...NO_FACTS, ...facts };
}

/** null where the recorded request or facts are none that can be judged. */
function judgeAgain(
  record: StoredRecord,
  settings: LawSettings,
): { decision: Decision; text: string } | null {
  const request = record.request as unknown as EvaluationRequest;
  const facts = factsOf(record);
  try {
    const decision = decide(request, facts, settings);
    const { settings: settingsVersion, policies: policiesVersion } = record;
    const { key_id: keyId, escalation_id: escalationId, approval } = record;
    const recorded = { facts, settingsVersion, policiesVersion, keyId, escalationId, approval };
    return { decision, text: evaluationRecordText(requestText(request), decision, recorded) };
  } catch {
    // What passed validation when it was asked is total for the laws; what doesn't was put there otherwise.
    return null;
  }
}

/** Decoding is one to one but for bytes that are no UTF-8. */
function isText(bytes: Uint8Array, text: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString('utf8') !== text) return false;
  return !text.includes(REPLACEMENT) || buffer.equals(Buffer.from(text));
}

/** Where record and decision part. */
function differenceOf(record: EvaluationRecord, { laws }: Decision): string {
  try {
    for (const [place, recorded] of lawsOfRecord(record).entries()) {
      const law = laws[place];
      if (law === undefined || recorded.result !== law.result) {
        return `${recorded.law_id} is recorded as ${recorded.result}, but its request and facts give ${law?.result}.`;
      }
      if (recorded.reason !== law.reason || canonicalJson(recorded.details) !== canonicalJson(law.details)) {
        return `${recorded.law_id} is recorded with another reason than its request and facts give.`;
      }
    }
  } catch {
    return 'The law results of this evaluation are not recorded as they are given.';
  }
  return 'The record of this evaluation says something else than its request and facts give.';
}
