/** A connection that can go silent, as a network does: it refuses nothing, and delivers nothing. It can also be cut. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Proxy {
  /** The given address, through this proxy. */
  url: string;
  /** From now on nothing is passed on in either direction; data that is sent waits. */
  silence(): void;
  /** Ends the silent connections, and serves new ones again. */
  restore(): void;
  /** Resets each current connection on both sides, in the middle of its next data. */
  cut(): void;
  /** Passes on what is asked next, and resets the connection in place of the answer. */
  loseNextAnswer(): void;
  /** How often something was asked after the answer to what was asked before, over all connections. */
  roundTrips(): number;
  /** Ends the connections, and leads new ones to this server. */
  lead(target: string): void;
  close(): void;
}

export async function startProxy(target: string): Promise<Proxy> {
  let { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const doomed = new Set<Socket>();
  let silent = false;
  let losesAnswer = false;
  let roundTrips = 0;
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    tie(incoming, outgoing, { sockets, doomed });
    const reset = () => {
      for (const socket of [incoming, outgoing]) socket.resetAndDestroy();
    };
    let isAnswered = true;
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        if (silent) return;
        if (from === incoming && isAnswered) roundTrips += 1;
        isAnswered = from === outgoing;
        if (isAnswered && losesAnswer) {
          losesAnswer = false;
          return reset();
        }
        if (doomed.has(from)) to.write(chunk.subarray(0, chunk.length / 2), reset);
        else to.write(chunk);
      });
    pass(incoming, outgoing);
    pass(outgoing, incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: addressOf(server, target),
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
    loseNextAnswer() {
      losesAnswer = true;
    },
    roundTrips: () => roundTrips,
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

/** The target's address, with the port of the server that stands before it. */
function addressOf(server: Server, target: string): string {
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return url.href;
}

/** Remembers both while they are open; either takes the other with it. */
function tie(
  incoming: Socket,
  outgoing: Socket,
  { sockets, doomed }: Record<'sockets' | 'doomed', Set<Socket>>,
) {
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
}
