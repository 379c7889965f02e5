/** The time that the gateway adds to a call of a tool, the calls it passes, and the time of hooks of agents. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Context } from '../context.ts';
import { measure } from '../load/measure.ts';
import { type Latency, latencyOf, measureLatency } from '../load/timing.ts';
import { freePort, startProcess } from '../processes.ts';
import { atLeast, atMost, joinParts, type Part, type Section } from '../report.ts';
import { PROGRAM, post, ROOT, type RunningAssize, startNew } from '../servers/assize.ts';
import { difference } from '../statistics.ts';

export const section: Section = {
  title: 'calls of tools by way of the MCP gateway, and hooks of agents, with SQLite',
  once,
};

const SERVER = path.join(ROOT, 'bench/servers/mcp-server.ts');
/** As the command's own first line has it. */
const NURSERY = ['--max-semi-space-size=16', '--min-semi-space-size=8'];
const CALLS = 500;
const WARM_UPS = 50;
const CLIENTS = 16;
const HOOKS = 30;
const NAMED = { name: 'bench', version: '1.0.0' };

async function once(context: Context): Promise<Part> {
  const running = await startNew(context, 'sqlite');
  return joinParts([
    await measureCalls(context, running),
    await measureLoad(context, running),
    measureHooks(context, running),
  ]);
}

/** Tells programs of the gateway where the service is. */
function settingsFor({ url, headers }: RunningAssize) {
  return { ASSIZE_URL: new URL(url).origin, ASSIZE_KEY: headers['x-api-key'] ?? '' };
}

/** One call at a time, as an agent makes them. */
async function measureCalls(context: Context, running: RunningAssize): Promise<Part> {
  context.progress(`${CALLS} calls one after another`);
  const alone = await stdioCalls('to the server itself', [SERVER], {});
  const command = [PROGRAM, 'gateway', '--name', 'bench', '--new-tools', 'allow', '--'];
  const through = [...command, process.execPath, SERVER];
  const governed = await stdioCalls('by way of the gateway', through, settingsFor(running));
  const service = await measureLatency(running, 'Assize alone, one evaluation', CALLS, () =>
    post(running, '/api/v1/core/governance/evaluate', {
      action: 'bench.look',
      agent_id: 'mcp-client',
      context: { arguments: { id: 'one' }, tool: { server: 'bench', name: 'look' } },
    }),
  );
  const added = difference(difference(governed.p50Ms, alone.p50Ms), service.p50Ms);
  return {
    tables: [{ name: 'one call at a time', rows: [alone, governed, service] }],
    checks: [atMost(3, 'ms', added, 'the gateway adds to a call, beside the time of Assize (p50)')],
  };
}

async function stdioCalls(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Latency> {
  const client = new Client(NAMED);
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], env }));
  await client.listTools();
  const timesMs: number[] = [];
  for (let place = -WARM_UPS; place < CALLS; place += 1) {
    const startedAt = performance.now();
    const { isError } = await client.callTool({ name: 'look', arguments: { id: `order-${place}` } });
    if (isError === true) throw new Error('the call was refused');
    if (place >= 0) timesMs.push(performance.now() - startedAt);
  }
  await client.close();
  return latencyOf(name, timesMs);
}

async function measureLoad(context: Context, running: RunningAssize): Promise<Part> {
  const { ASSIZE_URL, ASSIZE_KEY: key } = settingsFor(running);
  const [upstreamPort, port] = [await freePort(), await freePort()];
  const startNode = (name: string, ...args: string[]) =>
    startProcess(context, { name, command: process.execPath, args });
  startNode('mcp-server', SERVER, String(upstreamPort));
  const file = path.join(mkdtempSync(path.join(context.folder, 'gateway-')), 'gateway.json');
  const assize = { url: ASSIZE_URL, key, newTools: 'allow', listen: { port } };
  const mcpServers = { bench: { type: 'http', url: `http://127.0.0.1:${upstreamPort}/mcp` } };
  writeFileSync(file, JSON.stringify({ assize, mcpServers }), { mode: 0o600 });
  const { pid, until } = startNode('gateway', ...NURSERY, PROGRAM, 'gateway', 'serve', '--config', file);
  const url = `http://127.0.0.1:${port}/bench/mcp`;
  await until(async () => (await fetch(url).catch(() => null)) !== null);
  const target = { name: 'gateway', pid, url, headers: headersWith(key), body: JSON.stringify(REQUEST) };
  const { seconds, warmup } = context.options;
  context.progress(`${CLIENTS} clients for ${seconds} s`);
  await context.loadTool.run(context, target, CLIENTS, Math.max(1, warmup));
  const { requestsPerSecond, ...loaded } = await measure(context, target, CLIENTS);
  return {
    tables: [{ name: 'load', rows: [{ clients: CLIENTS, callsPerSecond: requestsPerSecond, ...loaded }] }],
    checks: [atLeast(500, 'calls/s', requestsPerSecond, 'calls by way of the gateway')],
    notes: ['Clients, server, gateway and Assize share the cores.'],
  };
}

const PROTOCOL = '2026-07-28';
/** One request of the protocol since that day, in which each stands alone. */
const REQUEST = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'look',
    arguments: { id: 'one' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': PROTOCOL,
      'io.modelcontextprotocol/clientInfo': NAMED,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

const headersWith = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': PROTOCOL,
  'mcp-method': 'tools/call',
  'mcp-name': 'look',
});

function measureHooks(context: Context, running: RunningAssize): Part {
  context.progress(`${HOOKS} hooks, each a process`);
  const input = JSON.stringify({
    session_id: 'bench',
    transcript_path: '/tmp/transcript.jsonl',
    cwd: '/tmp',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_input: { file_path: '/tmp/notes.txt' },
    tool_use_id: 'toolu_bench',
  });
  const env = { PATH: process.env.PATH, HOME: context.folder, ...settingsFor(running) };
  const args = [path.join(ROOT, 'service/dist/hook.js'), 'claude-code'];
  const timesMs = Array.from({ length: HOOKS }, () => {
    const startedAt = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { input, env });
    if (status !== 0) throw new Error(`the hook ended with ${status}: ${stderr}`);
    return performance.now() - startedAt;
  });
  const row = latencyOf('hook of Claude Code, PreToolUse', timesMs);
  return {
    tables: [{ name: 'hooks', rows: [row] }],
    checks: [atMost(100, 'ms', row.p50Ms, 'a hook answers, from the start of its process (p50)')],
  };
}
