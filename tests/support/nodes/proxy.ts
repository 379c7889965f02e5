/** A connection that can go silent, as a network does: it refuses nothing, and delivers nothing. It can also be cut. */
import { connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  /** The given address, through this proxy. */
  url: string;
  /** From now on nothing is passed on in either direction; data that is sent waits. */
  silence(): void;
  /** Ends the silent connections, and serves new ones again. */
  restore(): void;
  /** Resets each current connection on both sides, in the middle of its next data. */
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
