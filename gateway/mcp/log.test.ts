import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lineClient, testWithGateway } from '../../tests/support/gateway/world.ts';

testWithGateway('writes-no-secret-of-a-server-that-repeats-what-it-was-sent', async (t, world) => {
  const server = createServer(({ url, headers }, response) => {
    const { authorization, 'x-api-key': key } = headers;
    const token = authorization?.split(' ')[1];
    response
      .writeHead(404)
      .end(`Cannot POST ${url} ${decodeURIComponent(url ?? '')} ${token} ${key}\u001b[2J`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { Authorization: 'Token secret-1', 'x-api-key': 'secret-2' };
  for (const address of [
    `127.0.0.1:${port}/s/secret-3?k=secret%2F4`,
    `secret-5:secret-6@127.0.0.1:${port}/`,
  ]) {
    const docs = { kind: 'http', name: 'docs', url: `http://${address}`, headers } as const;
    const client = lineClient(t, world.configuration({ servers: [docs] }));
    assert.equal((await client.ask('ping')).error.code, -32603);
    await client.end();
    assert.match(client.log(), /gave no answer/);
    assert.doesNotMatch(client.log() + client.text(), /secret-|secret%|secret\/|\p{Cc}\[2J/u);
  }
});
