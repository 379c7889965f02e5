/** A connection that can go silent, as a network does: it refuses nothing, and delivers nothing. It can also be cut. */
import { connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  /** The address given, by way of this proxy. */
  url: string;
  /** From now on nothing is passed on, in either direction; what is sent waits. */
  silence(): void;
  /** Ends what had gone silent, and serves new connections again. */
  restore(): void;
  /** Each connection that there is now ends in the middle of what it passes on next, by a reset to both sides. */
  cut(): void;
  /** Ends the connections, and leads new ones to this server. */
  lead(target: string): void;
  close(): void;
}

export async function startProxy(target: string): Promise<Proxy> {
  let { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const doomed = new Set<Socket>();
  let silent = false;
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        doomed.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    const reset = () => {
      incoming.resetAndDestroy();
      outgoing.resetAndDestroy();
    };
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        if (silent) return;
        if (doomed.has(from)) to.write(chunk.subarray(0, chunk.length / 2), reset);
        else to.write(chunk);
      });
    pass(incoming, outgoing);
    pass(outgoing, incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    silence() {
      silent = true;
    },
    restore() {
      end();
      silent = false;
    },
    cut() {
      for (const socket of sockets) doomed.add(socket);
    },
    lead(other) {
      ({ hostname, port } = new URL(other));
      end();
    },
    close() {
      end();
      server.close();
    },
  };
}
