/**
 * Serves one client that has started the gateway: MCP on standard input and output, with one wrapped server behind
 * it.
 */
import type { Readable, Writable } from 'node:stream';
import type { WrappedServer } from '../configuration/configuration.ts';
import type { Gateway } from './gateway.ts';
import { LineTransport } from './lines.ts';
import { errorAnswer, INVALID_REQUEST } from './message.ts';
import { Session } from './session.ts';

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export interface Streams {
  input: Readable;
  output: Writable;
}

/** @returns when the client or the server has gone, and every outcome is reported */
export async function serveStdio(
  gateway: Gateway,
  server: WrappedServer,
  { input, output }: Streams,
): Promise<void> {
  const [agent] = gateway.configuration.agents;
  if (agent === undefined) throw new Error('The configuration names no agent.');
  const client = new LineTransport(input, output, { maxBytes: MAX_MESSAGE_BYTES });
  // Anything but an MCP message, such as a batch, is not forwarded.
  client.onerror = () => {
    client.send(errorAnswer(undefined, INVALID_REQUEST, 'This is not a message of MCP.')).catch(() => {});
  };
  const session = new Session({
    client,
    upstream: gateway.upstreamTo(server),
    governance: gateway.governanceOf({ agent, user: undefined }, server.name),
    id: `mcp-${gateway.platform.newId()}`,
  });
  const closed = new Promise<void>((resolve) => {
    session.onclose = resolve;
  });
  await session.start();
  await closed;
  await gateway.settled();
}
