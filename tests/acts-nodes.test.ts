/** What is known of acts, changed on one node, holds on the other within a second: records, mandates, tools. */
import assert from 'node:assert/strict';
import { mailTo } from './support/acts.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { ask, startTestService } from './support/in-process.ts';
import { changed, opened, under } from './support/mandates.ts';
import { requireWithinASecond } from './support/nodes.ts';
import { TOOLS } from './support/tools.ts';

const MAIL = { action: 'mail.send', agent_id: 'agent-7', context: { arguments: { to: 'ann@example.org' } } };

testOnEachDatabase('holds-on-every-node-within-a-second', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app }] = nodes;
  const put = (entry: object) => ask(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
  const { body: tool } = await put(mailTo('to'));
  await put({ tool: 'files.look', effect: 'read', targets: [] });
  let target = '';
  await t.test('a-record-that-is-added', () =>
    requireWithinASecond({
      nodes,
      body: MAIL,
      busy: false,
      from: 'ESCALATE',
      to: 'PROCEED',
      change: async () => {
        const targets = [{ kind: 'domain', value: 'example.org' }];
        const { status, body } = await ask(app, 'a', '/api/v1/targets', { body: { targets } });
        assert.equal(status, 200);
        target = body.added[0].target_id;
      },
    }),
  );
  await t.test('a-record-that-is-removed', () =>
    requireWithinASecond({
      nodes,
      body: MAIL,
      busy: true,
      from: 'PROCEED',
      to: 'ESCALATE',
      change: async () => {
        const { status } = await ask(app, 'a', `/api/v1/targets/${target}`, { method: 'DELETE' });
        assert.equal(status, 200);
      },
    }),
  );
  const { mandate_id: id } = await opened(app, { effects: ['read'] });
  await t.test('a-mandate-that-is-closed', () =>
    requireWithinASecond({
      nodes,
      body: under(id, { action: 'files.look' }),
      busy: true,
      from: 'PROCEED',
      to: 'BLOCK',
      change: async () => assert.equal((await changed(app, 'close', id, {})).status, 200),
    }),
  );
  const { mandate_id: narrowed } = await opened(app, { effects: ['read'] });
  await t.test('a-mandate-that-is-narrowed', () =>
    requireWithinASecond({
      nodes,
      body: under(narrowed, { action: 'files.look' }),
      busy: false,
      from: 'PROCEED',
      to: 'ESCALATE',
      change: async () => assert.equal((await changed(app, 'narrow', narrowed, { effects: [] })).status, 200),
    }),
  );
  const { mandate_id: mailing } = await opened(app, {
    effects: ['send'],
    targets: [{ value: 'ann@example.org' }],
  });
  await t.test('a-tool-that-is-removed', () =>
    requireWithinASecond({
      nodes,
      body: { ...MAIL, context: { ...MAIL.context, mandate_id: mailing } },
      busy: false,
      from: 'PROCEED',
      to: 'ESCALATE',
      change: async () => {
        const { status } = await ask(app, 'a', `${TOOLS}/${tool.tool_id}`, { method: 'DELETE' });
        assert.equal(status, 200);
      },
    }),
  );
});
