/**
 * A line of usage as a CloudEvent (CloudEvents 1.0, JSON format), which metering systems accept unchanged.
 * `source` and `id` together identify one line for ever, so a system that receives it twice counts it once.
 */
import type { JsonObject } from '@assize/evidence-format';
import { countsPerUnit, METER, type Meter } from '../../foundation/meters.ts';
import type { UsageLine } from './lines.ts';

export const USAGE_FORMATS = ['cloudevents'] as const;

/** Values are the exact counts, storage in bytes, since some systems take only whole numbers. */
function typeOf(meter: Meter): string {
  return `assize.usage.${countsPerUnit(meter) === 1 ? meter : meter.replace(/_gb$/, '')}`;
}

/** @param tenantId becomes its subject: the account that pays. */
export function cloudEventOf({ id, meter, value, from, to }: UsageLine, tenantId: string): JsonObject {
  const [chain = ''] = id.split('/');
  return {
    specversion: '1.0',
    id,
    source: `assize/${chain}`,
    type: typeOf(meter),
    subject: tenantId,
    // The last moment of the line's time, so that the event falls into the month that it is billed in.
    time: iso(to - 1),
    datacontenttype: 'application/json',
    data: { value, unit: METER[meter].unit, from: iso(from), to: iso(to) },
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
