/**
 * A line of usage as a CloudEvent (CloudEvents 1.0, JSON format): what metering systems take as it is. `source` and `id`
 * together are of one line for ever, so whoever is sent one twice counts it once.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { UsageLine } from './lines.ts';
import type { Meter } from './prices.ts';

export const USAGE_FORMATS = ['cloudevents'] as const;

/** Storage is stated to the byte, in whole numbers, since some systems take no others. */
const TYPES: Record<Meter, { type: string; unit: string }> = {
  governance_evaluations: { type: 'assize.usage.governance_evaluations', unit: 'evaluation' },
  evidence_emissions: { type: 'assize.usage.evidence_emissions', unit: 'emission' },
  compliance_checks: { type: 'assize.usage.compliance_checks', unit: 'check' },
  core_api_calls: { type: 'assize.usage.core_api_calls', unit: 'call' },
  trust_score_queries: { type: 'assize.usage.trust_score_queries', unit: 'query' },
  evidence_storage_gb: { type: 'assize.usage.evidence_storage', unit: 'byte' },
};

/** @param tenantId becomes its subject: who is to pay. */
export function cloudEventOf({ id, meter, value, from, to }: UsageLine, tenantId: string): JsonObject {
  const { type, unit } = TYPES[meter];
  const [chain = ''] = id.split('/');
  return {
    specversion: '1.0',
    id,
    source: `assize/${chain}`,
    type,
    subject: tenantId,
    // The last moment of what it is of: so it falls into the month that it is billed in, and is as new as can be.
    time: iso(to - 1),
    datacontenttype: 'application/json',
    data: { value, unit, from: iso(from), to: iso(to) },
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
