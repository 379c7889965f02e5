/** Sends bytes over connections of their own, and knows that the receiver has read them. */

import type net from 'node:net';
import { finished } from 'node:stream/promises';
import { reachable } from '../../endpoints/addresses.ts';
import { guardedSocket, type SocketTarget } from './guarded-socket.ts';
import { systemNames } from './names.ts';
import { Stopped, sendError, TimeLimit } from './send-fault.ts';

export interface GuardedSockets {
  /**
   * Sends everything and ends the connection. A receiver that answers the end has read all before it, which no earlier
   * sign of a protocol without answers tells. Never rejects because of the receiver.
   * @returns null if everything was read; otherwise the error in words.
   */
  sendAll(target: SocketTarget, bytes: Uint8Array, stop: AbortSignal): Promise<string | null>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Without any progress. */
const IDLE_TIMEOUT_MS = 15_000;
/** For all bytes and the answer to the end. */
const TOTAL_TIMEOUT_MS = 60_000;

export function guardedSockets(allowNetworks: readonly string[]): GuardedSockets {
  const names = systemNames();
  const deps = {
    reachable: reachable(allowNetworks),
    resolve: names.resolve,
    timeoutMs: CONNECT_TIMEOUT_MS,
  };
  return {
    async sendAll(target, bytes, stop) {
      try {
        const socket = await guardedSocket(target, deps, stop);
        await deliver(socket, bytes, stop);
        return null;
      } catch (error) {
        if (error instanceof TimeLimit) return 'The receiver did not take everything in time.';
        return sendError(error, null, CONNECT_TIMEOUT_MS);
      }
    },
    close: () => names.close(),
  };
}

async function deliver(socket: net.Socket, bytes: Uint8Array, stop: AbortSignal): Promise<void> {
  const breakOff = (reason: Error) => void socket.destroy(reason);
  const timer = setTimeout(() => breakOff(new TimeLimit()), TOTAL_TIMEOUT_MS);
  const stopped = () => breakOff(new Stopped());
  if (stop.aborted) stopped();
  stop.addEventListener('abort', stopped, { once: true });
  socket.setTimeout(IDLE_TIMEOUT_MS, () => breakOff(new TimeLimit()));
  // A receiver that ends first may not have read the rest.
  socket.once('end', () => {
    if (!socket.writableFinished) breakOff(Object.assign(new Error('ended early'), { code: 'ECONNRESET' }));
  });
  socket.resume();
  try {
    socket.end(bytes);
    await finished(socket);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', stopped);
    socket.destroy();
  }
}
