/**
 * Closes connections so that a stop interrupts no request, waits for pending answers, and for nothing else.
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const EVERY_MS = 50;
/**
 * How long a connection must bring nothing to count as unused, ms: a client that has just been answered may
 * be sending its next request.
 */
const UNUSED_MS = 500;
/** How long to wait for connections to be unused, ms. */
const MAX_WAIT_MS = 5_000;
/**
 * How long a connection that never brought anything stays after that, ms. Browsers and load balancers open
 * such connections.
 */
const GRACE_MS = 1_000;

/**
 * While the application closes, each answer tells its client that the connection ends with it. Open but
 * unused connections are closed after that, and at once if they never sent anything: the server itself would
 * wait for them until their request times out.
 */
export function closeConnectionsInTime(app: FastifyInstance): void {
  const { server } = app;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    if (!server.listening) return;
    await untilUnused(sockets);
    let elapsedMs = 0;
    const closing = setInterval(() => {
      elapsedMs += EVERY_MS;
      server.closeIdleConnections();
      if (elapsedMs < GRACE_MS) return;
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, EVERY_MS);
    server.once('close', () => clearInterval(closing));
  });
}

/** Resolves once none of the currently open connections brings anything more, or all are closed. */
async function untilUnused(sockets: ReadonlySet<Socket>): Promise<void> {
  const bytesRead = new Map([...sockets].map((socket) => [socket, socket.bytesRead]));
  let unusedMs = 0;
  for (let elapsedMs = 0; elapsedMs < MAX_WAIT_MS && unusedMs < UNUSED_MS; elapsedMs += EVERY_MS) {
    let isUsed = false;
    for (const [socket, before] of bytesRead) {
      if (!sockets.has(socket)) bytesRead.delete(socket);
      else if (socket.bytesRead !== before) {
        bytesRead.set(socket, socket.bytesRead);
        isUsed = true;
      }
    }
    if (bytesRead.size === 0) return;
    unusedMs = isUsed ? 0 : unusedMs + EVERY_MS;
    await sleep(EVERY_MS);
  }
}
