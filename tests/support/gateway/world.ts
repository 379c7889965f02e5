/**
 * Shared by tests of the gateway: a service in which some tools proceed, some wait for a human and some are blocked;
 * a wrapped server that logs the messages it gets; and a client that writes JSON-RPC as the test wants it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import type { Assize } from '@assize/client';
import {
  DEFAULTS,
  type GatewayConfiguration,
  type StdioServer,
} from '@assize/gateway/configuration/configuration.ts';
import { gatewayFor } from '@assize/gateway/mcp/gateway.ts';
import { serveStdio } from '@assize/gateway/mcp/serve-stdio.ts';
import { loginsFor } from '@assize/gateway/oauth/server-login.ts';
import { nodePlatform, type Platform } from '@assize/gateway/platform.ts';
import { change } from '../governance/settings.ts';
import { type Reached, testWithClient } from '../http/clients.ts';
import { ask, PRODUCTION_KEY, SANDBOX_KEY } from '../http/in-process.ts';
import { until } from '../until.ts';

export type Body = ReturnType<typeof JSON.parse>;

export const AGENT = 'desk-agent';

export interface ServerLog {
  server: StdioServer;
  /** Each message that reached the server. */
  received(): Body[];
  /** The calls of tools that reached the server. */
  called(): Body[];
  /** The names of the tools that were called there. */
  calls(): string[];
}

/** A server that logs, under its name in the configuration. */
export function wrappedServer(t: TestContext, name = 'desk', env: Record<string, string> = {}): ServerLog {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-gateway-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'log');
  const received = () => {
    try {
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line): Body => JSON.parse(line));
    } catch {
      return [];
    }
  };
  const called = () => received().filter(({ method }) => method === 'tools/call');
  const program = path.join(import.meta.dirname, 'wrapped-server.ts');
  return {
    server: {
      kind: 'stdio',
      name,
      command: process.execPath,
      args: [program],
      env: { LOG_FILE: file, ...env },
    },
    received,
    called,
    calls: () => called().map(({ params }) => params.name),
  };
}

/** A client that sends and reads lines. */
export interface LineClient {
  /** Everything the gateway has sent. */
  lines: Body[];
  /** The same, as sent. */
  text(): string;
  write(message: unknown): void;
  /** @returns the answer. */
  ask(method: string, params?: object, id?: string | number): Promise<Body>;
  call(name: string, given?: object, meta?: object): Promise<Body>;
  /** @returns the first message for which this holds. */
  seen(is: (message: Body) => boolean): Promise<Body>;
  /** Closes the client's end. @returns when the gateway has ended. */
  end(): Promise<void>;
  ended: Promise<void>;
  /** Returns the gateway's log. */
  log(): string;
}

let ids = 0;

/** @param more of the platform, such as another clock, or the folder of the logins. */
export function lineClient(
  t: TestContext,
  configuration: GatewayConfiguration,
  more: Partial<Platform> = {},
): LineClient {
  const [server] = configuration.servers;
  if (server === undefined) throw new Error('no server');
  const [input, output] = [new PassThrough(), new PassThrough()];
  let log = '';
  const platform = nodePlatform((text) => {
    log += text;
  });
  const given = { ...platform, ...more };
  // Without a folder of its own, it would read the logins of the person who runs the tests.
  const logins = more.folder === undefined ? undefined : loginsFor(configuration, given);
  const gateway = gatewayFor(configuration, given, logins);
  const lines: Body[] = [];
  let [rest, sent] = ['', ''];
  output.setEncoding('utf8').on('data', (text: string) => {
    sent += text;
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((line): Body => JSON.parse(line)));
  });
  const ended = serveStdio(gateway, server, { input, output });
  const write = (message: unknown) =>
    void input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const seen = async (is: (message: Body) => boolean) => {
    await until(async () => lines.some(is));
    return lines.find(is);
  };
  const client: LineClient = {
    lines,
    text: () => sent,
    write,
    ask: (method, params, id = `t${++ids}`) => {
      write({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
      return seen((message) => message.id === id && message.method === undefined);
    },
    call: (name, given = {}, meta) =>
      client.ask('tools/call', { name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) }),
    seen,
    end: () => {
      input.end();
      return ended;
    },
    ended,
    log: () => log,
  };
  t.after(() => client.end());
  return client;
}

export interface World extends Reached {
  /** Decides approvals, which the agent's key may not. */
  human: Assize;
  configuration(more?: Partial<GatewayConfiguration>): GatewayConfiguration;
  /** Returns the outcomes on record. */
  outcomes(): Promise<Body[]>;
  approvals(status: string): Promise<Body[]>;
  /** Accepts each tool that waits for review. */
  acceptTools(): Promise<void>;
}

export function configurationFor(url: string, more: Partial<GatewayConfiguration>): GatewayConfiguration {
  return {
    ...DEFAULTS,
    url,
    agents: [{ name: AGENT, key: PRODUCTION_KEY }],
    servers: [],
    waitMs: 0,
    newTools: 'allow',
    // Into another catalogue, so that only the settings decide what these tools may do.
    toolsKey: SANDBOX_KEY,
    ...more,
  };
}

/** In this service, `note` proceeds, `pay` waits for a human, and `wipe` is blocked. */
export function testWithGateway(promise: string, run: (t: TestContext, world: World) => Promise<void>): void {
  testWithClient(promise, async (t, reached) => {
    const { app, url } = reached;
    await change(app, () => ({
      catalogue: [
        { action: '*.pay', risk_level: 'high' },
        { action: '*.wipe', risk_level: 'critical', is_irreversible: true },
      ],
    }));
    const found = async (artifact_type: string) => {
      const { body } = await ask(app, 'a', '/api/v1/evidence/search', { body: { artifact_type } });
      return body.items.map((item: { payload: object }) => item.payload);
    };
    await run(t, {
      ...reached,
      human: reached.assize,
      configuration: (more = {}) => configurationFor(url, more),
      outcomes: () => found('action_executed'),
      acceptTools: async () => {
        const { body } = await ask(app, 'a', '/api/v1/tools?status=proposed');
        const accept = body.items.map(({ tool_id }: { tool_id: string }) => ({ tool_id }));
        await ask(app, 'a', '/api/v1/tools/review', { body: { accept } });
      },
      approvals: async (status) => (await ask(app, 'a', `/api/v1/approvals?status=${status}`)).body.items,
    });
  });
}

/** @returns the id of the first waiting approval, once there is one. */
export async function firstPending({ approvals }: World): Promise<string> {
  let pending: Body[] = [];
  await until(async () => {
    pending = await approvals('pending');
    return pending.length > 0;
  });
  return pending[0].approval_id;
}
