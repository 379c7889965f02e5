/** The receiver of webhooks and traces: `node receiver.ts <port>`. It counts the new deliveries to each path. */
import http from 'node:http';
import { text } from 'node:stream/consumers';

const seen = new Map<string, Set<string>>();

const server = http.createServer(async (request, response) => {
  const { url: path = '', headers, method } = request;
  if (method === 'GET') {
    response.end(JSON.stringify(Object.fromEntries([...seen].map(([path, ids]) => [path, ids.size]))));
    return;
  }
  await text(request);
  const ids = seen.get(path) ?? new Set();
  seen.set(path, ids.add(String(headers['webhook-id'])));
  response.writeHead(204).end();
});

server.listen(Number(process.argv[2]), '127.0.0.1');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
