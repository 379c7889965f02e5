/**
 * The facts about a record or an event that a SIEM gets: the fields of its leaf, which never change, and where the sink wants it,
 * a summary of the payload. The same record gives the same fact at any time, so that what was sent can be shown again.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';

export interface Fact {
  /** The id of an artifact or an event. */
  id: string;
  /** Its place in its stream. */
  position: number;
  /** The type of the artifact, of the event, or `sink.gap`. */
  type: string;
  /** ms since the epoch. */
  at: number;
  action: string | null;
  verdict: string | null;
  actor: string | null;
  /** The hash of the leaf, in hex; null for an event. */
  hash: string | null;
  /** null where it is not wanted or gone; for an event, all that it says. */
  summary: Summary | null;
}

export interface Summary {
  /** Ids and other single values, by name. */
  values: Readonly<Record<string, string>>;
  /** Why an evaluation is not a `proceed`: the law, and its sentence. */
  reasons: readonly { law: string; sentence: string }[];
}

/** Longer texts are cut: what a model wrote must not flood a SIEM. */
const MAX_CHARACTERS = 500;
/** Members of a payload that name something and say nothing about it. */
const NAMES = [
  'agent_id',
  'user_id',
  'key_id',
  'approval_id',
  'escalation_id',
  'evaluation_id',
  'mandate_id',
  'session_id',
  'resolution',
  'outcome',
  'status',
  'risk_level',
] as const;

/** @param payload of an artifact of this type. */
export function summaryOf(type: string, payload: JsonObject): Summary {
  const values: Record<string, string> = {};
  const request = objectIn(payload.request);
  for (const from of [payload, request, objectIn(request.context)])
    for (const name of NAMES) if (values[name] === undefined) put(values, name, from[name]);
  // A change of governance names its subject: the key, the policy, the member.
  const change = objectIn(payload.change);
  for (const [name, value] of Object.entries(change))
    if (name.endsWith('_id') || name === 'name') put(values, name, value);
  const deciders = listIn(payload.decisions).map((decision) => objectIn(decision).party);
  put(values, 'decided_by', deciders.filter((party) => typeof party === 'string').join(', '));
  return { values, reasons: type === 'governance_eval' ? reasonsIn(objectIn(payload.laws)) : [] };
}

/** @param data of an event, which names things and holds nothing of a payload. */
export function summaryOfEvent(data: JsonObject): Summary {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(data)) put(values, name, value);
  return { values, reasons: [] };
}

function reasonsIn(laws: JsonObject): Summary['reasons'] {
  return Object.entries(laws).flatMap(([law, result]) => {
    const { fail, warn } = objectIn(result);
    const sentence = fail ?? warn;
    return typeof sentence === 'string' ? [{ law, sentence: cut(sentence) }] : [];
  });
}

function put(values: Record<string, string>, name: string, value: JsonValue | undefined): void {
  if (typeof value === 'string' && value !== '') values[name] = cut(value);
  else if (typeof value === 'number' || typeof value === 'boolean') values[name] = String(value);
}

/** Never between the halves of a character. */
function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`;
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
