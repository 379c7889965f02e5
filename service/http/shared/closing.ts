/** So that a stop waits for the answers that are due, and for nothing else. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const EVERY_MS = 100;
/** A request that is on its way may arrive, ms. */
const GRACE_MS = 1_000;

/**
 * While the application closes, ends connections whose last answer is out, and those that never sent anything, as
 * browsers and balancers open them. The server itself would wait for these until their request times out.
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
