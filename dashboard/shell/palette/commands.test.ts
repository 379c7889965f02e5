import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsFor, type Known } from './commands.ts';

const KNOWN: Known = {
  pages: [
    { to: '/keys', name: 'Keys', key: 'k' },
    { to: '/agents', name: 'Agents', key: 'g' },
  ],
  agents: [
    { agent_id: 'refund-desk', name: 'Refunds' },
    { agent_id: 'release-bot', name: null },
  ],
  hasMoreAgents: false,
  approvals: [{ approval_id: 'apr_01', action: 'stripe.create_refund', agent_id: 'refund-desk' }],
  may: { manage: true, members: false, payloads: true },
};
const found = (typed: string, known: Known = KNOWN) =>
  commandsFor(typed, known).flatMap(({ name, items }) => items.map(({ id }) => `${name}: ${id}`));

test('finds-pages-acts-approvals-and-agents-by-their-words', () => {
  assert.deepEqual(found('refund'), [
    'Waiting approvals: apr_01',
    'Agents: agent refund-desk',
    'Evidence: words',
    'Evidence: action',
  ]);
  assert.deepEqual(found('KEY'), ['Pages: /keys', 'Acts: key', 'Evidence: words', 'Evidence: action']);
  assert.deepEqual(found('refund desk'), found('desk refund'));
});

test('offers-everything-where-nothing-is-typed', () => {
  assert.deepEqual(found(''), [
    'Pages: /keys',
    'Pages: /agents',
    'Acts: halt',
    'Acts: key',
    'Waiting approvals: apr_01',
    'Agents: agent refund-desk',
    'Agents: agent release-bot',
  ]);
});

test('opens-an-agent-beyond-those-it-knows-by-its-whole-id', () => {
  const more = { ...KNOWN, hasMoreAgents: true };
  assert.ok(found('bot-7000', more).includes('Agents: other agent'));
  assert.ok(!found('bot-7000').includes('Agents: other agent'));
  assert.ok(!found('release-bot', more).includes('Agents: other agent'));
});

test('opens-a-pasted-id', () => {
  const [first] = commandsFor(' ev_01a2 ', KNOWN);
  assert.deepEqual(first?.items[0]?.goal, { to: '/evidence/$id', params: { id: 'ev_01a2' } });
  const [approval] = commandsFor('apr_77', KNOWN);
  assert.deepEqual(approval?.items[0]?.goal, { to: '/approvals/$id', params: { id: 'apr_77' } });
});

test('offers-no-act-that-the-role-refuses', () => {
  const none = { ...KNOWN, may: { manage: false, members: false, payloads: false } };
  assert.deepEqual(
    found('', none).filter((each) => each.startsWith('Acts')),
    [],
  );
  assert.ok(found('', { ...none, may: { ...none.may, members: true } }).includes('Acts: invite'));
});

test('lists-few-of-many', () => {
  const many = {
    ...KNOWN,
    agents: Array.from({ length: 50 }, (_, at) => ({ agent_id: `bot-${at}`, name: null })),
  };
  assert.equal(found('', many).filter((each) => each.startsWith('Agents')).length, 3);
  assert.equal(found('bot', many).filter((each) => each.startsWith('Agents')).length, 8);
});

test('searches-words-only-for-a-role-that-sees-payloads', () => {
  const searches = (payloads: boolean) =>
    commandsFor(' refund  desk ', { ...KNOWN, may: { ...KNOWN.may, payloads } })
      .filter(({ name }) => name === 'Evidence')
      .flatMap(({ items }) => items.map(({ goal }) => goal));
  assert.deepEqual(searches(true), [
    { to: '/evidence', search: { text: 'refund  desk' } },
    { to: '/evidence', search: { action: 'refund  desk' } },
  ]);
  assert.deepEqual(searches(false), [{ to: '/evidence', search: { action: 'refund  desk' } }]);
});
