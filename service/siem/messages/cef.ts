/** A fact in ArcSight's Common Event Format, version 0. Its escapes keep a value from ending its field or its line. */
import type { Fact } from './fact.ts';
import { type Source, sentenceOf } from './ocsf.ts';
import { severityOf } from './severity.ts';

/** CEF counts from 0 to 10. */
const SEVERITY = { 1: 2, 2: 3, 3: 5, 4: 8, 5: 10 } as const;
/** The version of this form, not of the service: the same record must give the same message after an upgrade. */
const DEVICE_VERSION = '1';
/** C0 and C1 controls, line and paragraph separators, and the byte order mark. */
const NOT_SHOWN = /[\p{Cc}\u2028\u2029\ufeff]/gu;

export function cefMessage(fact: Fact, source: Source): string {
  const header = ['Assize', 'Assize', DEVICE_VERSION, signatureOf(fact), nameOf(fact)];
  const severity = SEVERITY[severityOf(fact)];
  return `CEF:0|${header.map(inHeader).join('|')}|${severity}|${extensionOf(fact, source)}`;
}

function signatureOf({ type, verdict }: Fact): string {
  return verdict === null ? type : `${type}.${verdict}`;
}

const NAMES: Record<string, string> = {
  governance_eval: 'Action evaluated',
  action_executed: 'Action executed',
  action_approved: 'Action approved',
  action_rejected: 'Action rejected',
  compliance_check: 'Compliance checked',
  trust_update: 'Trust updated',
  governance_change: 'Governance changed',
  'sink.gap': 'Records skipped',
};

function nameOf({ type }: Fact): string {
  return NAMES[type] ?? type;
}

function extensionOf(fact: Fact, { tenant, environment, chain, host }: Source): string {
  const values = fact.summary?.values ?? {};
  const reasons = (fact.summary?.reasons ?? []).map(({ law, sentence }) => `${law}: ${sentence}`);
  const fields: [string, string | null | undefined][] = [
    ['rt', String(fact.at)],
    ['externalId', fact.id],
    ['cat', fact.type],
    ['act', fact.action],
    ['outcome', fact.verdict ?? values.resolution ?? values.outcome],
    ['suser', fact.actor],
    ['dvchost', host],
    ...labelled('cn1', 'position', String(fact.position)),
    ...labelled('cs1', 'chain', chain),
    ...labelled('cs2', 'tenant', `${tenant}/${environment}`),
    ...labelled('cs3', 'leafHash', fact.hash),
    ...labelled('cs4', 'agent', values.agent_id),
    ...labelled('cs5', 'user', values.user_id),
    ...labelled('cs6', 'names', namesIn(values)),
    ['reason', reasons.length === 0 ? null : reasons.join('; ')],
    ['msg', sentenceOf(fact)],
  ];
  return fields.flatMap(([key, value]) => (value == null ? [] : [`${key}=${inExtension(value)}`])).join(' ');
}

function labelled(key: string, label: string, value: string | null | undefined): [string, string | null][] {
  return value == null
    ? []
    : [
        [key, value],
        [`${key}Label`, label],
      ];
}

/** The names that have no field of their own. */
function namesIn(values: Readonly<Record<string, string>>): string | null {
  const rest = Object.entries(values).filter(([name]) => name !== 'agent_id' && name !== 'user_id');
  return rest.length === 0 ? null : rest.map(([name, value]) => `${name}:${value}`).join(' ');
}

function inHeader(text: string): string {
  return text.replace(NOT_SHOWN, ' ').replace(/[\\|]/g, (one) => `\\${one}`);
}

function inExtension(text: string): string {
  return text
    .replace(/[\\=]/g, (one) => `\\${one}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(NOT_SHOWN, ' ');
}
