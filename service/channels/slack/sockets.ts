/**
 * Keeps one connection to Slack for each channel that uses Socket Mode, on one node: the node that holds the channel's
 * lease. Another node takes over when the lease ends.
 */
import { holdLease, releaseLease } from '../../database/nodes/lease.ts';
import type { LeaseDeps } from '../../database/nodes/leased-chore.ts';
import type { Chore } from '../../foundation/chores.ts';
import type { OpenedSlack, SlackDoor } from './door.ts';
import { openSocket, type SlackSocket, type SocketDeps } from './socket.ts';

export interface SocketsDeps extends LeaseDeps {
  door: SlackDoor;
  /** The enabled channels that use Socket Mode. */
  socketChannels(): Promise<OpenedSlack[]>;
  network(): Promise<SocketDeps['network']>;
  log: { warn(about: object, message: string): void };
}

export interface SlackSockets {
  chore: Chore;
  close(): Promise<void>;
}

const EVERY_MS = 5000;
/** A node that is gone is replaced after this long. */
const LEASE_MS = 20_000;

interface Kept {
  socket: SlackSocket;
  /** Another token needs another connection. */
  appToken: string;
}

export function slackSockets(deps: SocketsDeps): SlackSockets {
  const { db, clock, ids } = deps;
  const holder = ids.random('node');
  const kept = new Map<string, Kept>();

  async function end(channelId: string): Promise<void> {
    const { socket } = kept.get(channelId) ?? {};
    kept.delete(channelId);
    await socket?.close();
  }

  async function keep(channel: OpenedSlack): Promise<void> {
    const { channelId, secrets } = channel;
    const appToken = secrets.app_token ?? '';
    const request = { name: leaseOf(channelId), holder, nowMs: clock.now(), forMs: LEASE_MS };
    const isHeld = await holdLease(db, request);
    const present = kept.get(channelId);
    if (present !== undefined && (!isHeld || present.appToken !== appToken)) await end(channelId);
    if (!isHeld || kept.has(channelId)) return;
    kept.set(channelId, { appToken, socket: await opened(deps, channel, appToken) });
  }

  return {
    chore: {
      name: 'keep connections to Slack',
      everyMs: EVERY_MS,
      async run() {
        const channels = await deps.socketChannels();
        const wanted = new Set(channels.map(({ channelId }) => channelId));
        for (const channelId of [...kept.keys()]) if (!wanted.has(channelId)) await leave(channelId);
        for (const channel of channels) await keep(channel);
      },
    },
    async close() {
      await Promise.all([...kept.keys()].map(leave));
    },
  };

  async function leave(channelId: string): Promise<void> {
    await end(channelId);
    await releaseLease(db, leaseOf(channelId), holder);
  }
}

const leaseOf = (channelId: string) => `slack ${channelId}`;

async function opened(deps: SocketsDeps, channel: OpenedSlack, appToken: string): Promise<SlackSocket> {
  return openSocket({
    appToken,
    network: await deps.network(),
    receive: (payload) => deps.door.receiveOver(channel, payload),
    onFault: (error) =>
      deps.log.warn(
        { channel: channel.channelId, problem: error.message },
        'has no connection to Slack, or could not take in a press',
      ),
  });
}
