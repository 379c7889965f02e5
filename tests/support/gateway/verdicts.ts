/** A service that gives the verdict that the tool's name asks for, and remembers the calls that it let proceed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { PROCEED } from '../http/clients.ts';

export interface VerdictService {
  url: string;
  /** The calls that may run, as `server.tool` with the arguments as JSON. */
  proceeded: string[];
}

/** `pay` waits for a human, `wipe` is blocked, and everything else proceeds. */
export async function verdictService(t: TestContext): Promise<VerdictService> {
  const proceeded: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    response.setHeader('content-type', 'application/json');
    if (String(request.url).endsWith('/tools/import')) return void response.end(imported(text));
    if (!String(request.url).endsWith('/evaluate')) return void response.end('{}');
    const { action, context } = JSON.parse(text);
    const verdict = /pay/i.test(action) ? 'escalate' : /wipe/i.test(action) ? 'block' : 'proceed';
    if (verdict === 'proceed') proceeded.push(JSON.stringify([action, context.arguments]));
    const approval = verdict === 'escalate' ? { approval_id: 'apr_1' } : {};
    response.end(JSON.stringify({ ...PROCEED.body, action, verdict, ...approval }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, proceeded };
}

/** Answers like a catalogue that accepts each tool. */
function imported(document: string): string {
  const { tools } = JSON.parse(document).source;
  return JSON.stringify({ tools: tools.map(() => ({ tool_id: 'tol_1', result: 'accepted' })) });
}
