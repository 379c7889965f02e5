/** Without a key, no request gets a 500 or no answer: each is refused with its reason. */
import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';

const HANG_MS = 300_000;
const AT_ONCE = 16;
const RUNS = 400;

/** Existing paths, and ways to distort an address. */
const PATHS = [
  ...[
    '/',
    '/docs',
    '/docs/',
    '/docs/static/',
    '/docs/static/index.css',
    '/openapi.json',
    '/healthz',
    '/readyz',
  ],
  ...[
    '/api/v1/evidence',
    '/api/v1/evidence/export/x/download',
    '/api/v1/core/trust/agent',
    '/api/v1/approvals/x',
  ],
  ...[
    '/v1/governance/evaluate',
    '/v1/approvals',
    '/sandbox',
    '/sandbox/',
    '/sandbox/v1/approvals',
    '/nowhere',
  ],
];
const BENDS = [
  ...[
    '',
    '/',
    '//',
    '/.',
    '/..',
    '/../..',
    '/%2e%2e',
    '/%2f',
    '/%5c..',
    '/%00',
    '%00',
    '/a%00b',
    '/%',
    '%',
    '%zz',
  ],
  ...[
    '/%c0%ae',
    '%E0%A4%A',
    '/*',
    ';',
    '#',
    '?',
    '?%',
    '?a=%00',
    '?signature=a&chain=b&expires=c',
    '\\',
    '\u00ff',
  ],
  `/${'a'.repeat(5000)}`,
  `/${'%41'.repeat(3000)}`,
];
const OTHER_TARGETS = ['*', 'x', '?', 'http://x/', 'http://x', 'http://[', '//x:99999999/', '/?%', '/\u0080'];
/** Five bytes, and the end of a chunked body. */
const BODY = '0\r\n\r\n';
const HEADERS = [
  '',
  'Content-Length: 0\r\n',
  'Content-Length: 5\r\nContent-Type: application/json\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Type: \u0000\r\n',
  'X-API-Key: \u00ff\r\n',
  'Authorization: Bearer\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: websocket\r\nConnection: upgrade\r\n',
];

testOnOneDatabase('refuses-every-method-at-every-bent-address', async (location, t) => {
  const ask = await listening(t, location);
  const targets = [...PATHS.flatMap((path) => BENDS.map((bend) => path + bend)), ...OTHER_TARGETS];
  const lines = targets.flatMap((target) =>
    ['GET', 'HEAD', 'QUERY', 'POST'].map((method) => `${method} ${target}`),
  );
  const everyMethod = [...METHODS, 'FOO'].flatMap((method) => PATHS.map((path) => `${method} ${path}`));
  await requireRefusals(
    ask,
    [...lines, ...everyMethod].map((line) => ({ line, headers: '' })),
  );
});

testOnOneDatabase('refuses-each-hostile-request', async (location, t) => {
  const ask = await listening(t, location);
  const target = fc.oneof(
    fc
      .tuple(fc.constantFrom(...PATHS), fc.array(fc.constantFrom(...BENDS), { maxLength: 3 }))
      .map(([path, bends]) => path + bends.join('')),
    fc.constantFrom(...OTHER_TARGETS),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const request = fc.record({
    line: fc.tuple(fc.constantFrom(...METHODS), target).map((parts) => parts.join(' ')),
    headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 2 }).map((headers) => headers.join('')),
  });
  await requireRefusals(ask, fc.sample(request, RUNS));
});

interface Sent {
  line: string;
  headers: string;
}
type Ask = (sent: Sent) => Promise<string>;

async function requireRefusals(ask: Ask, requests: readonly Sent[]): Promise<void> {
  for (let first = 0; first < requests.length; first += AT_ONCE) {
    const some = requests.slice(first, first + AT_ONCE);
    const answers = await Promise.all(some.map(ask));
    answers.forEach((answer, place) => {
      const context = `${JSON.stringify(some[place]).slice(0, 300)}: ${JSON.stringify(answer.slice(0, 300))}`;
      assert.match(answer, /^HTTP\/1\.1 [1-4]\d\d /, context);
      assert.doesNotMatch(answer, /node_modules|\n\s+at /, context);
    });
  }
}

async function listening(t: TestContext, location: Parameters<typeof startTestService>[1]): Promise<Ask> {
  const { app } = await startTestService(t, location);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return ({ line, headers }) =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket
        .setEncoding('latin1')
        .setTimeout(HANG_MS, () => socket.destroy(new Error(`no answer to ${line}`)));
      socket.on('data', (text) => {
        answer += text;
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
      });
      socket.on('close', () => resolve(answer));
      const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
      socket.write(Buffer.from(head + BODY, 'latin1'));
    });
}
