/** What the gateway adds to a call of a tool, how many calls it passes, what idle sessions cost, and how fast a hook answers. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'rolldown';
import type { Context } from '../context.ts';
import { measureLatency } from '../load/timing.ts';
import { cpuMs, peakMemoryMb, resetPeakMemory } from '../process-usage.ts';
import { freePort, type Started, startProcess } from '../processes.ts';
import { atLeast, atMost, joinParts, type Part, type SectionReport, tableOf } from '../report.ts';
import { installAssize, post, type RunningAssize, startAssize } from '../servers/assize.ts';
import { difference, median, percentile, quotient } from '../statistics.ts';

const TITLE = 'calls of tools by way of the MCP gateway, and agent hooks';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ASSIZE = path.join(ROOT, 'service/assize.js');
const SERVER = path.join(ROOT, 'bench/servers/mcp-server.ts');
/** As the command's own first line has it. */
const NURSERY = ['--max-semi-space-size=16', '--min-semi-space-size=8'];
const CALLS = 500;
const WARM_UPS = 50;
const CLIENTS = 16;
const SESSIONS = 1_000;
const HOOKS = 30;

interface MeasuredGateway {
  running: RunningAssize;
  /** Of the service, without a path. */
  url: string;
  key: string;
}

export async function gateway(context: Context): Promise<SectionReport> {
  const installation = await installAssize(context, 'sqlite');
  const running = await startAssize(context, installation);
  const asked = { running, url: new URL(running.url).origin, key: installation.key };
  const parts = [
    await latency(context, asked),
    await throughput(context, asked),
    hooks(context, asked),
    await bundles(),
  ];
  await running.stop();
  return joinParts(TITLE, parts, parts);
}

/** One call at a time, as an agent makes them: to the server itself, by way of the gateway, and to Assize alone. */
async function latency(context: Context, { running, url, key }: MeasuredGateway): Promise<Part> {
  context.progress(`gateway: ${CALLS} calls one after another`);
  const alone = await stdioCalls([SERVER], {});
  const through = [
    ASSIZE,
    'gateway',
    '--name',
    'bench',
    '--new-tools',
    'allow',
    '--',
    process.execPath,
    SERVER,
  ];
  const governed = await stdioCalls(through, { ASSIZE_URL: url, ASSIZE_KEY: key });
  const service = await measureLatency(running, 'one evaluation', CALLS, () =>
    post(running, '/api/v1/core/governance/evaluate', {
      action: 'bench.look',
      agent_id: 'mcp-client',
      context: { arguments: { id: 'one' }, tool: { server: 'bench', name: 'look' } },
    }),
  );
  const rows = [
    { call: 'to the server itself', p50Ms: median(alone), p99Ms: percentile(alone, 99) },
    { call: 'by way of the gateway', p50Ms: median(governed), p99Ms: percentile(governed, 99) },
    { call: 'Assize alone, one evaluation', p50Ms: service.p50Ms, p99Ms: service.p95Ms },
  ];
  const added = difference(difference(median(governed), median(alone)), service.p50Ms);
  return {
    tables: [tableOf(rows, ['call', 'p50Ms', 'p99Ms'])],
    checks: [atMost(3, 'ms', added, 'the gateway adds to a call, beside the time of Assize (p50)')],
    notes: ['The p99 of Assize alone is its p95.'],
  };
}

async function stdioCalls(args: readonly string[], environment: Record<string, string>): Promise<number[]> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], env }));
  await client.listTools();
  const timesMs: number[] = [];
  for (let place = -WARM_UPS; place < CALLS; place += 1) {
    const startedAt = performance.now();
    await look(client, place);
    if (place >= 0) timesMs.push(performance.now() - startedAt);
  }
  await client.close();
  return timesMs;
}

async function look(client: Client, place: number): Promise<void> {
  const { isError, content } = await client.callTool({ name: 'look', arguments: { id: `order-${place}` } });
  if (isError === true) throw new Error(`the call was refused: ${JSON.stringify(content)}`);
}

async function throughput(context: Context, { url: assizeUrl, key }: MeasuredGateway): Promise<Part> {
  const [upstreamPort, port] = [await freePort(), await freePort()];
  const upstream = startProcess(context, {
    name: 'mcp-server',
    command: process.execPath,
    args: [SERVER, String(upstreamPort)],
  });
  const file = path.join(mkdtempSync(path.join(context.folder, 'gateway-')), 'gateway.json');
  const assize = { url: assizeUrl, key, newTools: 'allow', listen: { port } };
  const mcpServers = { bench: { type: 'http', url: `http://127.0.0.1:${upstreamPort}/mcp` } };
  writeFileSync(file, JSON.stringify({ assize, mcpServers }), { mode: 0o600 });
  const started = startProcess(context, {
    name: 'gateway',
    command: process.execPath,
    args: [...NURSERY, ASSIZE, 'gateway', 'serve', '--config', file],
  });
  const url = `http://127.0.0.1:${port}/bench/mcp`;
  await started.until(async () => (await fetch(url).catch(() => null)) !== null);
  const loaded = await load(context, url, key, started);
  const sessions = await idleSessions(context, url, key, started);
  await started.stop();
  await upstream.stop();
  return {
    tables: [
      tableOf([loaded], ['clients', 'callsPerSecond', 'p50Ms', 'p99Ms', 'errors', 'cpuMsPerCall']),
      sessions.table,
    ],
    checks: [
      atLeast(500, 'calls/s', loaded.callsPerSecond, 'calls by way of the gateway'),
      atMost(300, 'MB', sessions.memoryMb, `${SESSIONS} idle sessions`),
    ],
    notes: ['Clients, server, gateway and Assize share the cores.'],
  };
}

