/** Sends messages about approvals to channels, with a clock that a test moves and chores that run on demand. */
import { randomFillSync } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dueMessages } from '@assize/service/channels/outbox/due.ts';
import { Poster } from '@assize/service/channels/outbox/poster.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { ChannelMessagesTable, ChannelsTable } from '@assize/service/database/tables/channel.ts';
import { type EventDraft, eventOf, writeEvent } from '@assize/service/events/index.ts';
import { secretBox } from '@assize/service/webhooks/endpoints/sealing.ts';
import { openGuardedFetch } from '@assize/service/webhooks/sending/index.ts';
import { createSender } from '@assize/service/webhooks/sending/send.ts';
import type { Selectable } from 'kysely';
import { type Outbox, openOutbox } from '../webhooks/outbox.ts';

const fillRandom = (target: Uint8Array) => void randomFillSync(target);
const BOX = secretBox(Buffer.alloc(32, 7), fillRandom);
const LOOK_EVERY_MS = 20;
const LIFETIME_MS = 30 * 86_400_000;
/** Limit for an answer, ms: only a target that never answers reaches it. */
const SEND_TIMEOUT_MS = 120_000;

export interface ChannelNode {
  poster: Poster;
  /** Looks for work once. */
  begin(): Promise<void>;
  /** Looks for work until none is left that is due. */
  round(): Promise<void>;
}

export class ChannelOutbox {
  readonly outbox: Outbox;

  constructor(outbox: Outbox) {
    this.outbox = outbox;
  }

  async addChannel(url: string, chain = this.outbox.chain): Promise<string> {
    const { db, ids, clock } = this.outbox;
    const channel_id = ids.random('chn');
    const secrets = BOX.seal(Buffer.from(JSON.stringify({ url })), `${chain}/${channel_id}`);
    await db
      .insertInto('channels')
      .values({
        chain,
        channel_id,
        kind: 'teams',
        name: 'a test',
        options: '{"time_zone":"UTC"}',
        secrets,
        created_at: clock.now(),
        created_by: 'key_of_test',
        evidence_id: ids.ordered('ev', clock.now()),
      })
      .execute();
    await db
      .insertInto('channel_heads')
      .values({ chain, position: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return channel_id;
  }

  /** @returns the id of an approval that was opened, with its messages. */
  async opened(chain = this.outbox.chain, route: object | null = null): Promise<string> {
    const { db, ids, clock } = this.outbox;
    const at = clock.now();
    const approval_id = ids.ordered('apr', at);
    await db
      .insertInto('approvals')
      .values({
        chain,
        approval_id,
        evidence_id: ids.ordered('ev', at),
        status: 'pending',
        action: 'invoice.pay',
        agent_id: 'agent-7',
        user_id: null,
        requested_by: 'key_of_test',
        risk_level: 'high',
        required_approvals: 1,
        binding: Buffer.alloc(32),
        binding_version: 2,
        created_at: at,
        expires_at: at + LIFETIME_MS,
        route: route === null ? null : JSON.stringify(route),
        bundle: null,
      })
      .execute();
    await this.#happens('approval.created', approval_id, chain);
    return approval_id;
  }

  /** The approval was decided or used, wherever that was. */
  async becomes(approvalId: string, status: 'approved' | 'rejected' | 'consumed'): Promise<void> {
    const { db, chain } = this.outbox;
    await db.updateTable('approvals').set({ status }).where('approval_id', '=', approvalId).execute();
    await this.#happens(status === 'consumed' ? 'approval.used' : 'approval.resolved', approvalId, chain);
  }

  async #happens(
    type: 'approval.created' | 'approval.resolved' | 'approval.used',
    id: string,
    chain: number,
  ) {
    const { db, ids, clock } = this.outbox;
    const event = { chain, type, data: { approval_id: id }, at: clock.now() };
    await writeEvent(db, eventOf(ids, event as unknown as EventDraft));
    await this.outbox.handOn(chain);
  }

  /** Another node that sends; each call makes one. */
  async node(): Promise<ChannelNode> {
    const { db, clock, ids } = this.outbox;
    const allowNetworks = ['127.0.0.1/32'];
    const sender = createSender({ allowNetworks, clock, timeoutMs: SEND_TIMEOUT_MS });
    const guarded = await openGuardedFetch(allowNetworks);
    const log = { warn: () => undefined };
    const baseUrl = 'https://assize.example.org';
    const config = {
      baseUrl,
      mail: null,
      slackApiUrl: 'https://slack.invalid/',
      webhooks: { allowNetworks },
    };
    const given = { db, clock, ids, fillRandom, log, sender, guarded, mailer: null, secretBox: BOX, config };
    const poster = new Poster(given);
    this.outbox.closing.push(async () => {
      await poster.close();
      await sender.close();
      await guarded.close();
    });
    const chore = poster.chore();
    const begin = () => chore.run(new AbortController().signal);
    return {
      poster,
      begin,
      async round() {
        // One more look finds what happened while a message was sent.
        for (let idleLooks = 0; idleLooks < 2; ) {
          await begin();
          await sleep(LOOK_EVERY_MS);
          await poster.idle();
          idleLooks = (await dueMessages(db, clock.now(), [])).length > 0 ? 0 : idleLooks + 1;
        }
      },
    };
  }

  /** Those without reminders, in the order in which their approvals were opened. */
  messages(): Promise<Selectable<ChannelMessagesTable>[]> {
    const all = this.outbox.db.selectFrom('channel_messages').selectAll();
    return all.where('reason', '=', 'request').orderBy('created_at').orderBy('approval_id').execute();
  }

  channel(channelId: string): Promise<Selectable<ChannelsTable>> {
    const all = this.outbox.db.selectFrom('channels').selectAll();
    return all.where('channel_id', '=', channelId).executeTakeFirstOrThrow();
  }
}

/** Closed when the test ends. */
export async function openChannelOutbox(t: TestContext, location: DatabaseLocation): Promise<ChannelOutbox> {
  return new ChannelOutbox(await openOutbox(t, location));
}
