/**
 * The mail about an endpoint that was disabled, because it answered that it is gone or because all deliveries
 * failed.
 */
import type { JsonObject } from '@assize/evidence-format';
import { type Addressee, type Letter, pageOf } from './letter.ts';
import { factOf, oneLine, timeInMail } from './plain.ts';

const REASONS: Record<string, string> = {
  gone: 'It answered 410 Gone, which means that it is not coming back.',
  failing: 'Nothing could be delivered to it for five days.',
};

export function webhookDisabled(addressee: Addressee, [endpoint = {}]: readonly JsonObject[]): Letter {
  const { tenant, environment, baseUrl } = addressee;
  const host = hostOf(endpoint.url);
  const id = factOf(endpoint.endpoint_id);
  const facts: [string, string][] = [
    ['Endpoint', id],
    ['Environment', environment],
  ];
  if (typeof endpoint.failing_since === 'string')
    facts.push(['Failing since', timeInMail(endpoint.failing_since)]);
  return {
    subject: `Webhook endpoint switched off: ${host} (${tenant})`,
    heading: 'A webhook endpoint was switched off',
    paragraphs: [
      `${REASONS[String(endpoint.reason)] ?? 'Nothing could be delivered to it.'} It is sent no more events, and events that happen from now on are not kept for it.`,
    ],
    items: [{ title: host, facts, page: pageOf(addressee, '/webhooks', id) }],
    advice: [
      `When it works again, enable it: POST ${baseUrl}/api/v1/webhooks/${id}/enable. Earlier failed deliveries are in its log, and can be replayed.`,
    ],
  };
}

/** An address can have a secret in its path, so only the host is shown. */
function hostOf(url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url)) return '–';
  return oneLine(new URL(url).host, 80);
}
