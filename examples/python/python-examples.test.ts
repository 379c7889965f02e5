/**
 * Each example in Python runs as you would run it: as a process with the real framework, against a service, with a
 * second process that approves.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { testOnOneDatabase } from '../../tests/support/databases/databases.ts';
import { PRODUCTION_KEY, startTestService } from '../../tests/support/http/in-process.ts';
import { runExample } from '../../tests/support/processes/example-run.ts';
import { CLIENT_PYTHON, EXAMPLES_PYTHON, whyNotPython } from '../../tests/support/runner/python.ts';

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

/** `.ci/run` says so if the frameworks can't be installed; then these tests are skipped. */
const isAbsent = process.env.ASSIZE_TEST_PYTHON_FRAMEWORKS === 'absent';

for (const [program, framework] of isAbsent ? [] : EXAMPLES) {
  testOnOneDatabase(`asks-is-approved-acts-and-is-proven (${program})`, async (location, t) => {
    const whyNot = whyNotPython(EXAMPLES_PYTHON, 'httpx', framework);
    if (whyNot !== false) return t.skip(whyNot);
    const { app } = await startTestService(t, location);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const python = { PYTHONPATH: CLIENT_PYTHON, PYTHONDONTWRITEBYTECODE: '1' };
    const environment = { ...python, ASSIZE_URL: url, ASSIZE_KEY: PRODUCTION_KEY };
    const command = [EXAMPLES_PYTHON, path.join(import.meta.dirname, program)] as const;
    assert.equal(await runExample(t, command, environment), TRANSCRIPT);
  });
}
