/** Sends the same bytes to two services that differ only in the fast path, and compares all bytes of their answers. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type AddressInfo, connect } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { newDatabase } from '../databases/databases.ts';
import { startTestService, type TestService } from './in-process.ts';

/** Pieces of a connection: bytes to write, how long to wait before the next, ms, or the end of the client's side. */
export type Piece = string | Buffer | number | 'end';

export interface BothRoads {
  fast: TestService;
  ordinary: TestService;
  /**
   * Sends to both until they close the connection, and fails where they answer differently.
   * @param name for the message. @returns the answer, with `*` for each id.
   */
  compare(name: string, pieces: readonly Piece[]): Promise<string>;
  /** Moves the clock of both, which otherwise stands still. */
  pass(ms: number): void;
  /** How many requests Fastify has answered for the service with the fast path. */
  answeredByFastify(): number;
}

/** Both on databases of their own. */
export async function startBothRoads(
  t: TestContext,
  kind: DatabaseLocation['kind'],
  environment: Record<string, string> = {},
): Promise<BothRoads> {
  let passedMs = 0;
  const clock = { now: () => Date.UTC(2026, 0, 15, 12) + passedMs, monotonic: () => passedMs };
  const start = async (fastPath: 'on' | 'off') => {
    const { location, remove } = await newDatabase(kind);
    t.after(remove);
    const own = { ...environment, ASSIZE_FAST_PATH: fastPath };
    const started = await startTestService(t, location, own, { clock });
    await started.app.listen({ host: '127.0.0.1', port: 0 });
    return started;
  };
  const [fast, ordinary] = [await start('on'), await start('off')];
  const ports = [fast, ordinary].map(({ app }) => (app.server.address() as AddressInfo).port);
  const ofFast = new Set<unknown>([ports[0]]);
  let answered = 0;
  const count = (message: unknown): void => {
    const { request } = message as { request: { socket: { localPort?: number } } };
    if (ofFast.has(request.socket.localPort)) answered += 1;
  };
  subscribe('tracing:fastify.request.handler:start', count);
  t.after(() => unsubscribe('tracing:fastify.request.handler:start', count));
  return {
    fast,
    ordinary,
    pass: (ms) => {
      passedMs += ms;
    },
    answeredByFastify: () => answered,
    async compare(name, pieces) {
      const [byFast = '', byOrdinary] = await Promise.all(ports.map((port) => exchange(port, pieces)));
      assert.equal(byFast, byOrdinary, name);
      return byFast;
    },
  };
}

async function exchange(port: number, pieces: readonly Piece[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (piece: Buffer) => void received.push(piece));
  // A connection that the server resets has said all that it says.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const piece of pieces) {
    if (typeof piece === 'number') await sleep(piece);
    else if (piece === 'end') socket.end();
    else if (socket.writable) await new Promise((resolve) => socket.write(piece, resolve));
  }
  await closed;
  return withoutChance(Buffer.concat(received).toString('latin1'));
}

/** Ids are random, and node itself writes the date. */
function withoutChance(answer: string): string {
  return answer.replace(/\b([a-z]{2,4})_[0-9a-zA-Z]{10,}/g, '$1_*').replace(/^Date: .*$/gm, 'Date: *');
}
