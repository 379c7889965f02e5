/** The receivers that an address names: an endpoint of webhooks or a channel with something that was sent to it, or a sink. */
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { newChannel, writeMessage } from '../channels/channels.ts';
import { newSink } from '../siem/sinks.ts';
import { newEndpoint, writeDelivery } from '../webhooks/webhook-endpoints.ts';

/** @returns the ids for the placeholders of a path, by placeholder; only those that it has are made. */
export async function receiversFor(
  url: string,
  service: Service,
  app: FastifyInstance,
): Promise<Record<string, string>> {
  if (url.includes('{endpoint_id}')) {
    const { id } = await newEndpoint(app);
    const delivery = { status: 'failed', createdAt: 0 } as const;
    return { '{endpoint_id}': id, '{event_id}': await writeDelivery(service, id, delivery) };
  }
  if (url.includes('{sink_id}')) {
    const options = { host: 'siem.invalid' };
    return { '{sink_id}': await newSink(app, { kind: 'syslog', name: 'SIEM', options }) };
  }
  if (!url.includes('{channel_id}')) return {};
  const id = await newChannel(app, 'https://workflow.invalid/flow');
  return { '{channel_id}': id, '{message_id}': await writeMessage(service, id) };
}
