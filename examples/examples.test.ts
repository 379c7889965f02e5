/** Each example runs as you would run it: as a process, against a service, with a second process that approves. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { testOnOneDatabase } from '../tests/support/databases.ts';
import { PRODUCTION_KEY, startTestService } from '../tests/support/in-process.ts';

const EXAMPLES = import.meta.dirname;
const skip = existsSync(path.join(EXAMPLES, 'node_modules')) ? false : 'run `npm ci --prefix examples` first';

const TRANSCRIPT = `\
operator: accepted 2 tools
human: approved pay_refund
tool: refunded 40 USD of SO-31 to ann@acme.example
agent: Ann has her money back.
evidence: governance_eval list_orders proceed
evidence: action_executed list_orders proceed
evidence: governance_eval pay_refund escalate
evidence: governance_eval pay_refund proceed
evidence: action_executed pay_refund proceed
evidence: 5 records proven
`;

/** Where the framework names the server of a tool, the catalogue does. */
const SERVERS: Record<string, string> = { 'claude-agent-sdk': 'shop.' };

function transcriptOf(framework: string): string {
  return TRANSCRIPT.replaceAll(/(list_orders|pay_refund)/g, `${SERVERS[framework] ?? ''}$1`);
}

for (const program of globSync('*/agent.ts', { cwd: EXAMPLES }).sort()) {
  const framework = path.dirname(program);
  testOnOneDatabase(`asks-is-approved-acts-and-is-proven (${framework})`, async (location, t) => {
    if (skip !== false) return t.skip(skip);
    const { app } = await startTestService(t, location);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const environment = { ASSIZE_URL: url, ASSIZE_KEY: PRODUCTION_KEY };
    assert.equal(await run(t, program, environment), transcriptOf(framework));
  });
}

function run(t: TestContext, program: string, environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [path.join(EXAMPLES, program)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${program} ended with ${code}:\n${stdout}\n${stderr}`));
    });
  });
}