/** One request of the protocol since 2026-07-28, in which each stands alone. */
const REQUEST = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'look',
    arguments: { id: 'one' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

async function load(context: Context, url: string, key: string, { pid }: Started) {
  const { seconds, warmupSeconds } = context.options;
  context.progress(`gateway: ${CLIENTS} clients for ${seconds} s`);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'look',
  };
  const target = { url, headers, body: JSON.stringify(REQUEST) };
  await context.loadTool.run(context, target, CLIENTS, Math.max(1, warmupSeconds));
  const before = cpuMs(pid);
  const { requests, requestsPerSecond, p50Ms, p99Ms, errors } = await context.loadTool.run(
    context,
    target,
    CLIENTS,
    seconds,
  );
  const used = difference(cpuMs(pid), before);
  const callsPerSecond = errors === 0 ? requestsPerSecond : null;
  return { clients: CLIENTS, callsPerSecond, p50Ms, p99Ms, errors, cpuMsPerCall: quotient(used, requests) };
}

async function sessionAt(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

/** Of the protocol that has sessions: each opens one, and the stream on which its server may speak. */
async function idleSessions(context: Context, url: string, key: string, started: Started) {
  context.progress(`gateway: ${SESSIONS} idle sessions`);
  resetPeakMemory(started.pid);
  const clients: Client[] = [];
  for (let place = 0; place < SESSIONS; place += 1) clients.push(await sessionAt(url, key));
  const memoryMb = peakMemoryMb(started.pid);
  await Promise.all(clients.map((client) => client.close()));
  return {
    memoryMb,
    table: tableOf([{ idleSessions: SESSIONS, peakMemoryMb: memoryMb }], ['idleSessions', 'peakMemoryMb']),
  };
}

function hooks(context: Context, { url, key }: MeasuredGateway): Part {
  context.progress(`gateway: ${HOOKS} hooks, each a process`);
  const event = JSON.stringify({
    session_id: 'bench',
    transcript_path: '/tmp/transcript.jsonl',
    cwd: '/tmp',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_input: { file_path: '/tmp/notes.txt' },
    tool_use_id: 'toolu_bench',
  });
  const env = { PATH: process.env.PATH, HOME: context.folder, ASSIZE_URL: url, ASSIZE_KEY: key };
  const program = path.join(ROOT, 'service/dist/hook.js');
  const timesMs = Array.from({ length: HOOKS }, () => {
    const startedAt = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [program, 'claude-code'], { input: event, env });
    if (status !== 0) throw new Error(`the hook ended with ${status}: ${stderr}`);
    return performance.now() - startedAt;
  });
  const row = { hook: 'claude-code, PreToolUse', p50Ms: median(timesMs), p95Ms: percentile(timesMs, 95) };
  return {
    tables: [tableOf([row], ['hook', 'p50Ms', 'p95Ms'])],
    checks: [atMost(100, 'ms', row.p50Ms, 'a hook answers, from the start of its process (p50)')],
  };
}

async function bundles(): Promise<Part> {
  const entries = ['index.ts', 'proof.ts', 'webhooks.ts', 'adapters/ai-sdk.ts', 'adapters/langgraph.ts'];
  const rows = await Promise.all(
    entries.map(async (entry) => {
      const input = path.join(ROOT, 'client', entry);
      const options = { format: 'esm', minify: true } as const;
      const { output } = await build({ input, platform: 'browser', write: false, output: options });
      const [{ code }] = output;
      return { bundle: `@assize/client ${entry}`, bytes: code.length, gzippedBytes: gzipSync(code).length };
    }),
  );
  const hook = readFileSync(path.join(ROOT, 'service/dist/hook.js'));
  rows.push({ bundle: 'assize hook', bytes: hook.length, gzippedBytes: gzipSync(hook).length });
  return {
    tables: [tableOf(rows, ['bundle', 'bytes', 'gzippedBytes'])],
    checks: [atMost(10, 'KB', (rows[0]?.gzippedBytes ?? Number.NaN) / 1024, 'the client, gzipped')],
  };
}
