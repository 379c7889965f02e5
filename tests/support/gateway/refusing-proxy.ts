/** A proxy before the service that refuses some requests, as the service itself or a balancer may. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface RefusingProxy {
  url: string;
  /** The status of a request that is refused; undefined for one that is passed on. */
  refuse: (path: string, body: string) => number | undefined;
}

export async function startRefusingProxy(t: TestContext, target: string): Promise<RefusingProxy> {
  const proxy: RefusingProxy = { url: '', refuse: () => undefined };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = 'GET', url = '', headers } = request;
    const status = proxy.refuse(url, body);
    response.setHeader('content-type', 'application/json');
    if (status !== undefined) {
      response.writeHead(status).end('{"detail": "refused by the proxy"}');
      return;
    }
    const passed = await fetch(target + url, {
      method,
      headers: {
        authorization: String(headers.authorization ?? ''),
        'x-api-key': String(headers['x-api-key'] ?? ''),
        'content-type': 'application/json',
      },
      ...(body === '' ? {} : { body }),
    });
    response.writeHead(passed.status).end(await passed.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
