/**
 * Each example in Python runs as you would run it: as a process with the real framework, against a service, with a
 * second process that approves.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { testOnOneDatabase } from '../../tests/support/databases.ts';
import { PRODUCTION_KEY, startTestService } from '../../tests/support/in-process.ts';
import { CLIENT_PYTHON, EXAMPLES_PYTHON, whyNotPython } from '../../tests/support/python.ts';

const TRANSCRIPT = `\
operator: accepted 2 tools
human: approves pay_refund
tool: refunded 40.0 USD of SO-31 to ann@customer.example
agent: Ann has her money back.
evidence: governance_eval list_orders proceed
evidence: action_executed list_orders proceed
evidence: governance_eval pay_refund escalate
evidence: governance_eval pay_refund proceed
evidence: action_executed pay_refund proceed
evidence: 5 records proven
`;

const EXAMPLES: [program: string, framework: string][] = [
  ['langgraph_agent.py', 'langgraph.graph'],
  ['openai_agents_agent.py', 'agents'],
];

/** `.ci/run` says so where the frameworks can't be had; then nothing of them is promised. */
const isAbsent = process.env.ASSIZE_TEST_PYTHON_FRAMEWORKS === 'absent';

for (const [program, framework] of isAbsent ? [] : EXAMPLES) {
  testOnOneDatabase(`asks-is-approved-acts-and-is-proven (${program})`, async (location, t) => {
    const whyNot = whyNotPython(EXAMPLES_PYTHON, 'httpx', framework);
    if (whyNot !== false) return t.skip(whyNot);
    const { app } = await startTestService(t, location);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    assert.equal(await run(t, program, { ASSIZE_URL: url, ASSIZE_KEY: PRODUCTION_KEY }), TRANSCRIPT);
  });
}

function run(t: TestContext, program: string, environment: Record<string, string>): Promise<string> {
  const child = spawn(EXAMPLES_PYTHON, [path.join(import.meta.dirname, program)], {
    env: { ...process.env, PYTHONPATH: CLIENT_PYTHON, PYTHONDONTWRITEBYTECODE: '1', ...environment },
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
      if (code === 0) resolve(stdout.replaceAll(/ann\.\w+@/g, 'ann@'));
      else reject(new Error(`${program} ended with ${code}:\n${stdout}\n${stderr}`));
    });
  });
}
