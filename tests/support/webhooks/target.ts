/** Servers on this machine that stand in for webhook targets, and note each request. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface Arrival {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HttpTarget {
  port: number;
  arrivals: Arrival[];
  /** How many connections were made to it. */
  connections(): number;
}

/** Ends when the test does. */
export async function httpTarget(
  t: TestContext,
  answer: (response: ServerResponse, arrival: Arrival) => void,
  { host = '127.0.0.1', tls }: { host?: string; tls?: ServerOptions } = {},
): Promise<HttpTarget> {
  const arrivals: Arrival[] = [];
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const arrival = { method, path, headers, body: Buffer.concat(parts).toString('utf8') };
      arrivals.push(arrival);
      answer(response, arrival);
    });
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  const { port, connections } = await listening(t, server, host);
  return { port, arrivals, connections };
}

export interface RawTarget {
  port: number;
  connections(): number;
}

/** A server that answers as the test wants, in HTTP or not, once something has arrived. */
export async function rawTarget(t: TestContext, answer: (socket: Socket) => void): Promise<RawTarget> {
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  return listening(t, server, '127.0.0.1');
}

async function listening(t: TestContext, server: Server, host: string): Promise<RawTarget> {
  const open = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  t.after(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, connections: () => count };
}
