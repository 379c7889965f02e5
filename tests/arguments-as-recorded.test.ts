/** Arguments are read in the order of the record, and never pass if they are unreadable. */
import assert from 'node:assert/strict';
import { TOOLS } from './support/acts/tools.ts';
import { requireTrue } from './support/governance/governance.ts';
import { AGENT, opened } from './support/governance/mandates.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const DEEP = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;

const ENTRY = { tool: 'order_goods', effect: 'book', targets: [], contents: [] };
/** Two values of each kind: the greatest number, an address, a currency. */
const GIVEN = [
  { quantity: 5, amount: 5 },
  { lines: [{ quantity: 7, amount: 7 }], 10: 7, 9: 7 },
  { second: 'eve@example.net', first: 'eve@example.net' },
  { price: '5 USD', budget: '5 CHF' },
];

testAsTenant('arguments-in-any-order-are-read-as-they-are-recorded', async ({ app, service, key }) => {
  assert.equal((await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry: ENTRY } })).status, 200);
  const { mandate_id } = await opened(app, { task: 'Order 5 boxes for 5 EUR.' });
  for (const given of GIVEN) {
    const context = { arguments: given, mandate_id };
    const request = { action: 'order_goods', agent_id: AGENT, context };
    assert.equal((await evaluate(app, 'a', request)).status, 200);
    assert.equal((await evaluate(app, 'a', { ...request, context: given })).status, 200);
  }
  await requireTrue(service, key);
});

testAsTenant('arguments-that-can-not-be-read-are-never-passed', async ({ app }) => {
  assert.equal((await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry: ENTRY } })).status, 200);
  const { mandate_id } = await opened(app, { task: 'Order 5 boxes.' });
  for (const given of [DEEP, "{'is_admin': True}", '[1]', 'x', 7]) {
    const context = { arguments: given, mandate_id };
    const { status, body } = await evaluate(app, 'a', { action: 'order_goods', agent_id: AGENT, context });
    assert.equal(status, 200);
    assert.match(JSON.stringify(body), /can't be read: context.arguments is (?:no object|nested too deep)/);
  }
});
