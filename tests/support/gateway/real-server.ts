/**
 * An MCP server over streamable HTTP made with the official library, like real programs: in every version of the
 * protocol, with or without sessions. It logs which tools ran.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { HttpServer } from '@assize/gateway/configuration/configuration.ts';
import { writeAnswer } from '@assize/gateway/mcp/http/answers.ts';
import { bodyOf, webRequest } from '@assize/gateway/mcp/http/requests.ts';
import {
  acceptedContent,
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export interface RealServer {
  server: HttpServer;
  /** The names of the tools that ran. */
  calls: string[];
  /** The heads of the requests. */
  requests: IncomingMessage[];
  /** Forgets all sessions. */
  forget(): void;
}

const TO = fromJsonSchema<{ to?: string }>({ type: 'object', properties: { to: { type: 'string' } } });

/** @param sessions as in versions up to 2025-11-25; otherwise each request stands alone. */
export async function realServer(
  t: TestContext,
  { sessions = false, name = 'docs' } = {},
): Promise<RealServer> {
  const calls: string[] = [];
  const requests: IncomingMessage[] = [];
  const handler = createMcpHandler(() => mcpServer(calls));
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const inSession = async (request: Request, parsedBody: unknown): Promise<Response> => {
    const id = request.headers.get('mcp-session-id');
    const known = id === null ? undefined : open.get(id);
    if (known !== undefined) return known.handleRequest(request, { parsedBody });
    if (id !== null) return new Response(null, { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (opened) => void open.set(opened, transport),
      onsessionclosed: (closed) => void open.delete(closed),
    });
    await mcpServer(calls).connect(transport);
    return transport.handleRequest(request, { parsedBody });
  };
  const http = createServer(async (request, response) => {
    requests.push(request);
    const text = await bodyOf(request, 32 * 1024 * 1024);
    const parsedBody: unknown = text === '' ? undefined : JSON.parse(text);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const web = webRequest(request, gone.signal);
    const answer = sessions ? inSession(web, parsedBody) : handler.fetch(web, { parsedBody });
    await writeAnswer(await answer, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp`;
  const server = { kind: 'http', name, url, headers: { 'x-token': 'secret-of-docs' } } as const;
  return { server, calls, requests, forget: () => open.clear() };
}

function mcpServer(calls: string[]): McpServer {
  const server = new McpServer({ name: 'real', version: '1.0.0' }, { capabilities: { logging: {} } });
  for (const name of ['note', 'pay', 'wipe']) {
    server.registerTool(name, { description: `Does ${name}.`, inputSchema: TO }, async ({ to }) => {
      calls.push(name);
      return { content: [{ type: 'text', text: `${name} done for ${to}` }] };
    });
  }
  server.registerTool('count', { description: 'Counts.', inputSchema: TO }, async (_, { mcpReq }) => {
    calls.push('count');
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [1, 2]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 2 },
        });
      }
    }
    return { content: [{ type: 'text', text: 'counted' }] };
  });
  server.registerTool('asks', { description: 'Asks.', inputSchema: TO }, async (_, { mcpReq }) => {
    const answered = acceptedContent<{ size: string }>(mcpReq.inputResponses, 'size');
    if (answered !== undefined) {
      calls.push('asks');
      return { content: [{ type: 'text', text: `size ${answered.size}` }] };
    }
    return inputRequired({
      inputRequests: {
        size: inputRequired.elicit({
          message: 'Which size?',
          requestedSchema: { type: 'object', properties: { size: { type: 'string' } } },
        }),
      },
    });
  });
  server.registerResource('page', 'docs://page', {}, async (uri) => ({
    contents: [{ uri: uri.href, text: 'the page' }],
  }));
  server.registerPrompt('greet', { description: 'Greets.' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
  }));
  return server;
}
