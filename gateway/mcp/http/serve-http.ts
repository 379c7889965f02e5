/**
 * The gateway as a server of streamable HTTP: each wrapped server has its own path, `/<server>/mcp`. A request needs
 * the key of an agent or a token that names one, and is judged under that agent's name.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { GatewayConfiguration, WrappedServer } from '../../configuration/configuration.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../governance.ts';
import { wordsOf } from '../log.ts';
import { type Fields, INVALID_REQUEST, isRequest, messageIn } from '../message.ts';
import { Callers, refusedHost } from './access.ts';
import { writeAnswer, writeRefusal } from './answers.ts';
import { exchange, type Single } from './exchange.ts';
import { mismatch } from './names-in-headers.ts';
import { describedAt, metadataOf, pathOf, protectionOf } from './oauth/protected-resource.ts';
import { headerOf, idOf, readBody, webRequest } from './requests.ts';
import { Sessions } from './sessions.ts';
import { SharedConnections } from './shared-connections.ts';

export interface HttpGateway {
  /** Without a path. */
  url: string;
  sessions: Sessions;
  close(): Promise<void>;
}

interface Serving {
  gateway: Gateway;
  callers: Callers;
  sessions: Sessions;
  shared: SharedConnections;
}

interface CallerRequest {
  request: IncomingMessage;
  response: ServerResponse;
  caller: Caller;
  server: WrappedServer;
}

/** @returns once it listens. @throws where the port is taken */
export async function serveHttp(gateway: Gateway): Promise<HttpGateway> {
  const { listen } = gateway.configuration;
  const sessions = new Sessions(gateway);
  const shared = new SharedConnections(gateway);
  const serving = { gateway, callers: new Callers(gateway), sessions, shared };
  const server = createServer((request, response) => {
    answer(serving, request, response).catch((error: unknown) => {
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

async function answer(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { configuration } = serving.gateway;
  const refused = refusedHost(request, configuration.listen);
  if (refused !== undefined) return writeRefusal(response, refused);
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (writeMetadata(configuration, path, request, response)) return;
  const server = configuration.servers.find((each) => path === pathOf(each));
  if (server === undefined)
    return writeRefusal(response, { status: 404, message: 'There is no such server.' });
  const admission = await serving.callers.admit(request, server);
  if ('refused' in admission) return writeRefusal(response, admission.refused);
  return answerCaller(serving, { request, response, caller: admission.caller, server });
}

/** @returns false where the path is another one */
function writeMetadata(
  { listen, servers }: GatewayConfiguration,
  path: string,
  { method }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const protection = protectionOf(listen);
  const server = protection === undefined ? undefined : describedAt(path, servers);
  if (protection === undefined || server === undefined) return false;
  if (method !== 'GET' && method !== 'HEAD') {
    writeRefusal(response, { status: 405, message: 'Only GET is answered here.', headers: { allow: 'GET' } });
  } else {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(metadataOf(protection, server)));
  }
  return true;
}

async function answerCaller(serving: Serving, asked: CallerRequest): Promise<void> {
  const { gateway, sessions, shared } = serving;
  const { request, response, server } = asked;
  if (request.method !== 'POST') return inSession(sessions, asked, undefined);
  const body = await readBody(request);
  if ('refused' in body) return writeRefusal(response, body.refused);
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: headerOf(request, 'mcp-protocol-version'),
    mcpMethodHeader: headerOf(request, 'mcp-method'),
    mcpNameHeader: headerOf(request, 'mcp-name'),
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
  const isBare = headerOf(request, 'mcp-session-id') === undefined && body.parsed.method !== 'initialize';
  const message = isBare && server.kind === 'http' ? messageIn(body.parsed) : undefined;
  if (message === undefined || !isRequest(message)) return inSession(sessions, asked, body.parsed);
  return alone(gateway, shared, asked, { classification: { era: 'legacy' }, message });
}

/** A request without a session. */
async function alone(
  gateway: Gateway,
  shared: SharedConnections,
  { request, response, caller, server }: CallerRequest,
  route: Single,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const upstream = shared.to(caller, server);
  if (upstream === undefined)
    return writeRefusal(response, { status: 503, message: 'There are too many connections.' });
  const web = webRequest(request, gone.signal);
  await writeAnswer(await exchange(gateway, { caller, server, upstream }, route, web), response);
}

/** @param body undefined for GET and DELETE */
async function inSession(sessions: Sessions, asked: CallerRequest, body: Fields | undefined): Promise<void> {
  const { request, response, caller, server } = asked;
  const id = headerOf(request, 'mcp-session-id');
  const opens = body?.method === 'initialize' && id === undefined;
  if (id === undefined && !opens)
    return writeRefusal(response, { status: 400, message: 'Start with initialize.' });
  const open = id === undefined ? await sessions.open(caller, server) : sessions.find(id, caller, server);
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
