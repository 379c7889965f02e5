/** Fills channels in each state: as made, changed, switched off, disabled after a refusal, and gone. */
import assert from 'node:assert/strict';
import { CHANNELS, newChannel, writeMessage } from '../channels/channels.ts';
import { ask, type TestService } from '../http/in-process.ts';
import { until } from '../until.ts';

const URL = 'https://receiver.invalid/flow';

export async function channelsOf({ service, app }: TestService): Promise<void> {
  await newChannel(app, `${URL}/made`);
  const change = async (channelId: string, path: string, call: object) => {
    const { status, body } = await ask(app, 'a', `${CHANNELS}/${channelId}${path}`, call);
    assert.equal(status, 200, JSON.stringify(body));
  };
  const gone = await newChannel(app, `${URL}/gone`);
  await change(gone, '', { method: 'DELETE' });
  const fallen = await newChannel(app, `${URL}/fallen`);
  await refused({ service, app }, fallen);
  const off = await newChannel(app, `${URL}/off`);
  await change(off, '', { method: 'PATCH', body: { name: 'off' } });
  await change(off, '/disable', { body: {} });
  const changed = await newChannel(app, `${URL}/first`);
  const body = { name: 'changed', options: { digest_above: 5 }, secrets: { url: `${URL}/second` } };
  await change(changed, '', { method: 'PATCH', body });
}

/** As the sending thread does if the receiver takes nothing more. */
async function refused({ service }: TestService, channelId: string): Promise<void> {
  const { db, clock } = service;
  const at = clock.now();
  const messageId = await writeMessage(service, channelId);
  const row = db.selectFrom('channels').selectAll().where('channel_id', '=', channelId);
  const { chain } = await row.executeTakeFirstOrThrow();
  await db
    .insertInto('channel_attempts')
    .values({
      chain,
      message_id: messageId,
      attempt: 1,
      started_at: at,
      duration_ms: 1,
      fault: 'channel',
      error: 'The workflow answered 410.',
    })
    .execute();
  await db
    .updateTable('channels')
    .set({ disabled_at: at, disabled_reason: 'refused' })
    .where('channel_id', '=', channelId)
    .execute();
  await until(async () => (await row.executeTakeFirst())?.disabled_evidence_id != null);
}
