/** The time that the gateway adds to a call of a tool, and the time of a hook. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Context } from '../context.ts';
import { type Latency, latencyOf, measureLatency } from '../load/timing.ts';
import { atMost, joinParts, type Part } from '../report.ts';
import { PROGRAM, post, ROOT, type RunningAssize, startNew } from '../servers/assize.ts';
import { difference } from '../statistics.ts';

export const title = 'a tool call through the MCP gateway, and a hook, with SQLite';

const SERVER = path.join(ROOT, 'bench/servers/mcp-server.ts');
const CALLS = 500;
const WARM_UPS = 50;
const HOOKS = 30;

export async function once(context: Context): Promise<Part> {
  const running = await startNew(context, 'sqlite');
  return joinParts([await measureCalls(context, running), measureHooks(context, running)]);
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
    checks: [atMost(3, 'ms', added, 'the gateway adds to a call, without the time of Assize (p50)')],
  };
}

async function stdioCalls(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Latency> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
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
