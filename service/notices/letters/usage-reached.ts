/** The mail about 80, 100 or 150 % of a month's allowance. */
import type { JsonObject } from '@assize/evidence-format';
import { countsPerUnit, METERS, type Meter } from '../../foundation/meters.ts';
import { type Addressee, type Letter, pageOf } from './letter.ts';
import { factOf } from './plain.ts';

export function usageReached(
  percent: number,
): (addressee: Addressee, about: readonly JsonObject[]) => Letter {
  return (addressee, [usage = {}]) => {
    const { tenant, baseUrl } = addressee;
    const meter = factOf(usage.meter).replaceAll('_', ' ');
    const stops = usage.stops === true;
    return {
      subject: `${percent}% of this month's ${meter} are used (${tenant})`,
      heading: `${percent}% of the allowance of ${meter} is used`,
      paragraphs: [consequenceOf(percent, stops)],
      items: [
        {
          title: `${meter}, ${factOf(usage.period)}`,
          page: pageOf(addressee, '/usage'),
          facts: [
            ['Used', amountOf(usage.meter, usage.used)],
            ['Allowance', amountOf(usage.meter, usage.limit)],
            ['Tier', factOf(usage.tier)],
          ],
        },
      ],
      advice: [
        `The current figures: GET ${baseUrl}/api/v1/usage/summary.`,
        `A higher tier applies at once, for the whole month: on the server, assize tenants set-tier ${tenant} <tier>.`,
      ],
    };
  };
}

function consequenceOf(percent: number, stops: boolean): string {
  if (percent < 100) {
    return stops
      ? 'At 100% further use is refused (429) until the month ends.'
      : 'Nothing stops at 100%: use beyond it is charged as overage.';
  }
  if (stops) return 'Further use is refused (429) until the month ends.';
  if (percent === 100) return 'Nothing stops: from now on, use in this month is charged as overage.';
  return 'Nothing stops, and overage continues to be charged. A higher tier may cost less.';
}

function amountOf(meter: unknown, amount: unknown): string {
  if (typeof amount !== 'number') return '–';
  const per = METERS.includes(meter as Meter) ? countsPerUnit(meter as Meter) : 1;
  return per === 1 ? String(amount) : `${(amount / per).toFixed(3)} GB`;
}
