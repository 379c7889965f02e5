/**
 * Keeps one connection to Slack for each app that uses Socket Mode, on the node that holds its lease. Slack spreads
 * presses over the connections of an app, so the channels of one app share one. Another node takes over when the lease ends.
 */
import { hash } from 'node:crypto';
import { holdLease, releaseLease } from '../../database/nodes/lease.ts';
import type { LeaseDeps } from '../../database/nodes/leased-chore.ts';
import type { Chore } from '../../foundation/chores.ts';
import type { OpenedSlack, SlackDoor } from './door.ts';
import { openSocket, type SlackSocket, type SocketDeps } from './socket.ts';

export interface SocketsDeps extends LeaseDeps {
  door: SlackDoor;
  /** The enabled channels of all tenants that use Socket Mode. */
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

/** The channels that share a connection, as they are now. */
interface Connection {
  socket: SlackSocket;
  channels: readonly OpenedSlack[];
}

export function slackSockets(deps: SocketsDeps): SlackSockets {
  const { db, clock, ids } = deps;
  const holder = ids.random('node');
  const connections = new Map<string, Connection>();

  async function keep(lease: string, channels: readonly OpenedSlack[]): Promise<void> {
    const isHeld = await holdLease(db, { name: lease, holder, nowMs: clock.now(), forMs: LEASE_MS });
    const present = connections.get(lease);
    if (!isHeld) await end(lease);
    else if (present !== undefined) present.channels = channels;
    else connections.set(lease, await connected(deps, channels));
  }

  async function end(lease: string): Promise<void> {
    const { socket } = connections.get(lease) ?? {};
    connections.delete(lease);
    await socket?.close();
  }

  async function leave(lease: string): Promise<void> {
    await end(lease);
    await releaseLease(db, lease, holder);
  }

  return {
    chore: {
      name: 'keep connections to Slack',
      everyMs: EVERY_MS,
      async run() {
        const wanted = Map.groupBy(await deps.socketChannels(), leaseOf);
        for (const lease of [...connections.keys()]) if (!wanted.has(lease)) await leave(lease);
        for (const [lease, channels] of wanted) await keep(lease, channels);
      },
    },
    async close() {
      await Promise.all([...connections.keys()].map(leave));
    },
  };
}

/** Another token needs another connection. The name shows nothing of it. */
function leaseOf({ tenantId, secrets }: OpenedSlack): string {
  return `slack ${tenantId} ${hash('sha256', secrets.app_token ?? '', 'hex').slice(0, 16)}`;
}

async function connected(deps: SocketsDeps, channels: readonly OpenedSlack[]): Promise<Connection> {
  const [first] = channels;
  const socket = openSocket({
    appToken: first?.secrets.app_token ?? '',
    network: await deps.network(),
    receive: (payload) => deps.door.receiveOver(connection.channels, payload),
    onFault: (error) =>
      deps.log.warn(
        { tenant: first?.tenantId, app: first?.options.app, problem: error.message },
        'no connection to Slack, or a press that could not be taken in',
      ),
  });
  const connection: Connection = { socket, channels };
  return connection;
}
