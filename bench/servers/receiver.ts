/**
 * The receiver of webhooks and traces: `node receiver.ts <port>`. It answers at once, counts the new deliveries to each
 * path, and remembers when it first heard of each approval.
 */
import http from 'node:http';
import { text } from 'node:stream/consumers';

/** `deliveries`: how many, by path. `heardAt`: when an approval was first heard of, ms since the epoch. */
export type Received = Record<'deliveries' | 'heardAt', Record<string, number>>;

const APPROVAL_ID = /"approval_id":"(apr_[0-9a-f]{24})"/;
const seen = new Map<string, Set<string>>();
const heardAt: Received['heardAt'] = {};

const server = http.createServer(async (request, response) => {
  const { url: path = '', headers, method } = request;
  if (method === 'GET') {
    const deliveries = Object.fromEntries([...seen].map(([path, ids]) => [path, ids.size]));
    response.end(JSON.stringify({ deliveries, heardAt } satisfies Received));
    return;
  }
  const approvalId = APPROVAL_ID.exec(await text(request))?.[1];
  if (approvalId !== undefined) heardAt[approvalId] ??= Date.now();
  const ids = seen.get(path) ?? new Set();
  seen.set(path, ids.add(String(headers['webhook-id'])));
  response.writeHead(204).end();
});

server.listen(Number(process.argv[2]), '127.0.0.1');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
