/**
 * What webhooks are sent to, started as a process of its own: `node receiver-process.ts <port>`. It answers at once,
 * counts what is new to each path, and remembers when it first had what approval.
 */
import http from 'node:http';

export interface Received {
  /** By path. */
  deliveries: Record<string, number>;
  /** Tries of what was there already. */
  repeated: number;
  /** When an approval was first heard of, ms since the epoch. */
  heardAt: Record<string, number>;
}

const APPROVAL_ID = /"approval_id":"(apr_[0-9a-f]{24})"/;

const port = Number(process.argv[2]);
const seen = new Map<string, Set<string>>();
const heardAt = new Map<string, number>();
let repeated = 0;

const server = http.createServer((request, response) => {
  if (request.method === 'GET') {
    const deliveries = Object.fromEntries([...seen].map(([path, ids]) => [path, ids.size]));
    const received: Received = { deliveries, repeated, heardAt: Object.fromEntries(heardAt) };
    response.end(JSON.stringify(received));
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.once('end', () => {
    note(request.url ?? '', String(request.headers['webhook-id']), body);
    response.statusCode = 204;
    response.end();
  });
});

function note(path: string, webhookId: string, body: string): void {
  const ids = seen.get(path) ?? new Set();
  seen.set(path, ids);
  if (ids.has(webhookId)) repeated += 1;
  ids.add(webhookId);
  const approvalId = APPROVAL_ID.exec(body)?.[1];
  if (approvalId !== undefined && !heardAt.has(approvalId)) heardAt.set(approvalId, Date.now());
}

server.listen(port, '127.0.0.1');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
