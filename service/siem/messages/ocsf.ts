/**
 * A fact as an event of OCSF 1.8.0 (schema.ocsf.io/1.8.0): evaluations, decisions and changes as API Activity (6003) with
 * the profile `security_control`, sign-ins as Authentication (3002), an altered chain as Detection Finding (2004), the
 * rest as Base Event (0).
 */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { Fact } from './fact.ts';
import { severityOf } from './severity.ts';

export const OCSF_VERSION = '1.8.0';

/** Where the facts come from: the same in every message of a range. */
export interface Source {
  tenant: string;
  environment: string;
  /** The published id of the chain. */
  chain: string;
  /** How callers reach the service: a host name. */
  host: string;
}

interface Activity {
  classUid: number;
  id: number;
  /** Needed where the id is 99, "Other". */
  name?: string;
}

const API_ACTIVITY = 6003;
const AUTHENTICATION = 3002;
const DETECTION_FINDING = 2004;
const BASE_EVENT = 0;
const OTHER = 99;

/** The security control's action and disposition, by verdict. */
const OF_VERDICT: Record<string, { action_id: number; disposition_id: number; status_id: number }> = {
  proceed: { action_id: 1, disposition_id: 1, status_id: 1 },
  block: { action_id: 2, disposition_id: 2, status_id: 2 },
  escalate: { action_id: OTHER, disposition_id: OTHER, status_id: OTHER },
};
const OF_TYPE: Record<string, { action_id: number; disposition_id: number; status_id: number }> = {
  action_approved: { action_id: 1, disposition_id: 8, status_id: 1 },
  action_rejected: { action_id: 2, disposition_id: 25, status_id: 2 },
};

/** The words that OCSF wants beside the id 99. */
const ESCALATED = { action: 'Escalated', disposition: 'Escalated', status: 'Escalated' };

/** @returns JSON in ASCII, always in the same form, without a line break. */
export function ocsfMessage(fact: Fact, source: Source): string {
  return asciiJson(ocsfEvent(fact, source));
}

export function ocsfEvent(fact: Fact, source: Source): JsonObject {
  const { classUid, id, name } = activityOf(fact);
  const control = OF_TYPE[fact.type] ?? (fact.verdict === null ? undefined : OF_VERDICT[fact.verdict]);
  const isControl = classUid === API_ACTIVITY && control !== undefined;
  return {
    class_uid: classUid,
    category_uid: Math.floor(classUid / 1000),
    activity_id: id,
    ...(name !== undefined && { activity_name: name }),
    type_uid: classUid * 100 + id,
    severity_id: severityOf(fact),
    time: fact.at,
    message: sentenceOf(fact),
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'Assize', vendor_name: 'Assize' },
      uid: fact.id,
      sequence: fact.position,
      log_name: source.chain,
      event_code: fact.type,
      tenant_uid: source.tenant,
      labels: [`environment:${source.environment}`],
      ...(isControl && { profiles: ['security_control'] }),
    },
    ...ofClass(classUid, fact, source),
    ...(isControl ? controlled(fact, control) : { status_id: 1 }),
    unmapped: {
      ...(fact.verdict !== null && { verdict: fact.verdict }),
      ...(fact.hash !== null && { leaf_hash: `sha256:${fact.hash}` }),
      ...fact.summary?.values,
    },
  };
}

function activityOf({ type, action }: Fact): Activity {
  const api = (id: number, name?: string): Activity =>
    name === undefined ? { classUid: API_ACTIVITY, id } : { classUid: API_ACTIVITY, id, name };
  switch (type) {
    case 'governance_eval':
      return api(OTHER, 'Evaluate');
    case 'action_approved':
      return api(OTHER, 'Approve');
    case 'action_rejected':
      return api(OTHER, 'Reject');
    case 'action_executed':
      return api(OTHER, 'Execute');
    case 'compliance_check':
      return api(OTHER, 'Check');
    case 'trust_update':
      return api(3);
    case 'governance_change':
      return action === 'member.sign_in' ? { classUid: AUTHENTICATION, id: 1 } : api(changeIn(action));
    case 'evidence.integrity_failed':
      return { classUid: DETECTION_FINDING, id: 1 };
    default:
      return { classUid: BASE_EVENT, id: OTHER, name: type };
  }
}

/** Create, update or delete. */
function changeIn(action: string | null): number {
  const verb = action?.split('.').at(-1) ?? '';
  if (/^(?:create|add|register|invite|join|import)/.test(verb)) return 1;
  return /^(?:delete|remove|revoke|retire|withdraw)/.test(verb) ? 4 : 3;
}

function ofClass(classUid: number, fact: Fact, { host }: Source): JsonObject {
  const who = fact.actor ?? 'unknown';
  if (classUid === API_ACTIVITY) {
    return {
      actor: { user: { uid: who } },
      api: { operation: fact.action ?? fact.type, service: { name: 'Assize' } },
      src_endpoint: { uid: who },
      dst_endpoint: { hostname: host },
    };
  }
  if (classUid === AUTHENTICATION) return { user: { uid: who }, service: { name: 'Assize' } };
  if (classUid === DETECTION_FINDING)
    return { finding_info: { uid: fact.id, title: 'The evidence was altered' } };
  return {};
}

function controlled(
  { verdict, type, summary }: Fact,
  control: { action_id: number; disposition_id: number; status_id: number },
): JsonObject {
  const reasons = summary?.reasons ?? [];
  const decision = verdict ?? type;
  return {
    ...control,
    ...(control.status_id === OTHER && ESCALATED),
    is_alert: type === 'governance_eval' && verdict !== 'proceed',
    authorizations:
      reasons.length === 0 ? [{ decision }] : reasons.map(({ law }) => ({ decision, policy: { name: law } })),
    ...(reasons.length > 0 && { status_detail: reasons.map(({ sentence }) => sentence).join('; ') }),
  };
}

/** Says in one line what happened. */
export function sentenceOf({ type, action, verdict, actor, summary }: Fact): string {
  const what = [type, verdict, action, actor === null ? null : `by ${actor}`];
  const told = type === 'sink.gap' ? [summary?.values.message] : [];
  return [...what, ...told].filter((part) => part != null).join(' ');
}

/** Characters outside ASCII are escaped, so that no receiver has to guess an encoding or sees a line end. */
function asciiJson(value: JsonObject): string {
  return canonicalJson(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
