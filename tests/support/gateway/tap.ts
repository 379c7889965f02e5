/**
 * Stands between a gateway and a service, and reports each step of a call: before a request reaches the service, and
 * before its answer reaches the gateway.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/**
 * For example, `evaluate-2:after`: the service has answered its second evaluation, and the gateway does not know it
 * yet. At `gone`, the gateway has stopped waiting for the answer.
 */
export type Step = `${'evaluate' | 'wait' | 'outcome' | 'other'}-${number}:${'before' | 'after' | 'gone'}`;

export interface Tap {
  url: string;
  /** @param act is called at each step; true cuts the connection there. */
  watch(act: (step: Step) => boolean): void;
  /** The status of a request that is stopped before the service; undefined for one that reaches it. */
  refuse: (path: string, body: string) => number | undefined;
}

export async function tap(t: TestContext, target: string): Promise<Tap> {
  let act: (step: Step) => boolean = () => false;
  let counts: Record<string, number> = {};
  const tapped: Tap = {
    url: '',
    watch: (next) => {
      counts = {};
      act = next;
    },
    refuse: () => undefined,
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const kind = url.endsWith('/evaluate')
      ? 'evaluate'
      : url.includes('/approvals/')
        ? 'wait'
        : url.endsWith('/outcomes')
          ? 'outcome'
          : 'other';
    counts[kind] = (counts[kind] ?? 0) + 1;
    const name = `${kind}-${counts[kind]}` as const;
    response.on('close', () => {
      if (!response.writableFinished) act(`${name}:gone`);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (act(`${name}:before`)) return void request.socket.destroy();
    const asked = Buffer.concat(chunks);
    const refused = tapped.refuse(url, asked.toString('utf8'));
    if (refused !== undefined) {
      response.writeHead(refused, { 'content-type': 'application/json' }).end('{"detail": "not passed on"}');
      return;
    }
    const { host, connection, 'content-length': length, ...passed } = headers;
    const body = method === 'GET' ? {} : { body: asked };
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: passed as Record<string, string>,
      ...body,
    });
    const text = await answer.text();
    if (act(`${name}:after`)) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  tapped.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return tapped;
}
