/**
 * The gateway as a server of streamable HTTP: each wrapped server has its own path, `/<server>/mcp`. A request needs
 * the key of an agent, and is judged under that agent's name.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { Agent, WrappedServer } from '../../configuration/configuration.ts';
import type { Gateway } from '../gateway.ts';
import { wordsOf } from '../log.ts';
import { type Fields, INVALID_REQUEST, isFields, isRequest, messageIn } from '../message.ts';
import { CLIENT_NOTIFICATIONS } from '../methods.ts';
import { SharedUpstream } from '../upstream/shared-upstream.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { agentOf, refusedHost } from './access.ts';
import { BodyTooLarge, bodyOf, type Refusal, webRequest, writeAnswer, writeRefusal } from './answers.ts';
import { exchange, type Single } from './exchange.ts';
import { mismatch } from './names-in-headers.ts';
import { Sessions } from './sessions.ts';

export interface HttpGateway {
  /** Without a path. */
  url: string;
  sessions: Sessions;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const PARSE_ERROR = -32700;

interface AgentRequest {
  request: IncomingMessage;
  response: ServerResponse;
  agent: Agent;
  server: WrappedServer;
}

/** @returns once it listens. @throws where the port is taken */
export async function serveHttp(gateway: Gateway): Promise<HttpGateway> {
  const { listen } = gateway.configuration;
  const sessions = new Sessions(gateway);
  const shared = new SharedConnections(gateway);
  const server = createServer((request, response) => {
    answer(gateway, sessions, shared, request, response).catch((error: unknown) => {
      // The client has gone: its request was fine.
      if (!response.destroyed) gateway.log(`a request failed: ${wordsOf(error)}`);
      if (response.headersSent) response.destroy();
      else writeRefusal(response, { status: 500, message: 'The gateway failed.' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(listen.port, listen.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    sessions,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await sessions.close();
      await shared.close();
      server.closeAllConnections();
      await closed;
      await gateway.settled();
    },
  };
}

async function answer(
  gateway: Gateway,
  sessions: Sessions,
  shared: SharedConnections,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { configuration } = gateway;
  const refused = refusedHost(request, configuration.listen);
  if (refused !== undefined) return writeRefusal(response, refused);
  const agent = agentOf(request, gateway);
  if (agent === undefined) {
    const message = "Send your agent's key as a bearer token: Authorization: Bearer ak_…";
    return writeRefusal(response, { status: 401, message, headers: { 'www-authenticate': 'Bearer' } });
  }
  const path = (request.url ?? '').split('?', 1)[0];
  const server = configuration.servers.find(({ name }) => path === `/${encodeURIComponent(name)}/mcp`);
  if (server === undefined)
    return writeRefusal(response, { status: 404, message: 'There is no such server.' });
  const asked = { request, response, agent, server };
  if (request.method !== 'POST') return inSession(sessions, asked, undefined);
  const body = await readBody(request);
  if ('refused' in body) return writeRefusal(response, body.refused);
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: header(request, 'mcp-protocol-version'),
    mcpMethodHeader: header(request, 'mcp-method'),
    mcpNameHeader: header(request, 'mcp-name'),
    body: body.parsed,
  });
  if (route.kind === 'reject') {
    const { httpStatus: status, code, message, data } = route;
    return writeRefusal(response, { status, code, message, data, id: idOf(body.parsed) });
  }
  if (route.kind === 'modern') {
    const misnamed = mismatch(request, route.message, server.kind === 'stdio');
    if (misnamed !== undefined) return writeRefusal(response, misnamed);
    return alone(gateway, shared, asked, route);
  }
  // A server without sessions may be asked like this; if it wants a session, it says so.
  const isBare = header(request, 'mcp-session-id') === undefined && body.parsed.method !== 'initialize';
  const message = isBare && server.kind === 'http' ? messageIn(body.parsed) : undefined;
  if (message === undefined || !isRequest(message)) return inSession(sessions, asked, body.parsed);
  return alone(gateway, shared, asked, { classification: { era: 'legacy' }, message });
}

/** A request without a session. */
async function alone(
  gateway: Gateway,
  shared: SharedConnections,
  { request, response, agent, server }: AgentRequest,
  route: Single,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const upstream = shared.to(agent, server);
  const web = webRequest(request, gone.signal);
  await writeAnswer(await exchange(gateway, { agent, server, upstream }, route, web), response);
}

/** @param body undefined for GET and DELETE */
async function inSession(sessions: Sessions, asked: AgentRequest, body: Fields | undefined): Promise<void> {
  const { request, response, agent, server } = asked;
  const id = header(request, 'mcp-session-id');
  const opens = body?.method === 'initialize' && id === undefined;
  if (id === undefined && !opens)
    return writeRefusal(response, { status: 400, message: 'Start with initialize.' });
  const open = id === undefined ? await sessions.open(agent, server) : sessions.find(id, agent, server);
  if (open === undefined) {
    const refusal = opens
      ? { status: 503, message: 'There are too many sessions.' }
      : { status: 404, code: -32001, message: 'This session does not exist.' };
    return writeRefusal(response, refusal);
  }
  const requestId = body === undefined || body.method === undefined ? undefined : idOf(body);
  if (requestId !== undefined && open.session.waitsFor(requestId)) {
    // The transport would give the first request's answer to the second.
    const message = 'A request with this id is still unanswered.';
    return writeRefusal(response, { status: 400, code: INVALID_REQUEST, message });
  }
  open.writing += 1;
  try {
    await writeAnswer(
      await open.transport.handleRequest(webRequest(request), { parsedBody: body }),
      response,
    );
  } finally {
    open.writing -= 1;
  }
}

async function readBody(request: IncomingMessage): Promise<{ parsed: Fields } | { refused: Refusal }> {
  const type = header(request, 'content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return { refused: { status: 415, message: 'Send JSON, and Content-Type: application/json.' } };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(await bodyOf(request, MAX_BODY_BYTES));
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return { refused: { status: 413, message: 'The message is too large.' } };
    return { refused: { status: 400, code: PARSE_ERROR, message: 'The body is not valid JSON.' } };
  }
  if (!isFields(parsed)) {
    return { refused: { status: 400, code: INVALID_REQUEST, message: 'Send one message, not a batch.' } };
  }
  const { method } = parsed;
  if (typeof method === 'string' && !('id' in parsed) && !CLIENT_NOTIFICATIONS.has(method)) {
    const message = 'This is not accepted as a notification.';
    return { refused: { status: 400, code: INVALID_REQUEST, message } };
  }
  return { parsed };
}

function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function idOf({ id }: Fields): string | number | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** Connections for requests without a session: one per agent and server on stdio. */
class SharedConnections {
  readonly #gateway: Gateway;
  readonly #shared = new Map<string, SharedUpstream>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  to(agent: Agent, server: WrappedServer): Upstream {
    if (server.kind === 'http') return this.#gateway.upstreamTo(server);
    const name = JSON.stringify([agent.name, server.name]);
    const known = this.#shared.get(name) ?? new SharedUpstream(() => this.#gateway.upstreamTo(server));
    this.#shared.set(name, known);
    return known.exchange();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#shared.values()].map((shared) => shared.close()));
  }
}
