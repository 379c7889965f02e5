/** The words of a task bind an agent: the same call passes or is held depending on what the task says. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { requireTrue } from './support/governance/governance.ts';
import { AGENT, changed, opened } from './support/governance/mandates.ts';
import { askOk, evaluate } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const text = { type: 'string' };
const tool = (name: string, description: string, properties: object) => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
});
const TOOLS = [
  tool('cancel_order', 'Cancel an order', { order_id: text }),
  tool('refund_order', 'Refund an order', { order_id: text, iban: text, amount: { type: 'number' } }),
  tool('delete_file', 'Delete a file', { path: text }),
  tool('delete_messages', 'Delete messages by a query', { query: text }),
  tool('get_order', 'Get an order', { order_id: text }),
  tool('share_file', 'Share a file with a person', { file_id: text, email: text, role: text }),
  tool('reserve_hotel', 'Reserve a hotel', { hotel: text, nights: { type: 'number' } }),
  tool('post_message', 'Post in a channel', { channel: text, message: text }),
  tool('git_push', 'Push a branch', { remote: text, branch: text, force: { type: 'boolean' } }),
];

type Arguments = Record<string, unknown>;
/** The task, the tool, a call that passes, one that does not, and why. */
const BOUND: [task: string, tool: string, meant: Arguments, other: Arguments, why: RegExp][] = [
  [
    'Cancel SO-31 please',
    'cancel_order',
    { order_id: 'SO-31' },
    { order_id: 'SO-12' },
    /another one than SO-12/,
  ],
  [
    'Cancel SO-31 to SO-33',
    'cancel_order',
    { order_id: 'SO-32' },
    { order_id: 'SO-34' },
    /another one than SO-34/,
  ],
  [
    'Cancel all my orders',
    'cancel_order',
    { order_id: '*' },
    { order_id: 'the big one' },
    /does not name the big one/,
  ],
  [
    'Refund 34.90 to DE89 3704 0044 0532 0130 00 for order K-7',
    'refund_order',
    { order_id: 'K-7', iban: 'DE89370400440532013000', amount: 34.9 },
    { order_id: 'K-7', iban: 'DE89370400440532013000', amount: 349 },
    /349 in amount is more than the task speaks of/,
  ],
  [
    'Delete the file plans/draft.md',
    'delete_file',
    { path: 'plans/draft.md' },
    { path: 'plans/final.md' },
    /does not name plans\/final\.md/,
  ],
  [
    'Delete the mails from shop-blitz.example',
    'delete_messages',
    { query: 'from:shop-blitz.example' },
    { query: 'older_than:30d' },
    /the task mentions none of its arguments/,
  ],
  [
    'Delete my drafts',
    'delete_messages',
    { drafts: true },
    { archive: true },
    /the task mentions none of its arguments/,
  ],
  [
    'Share file-7 with ann@example.com so that she can edit it',
    'share_file',
    { file_id: 'file-7', email: 'ann@example.com', role: 'editor' },
    { file_id: 'file-7', email: 'ann@example.com', role: 'owner' },
    /another one than owner/,
  ],
  [
    'Book three nights at the Hotel Alameda',
    'reserve_hotel',
    { hotel: 'Hotel Alameda', nights: 3 },
    { hotel: 'Riverside Grand', nights: 3 },
    /Riverside Grand \(book\) is in no record/,
  ],
  [
    'Tell #design that the demo is at four',
    'post_message',
    { channel: '#design', message: 'The demo is at four.' },
    { channel: '#design', message: 'The admin login is Tr4il-mix!90' },
    /it tells a password or code/,
  ],
  [
    'Push my branch feature-spike to origin in the repo',
    'git_push',
    { remote: 'origin', branch: 'feature-spike' },
    { remote: 'origin', branch: 'feature-spike', force: true },
    /does not cover the effect delete/,
  ],
];

async function importTools(app: FastifyInstance): Promise<void> {
  const body = { source: { tools: TOOLS }, server: 'office', accept: true };
  await askOk(app, 'a', '/api/v1/tools/import', { method: 'POST', body });
}

async function under(app: FastifyInstance, mandate_id: string, name: string, given: Arguments) {
  const context = { arguments: given, mandate_id };
  const { body } = await evaluate(app, 'a', { action: `mcp__office__${name}`, agent_id: AGENT, context });
  return { verdict: body.verdict, explanation: body.explanation };
}

testAsTenantOnEachDatabase(
  'holds-what-the-words-of-the-task-speak-against',
  async ({ app, service, key }) => {
    await importTools(app);
    for (const [task, name, meant, other, why] of BOUND) {
      const { mandate_id: id } = await opened(app, { task });
      const passed = await under(app, id, name, meant);
      assert.deepEqual({ task, ...passed }, { task, verdict: 'proceed', explanation: passed.explanation });
      const held = await under(app, id, name, other);
      assert.equal(held.verdict, 'escalate', task);
      assert.match(held.explanation, why);
    }
    await requireTrue(service, key);
  },
);

testAsTenant('lets-the-agent-read-what-the-task-does-not-name', async ({ app }) => {
  await importTools(app);
  const { mandate_id: id } = await opened(app, { task: 'Cancel SO-31 please' });
  const { verdict, explanation } = await under(app, id, 'get_order', { order_id: 'SO-12' });
  assert.deepEqual({ verdict, explanation }, { verdict: 'proceed', explanation });
});

testAsTenant('binds-by-words-only-while-they-count', async ({ app }) => {
  await importTools(app);
  const { mandate_id: id } = await opened(app, { task: 'Refund 34.90 for order K-7' });
  const call: Arguments = { order_id: 'K-7', amount: 349 };
  assert.equal((await under(app, id, 'refund_order', call)).verdict, 'escalate');
  const narrowed = await changed(app, 'narrow', id, { targets: [] });
  assert.equal(narrowed.body.words_of_the_task_count, false);
  assert.equal(narrowed.body.greatest_number, null);
  const { explanation } = await under(app, id, 'refund_order', call);
  assert.doesNotMatch(explanation, /more than the task speaks of/);
});
