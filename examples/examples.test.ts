/** Each example runs as you would run it: as a process, against a service, with a second process that approves. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { testOnOneDatabase } from '../tests/support/databases/databases.ts';
import { PRODUCTION_KEY, startTestService } from '../tests/support/http/in-process.ts';
import { runExample } from '../tests/support/processes/example-run.ts';
import { skip } from './shared/trials.ts';

const EXAMPLES = import.meta.dirname;

const TRANSCRIPT = `\
operator: accepted 2 tools
human: approved pay_refund
tool: refunded 40 USD of SO-31 to ann@customer.example
agent: Ann has her money back.
evidence: governance_eval list_orders proceed
evidence: action_executed list_orders proceed
evidence: governance_eval pay_refund escalate
evidence: governance_eval pay_refund proceed
evidence: action_executed pay_refund proceed
evidence: 5 records proven
`;

/** Where the framework names the server of a tool, the catalogue does too. */
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
    assert.equal(
      await runExample(t, [process.execPath, path.join(EXAMPLES, program)], environment),
      transcriptOf(framework),
    );
  });
}

for (const program of [...globSync('*/agent.ts', { cwd: EXAMPLES }).sort(), 'mcp/quickstart.ts']) {
  testOnOneDatabase(`runs-what-a-human-corrected (${path.dirname(program)})`, async (location, t) => {
    if (skip !== false) return t.skip(skip);
    const { app } = await startTestService(t, location);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const environment = { ASSIZE_URL: url, ASSIZE_KEY: PRODUCTION_KEY, EXAMPLE_AMOUNT_USD: '30' };
    const output = await runExample(t, [process.execPath, path.join(EXAMPLES, program)], environment);
    assert.deepEqual(output.match(/refunded \d+ USD/g), ['refunded 30 USD']);
  });
}

testOnOneDatabase('an-example-is-held-also-after-another', async (location, t) => {
  if (skip !== false) return t.skip(skip);
  const { app } = await startTestService(t, location);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const environment = { ASSIZE_URL: url, ASSIZE_KEY: PRODUCTION_KEY };
  for (const framework of ['functions', 'claude-agent-sdk', 'functions']) {
    const program = path.join(EXAMPLES, framework, 'agent.ts');
    assert.match(await runExample(t, [process.execPath, program], environment), /^human: approved/m);
  }
});

/** It needs no framework, so it runs where only the service is installed. */
testOnOneDatabase('an-mcp-client-is-governed-by-the-gateway', async (location, t) => {
  const { app } = await startTestService(t, location);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const output = await runExample(t, [process.execPath, path.join(EXAMPLES, 'mcp/quickstart.ts')], {
    ASSIZE_URL: url,
    ASSIZE_KEY: PRODUCTION_KEY,
  });
  const lines = output.split('\n').map((line) => line.replace(/(was held): .*/, '$1'));
  assert.deepEqual(lines.slice(0, 6), [
    'client: the server has list_orders and pay_refund',
    'operator: accepted 2 tools',
    'client: list_orders ran: [{"order_id":"SO-31","customer":"Ann","total_usd":40}]',
    'client: pay_refund was held',
    'human: approved shop.pay_refund',
    'client: pay_refund ran: refunded 40 USD of SO-31 to ann@customer.example',
  ]);
  // The gateway reports an outcome while the client already makes its next call.
  assert.deepEqual(lines.slice(6).sort(), [
    '',
    'evidence: 5 records proven',
    'evidence: action_executed shop.list_orders proceed',
    'evidence: action_executed shop.pay_refund proceed',
    'evidence: governance_eval shop.list_orders proceed',
    'evidence: governance_eval shop.pay_refund escalate',
    'evidence: governance_eval shop.pay_refund proceed',
  ]);
});
