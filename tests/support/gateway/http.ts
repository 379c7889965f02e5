/** A gateway on a port, and its clients: the official one, and one that posts what a test wants. */
import type { TestContext } from 'node:test';
import type { GatewayConfiguration, Listen } from '@assize/gateway/configuration/configuration.ts';
import { gatewayFor } from '@assize/gateway/mcp/gateway.ts';
import { serveHttp } from '@assize/gateway/mcp/http/serve-http.ts';
import { nodePlatform } from '@assize/gateway/platform.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { PRODUCTION_KEY } from '../http/in-process.ts';

const LISTEN = { host: '127.0.0.1', port: 0, hosts: [], origins: [] };
export const VERSIONS = {
  modern: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  legacy: { versionNegotiation: { mode: 'legacy' } },
} as const;

/** @param listen where a test is about it. */
export async function httpGateway(
  t: TestContext,
  configuration: GatewayConfiguration,
  listen: Partial<Listen> = {},
) {
  let log = '';
  const gateway = gatewayFor(
    { ...configuration, listen: { ...LISTEN, ...listen } },
    nodePlatform((text) => {
      log += text;
    }),
  );
  const http = await serveHttp(gateway);
  t.after(() => http.close());
  return { ...http, settled: () => gateway.settled(), log: () => log };
}

export async function clientOf(
  t: TestContext,
  url: string,
  version: keyof typeof VERSIONS,
  key = PRODUCTION_KEY,
) {
  const client = new Client(
    { name: 'test', version: '1' },
    { ...VERSIONS[version], capabilities: { elicitation: { form: {} } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}

export const textOf = (result: { content?: unknown }) => (result.content as { text: string }[])[0]?.text;

export interface Posted {
  status: number;
  text: string;
}

/** Sends one request of the protocol since 2026-07-28, as a client without a library would. */
export async function postModern(
  url: string,
  method: string,
  params: { name?: string; _meta?: object; [more: string]: unknown },
  { signal, headers = {} }: { signal?: AbortSignal; headers?: Record<string, string | undefined> } = {},
): Promise<Posted> {
  const { _meta, ...others } = params;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    ..._meta,
  };
  const all = {
    authorization: `Bearer ${PRODUCTION_KEY}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': params.name,
    ...headers,
  };
  const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const response = await fetch(url, {
    method: 'POST',
    headers: sent,
    // The same id each time: each client chooses its own.
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...others, _meta: meta } }),
    ...(signal === undefined ? {} : { signal }),
  });
  return { status: response.status, text: await response.text() };
}
