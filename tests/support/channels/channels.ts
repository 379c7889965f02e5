/** Sets channels up through the API, and adds what tests read of them. */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { ask } from '../http/in-process.ts';

export const CHANNELS = '/api/v1/channels';

/** @returns the id of a channel of Teams. */
export async function newChannel(
  app: FastifyInstance,
  url: string,
  call: Parameters<typeof ask>[3] = {},
): Promise<string> {
  const body = { kind: 'teams', name: 'Finance', secrets: { url } };
  const { status, body: made } = await ask(app, 'a', CHANNELS, { body, ...call });
  assert.equal(status, 200, JSON.stringify(made));
  return made.id;
}

/** @returns the id of a message that was given up. */
export async function writeMessage({ db, ids }: Service, channelId: string): Promise<string> {
  const message_id = ids.random('msg');
  const { chain } = await db
    .selectFrom('channels')
    .select('chain')
    .where('channel_id', '=', channelId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('channel_messages')
    .values({
      chain,
      message_id,
      channel_id: channelId,
      approval_id: ids.random('apr'),
      reason: 'request',
      recipient: '',
      status: 'failed',
      next_at: null,
      created_at: 0,
    })
    .execute();
  return message_id;
}
