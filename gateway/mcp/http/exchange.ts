/**
 * One stand-alone request by HTTP, as in the protocol since 2026-07-28 and with servers that kept no sessions before.
 * It is answered on its own stream, and the end of the connection cancels it.
 */
import { type MessageClassification, PerRequestHTTPServerTransport } from '@modelcontextprotocol/server';
import type { WrappedServer } from '../../configuration/configuration.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../governance.ts';
import { INVALID_REQUEST, type Request as McpRequest, METHOD_NOT_FOUND, type Message } from '../message.ts';
import { Session } from '../session.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { keptAlive } from './keep-alive.ts';

const HEADER_MISMATCH = -32020;
const MISSING_CAPABILITY = -32021;
const UNSUPPORTED_VERSION = -32022;
/** Errors for which the protocol also requires a status. */
const STATUS = new Map([
  [INVALID_REQUEST, 400],
  [METHOD_NOT_FOUND, 404],
  [HEADER_MISMATCH, 400],
  [MISSING_CAPABILITY, 400],
  [UNSUPPORTED_VERSION, 400],
]);

export interface Single {
  classification: MessageClassification;
  message: Message;
}

/** @returns the response to the client, once the server has begun to answer */
export async function exchange(
  gateway: Gateway,
  { caller, server, upstream }: { caller: Caller; server: WrappedServer; upstream: Upstream },
  { classification, message }: Single,
  request: Request,
): Promise<Response> {
  const transport = new PerRequestHTTPServerTransport({ classification });
  const refused = Promise.withResolvers<Response>();
  tellByStatus(transport, refused.resolve);
  const session = new Session({
    client: transport,
    upstream,
    governance: gateway.governanceOf(caller, server.name),
  });
  await session.start();
  const handled = transport.handleMessage(message as McpRequest, { request });
  if (!('id' in message)) void session.close();
  return keptAlive(Promise.race([handled, refused.promise]));
}

/** If the first message is a protocol error, it is the whole answer. */
function tellByStatus(transport: PerRequestHTTPServerTransport, answer: (response: Response) => void): void {
  const send = transport.send.bind(transport);
  let isFirst = true;
  transport.send = async (message, options) => {
    const status = isFirst && 'error' in message ? STATUS.get(message.error.code) : undefined;
    isFirst = false;
    if (status === undefined) return send(message, options);
    answer(Response.json(message, { status }));
    await transport.close();
  };
}
