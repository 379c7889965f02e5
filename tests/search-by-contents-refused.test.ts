/** A search by contents stays in the caller's own chain, and shows no one what their role may not read. */
import assert from 'node:assert/strict';
import { fillContents, idsIn, search } from './support/evidence/contents.ts';
import { type Call, evaluate } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('another-tenant-or-environment-finds-nothing-in-payloads', async (tenant) => {
  const { app, service, name, sandboxKey } = tenant;
  await fillContents(app);
  const { secret } = await keyHolder(service, `${name}-other`);
  for (const key of [secret, sandboxKey])
    for (const filter of [
      { agent_id: 'mail-agent' },
      { text: 'closed' },
      { target: 'x' },
      { user_id: 'bob' },
    ])
      assert.deepEqual(idsIn(await search(app, filter, { key })), []);
});

testAsTenant('a-viewer-can-not-probe-payloads', async ({ app, service, name }) => {
  await fillContents(app);
  const of = async (role: 'viewer' | 'auditor') => ({
    key: null,
    headers: (await signedIn(service, name, role)).headers as Record<string, string>,
  });
  const [viewer, auditor] = [await of('viewer'), await of('auditor')];
  const filters = [
    { agent_id: 'mail-agent' },
    { user_id: 'ann@example.com' },
    { law: 'safety_dominance' },
    { tool: 'send_mail' },
    { target: 'marie@example.com' },
    { session_id: 'ses-1' },
    { mandate_id: 'mdt_1' },
    { text: 'closed' },
    { text: 'closed', action: 'mail.send' },
  ];
  for (const filter of filters) {
    const refused = await search(app, filter, viewer);
    assert.equal(refused.status, 403, JSON.stringify(filter));
    assert.match(refused.body.detail, /without its payloads/);
    assert.equal((await search(app, filter, auditor)).status, 200);
  }
  const seen = await search(app, { artifact_types: ['governance_eval'], limit: 1 }, viewer);
  assert.equal(seen.body.items[0].payload, null);
  assert.notEqual(seen.body.next_cursor, null);
});

testAsTenant(
  'a-cursor-of-contents-works-only-for-its-own-search',
  async ({ app, service, name, sandboxKey }) => {
    for (let count = 0; count < 4; count += 1)
      await evaluate(app, 'a', { action: 'note', agent_id: 'writer', context: { text: 'same words' } });
    const filter = { agent_id: 'writer', limit: 2 };
    const { next_cursor: cursor } = (await search(app, filter)).body;
    assert.equal(idsIn(await search(app, { ...filter, agent_id: 'writer', cursor })).length, 2);
    const changed = (place: number) =>
      `${cursor.slice(0, place)}${cursor[place] === 'A' ? 'B' : 'A'}${cursor.slice(place + 1)}`;
    const { secret } = await keyHolder(service, `${name}-other`);
    const plain = (await search(app, { limit: 2 })).body.next_cursor;
    const refused: [body: object, call?: Call][] = [
      ...Array.from({ length: cursor.length }, (_, place): [object] => [
        { ...filter, cursor: changed(place) },
      ]),
      [{ ...filter, agent_id: 'writer2', cursor }],
      [{ ...filter, text: 'same', cursor }],
      [{ ...filter, verdict: 'proceed', cursor }],
      [{ ...filter, artifact_types: ['governance_eval'], cursor }],
      [{ limit: 2, cursor }],
      [{ ...filter, cursor: plain }],
      [{ limit: 2, action: 'note', cursor: plain }],
      [{ limit: 2, except_actions: ['note'], cursor: plain }],
      [{ ...filter, cursor }, { key: sandboxKey }],
      [{ ...filter, cursor }, { key: secret }],
      [{ ...filter, cursor: `${cursor}A` }],
      [{ ...filter, cursor: '' }],
    ];
    for (const [body, call] of refused) {
      const answer = await search(app, body, call);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.deepEqual(answer.body.detail[0].loc, ['body', 'cursor']);
    }
  },
);

testAsTenant('says-what-is-wrong-with-a-search', async ({ app }) => {
  const wrong: [body: object, loc: string][] = [
    [{ text: '' }, 'text'],
    [{ text: ' -- ' }, 'text'],
    [{ text: 'a\u0000b' }, 'text'],
    [{ text: 'a'.repeat(257) }, 'text'],
    [{ law: 'gravity' }, 'law'],
    [{ agent_id: '' }, 'agent_id'],
    [{ agent_id: 7 }, 'agent_id'],
    [{ target: 'a'.repeat(1025) }, 'target'],
    [{ artifact_types: [] }, 'artifact_types'],
    [{ artifact_types: 'governance_eval' }, 'artifact_types'],
    [{ except_actions: [''] }, 'except_actions'],
    [{ action: 'a', except_actions: ['b'] }, 'except_actions'],
    [{ agent_id: 'a', offset: 1 }, 'offset'],
    [{ cursor: 'x', offset: 1 }, 'offset'],
    [{ person: 'x' }, 'person'],
  ];
  for (const [body, loc] of wrong) {
    const answer = await search(app, body);
    assert.equal(answer.status, 422, JSON.stringify(body));
    assert.equal(answer.body.detail[0].loc[1], loc);
  }
});
