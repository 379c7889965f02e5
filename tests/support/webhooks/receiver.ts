/** A webhook receiver: a server that records each delivery and answers as the test wants. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface Received {
  path: string;
  id: string;
  body: string;
  headers: IncomingHttpHeaders;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** @param gone resolves once the connection is closed. @returns null to never answer. */
export type Answering = (received: Received, gone: Promise<void>) => Reply | null | Promise<Reply | null>;

export interface Receiver {
  url(path: string): string;
  /** In order of arrival. */
  received: Received[];
  at(path: string): Received[];
  /** From now on. */
  answer(answering: Answering): void;
  /** The highest number of simultaneous deliveries. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** Closed when the test ends. */
export async function startReceiver(t: Pick<TestContext, 'after'>): Promise<Receiver> {
  const received: Received[] = [];
  let answering: Answering = () => ({});
  let underWay = 0;
  let most = 0;

  async function take(one: Received, response: ServerResponse): Promise<void> {
    received.push(one);
    underWay += 1;
    most = Math.max(most, underWay);
    const gone = new Promise<void>((resolve) => {
      response.on('close', () => {
        underWay -= 1;
        resolve();
      });
    });
    const reply = await answering(one, gone);
    if (reply === null) return;
    response.writeHead(reply.status ?? 200, reply.headers);
    response.end(reply.body ?? 'ok');
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const id = String(request.headers['webhook-id']);
      void take({ path: request.url ?? '', id, body, headers: request.headers }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  t.after(close);
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    answer(wanted) {
      answering = wanted;
    },
    mostAtOnce: () => most,
    close,
  };
}
