/** A search by contents finds by each filter, in the caller's own chain, and shows no one what their role may not read. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { redactWhole } from './support/evidence/removals.ts';
import { type Answer, ask, type Call, evaluate } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const search = (app: FastifyInstance, body: unknown, call: Call = {}) =>
  ask(app, 'a', '/api/v1/evidence/search', { ...call, body });

const idsIn = ({ status, body }: Answer): string[] => {
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map(({ id }: { id: string }) => id);
};

const MAIL = {
  action: 'mail.send',
  description: 'Thanks to a customer',
  agent_id: 'Mail-Agent',
  user_id: 'Ann@example.com',
  context: {
    arguments: { to: 'marie@example.com', body: 'Straße is closed "tomorrow" \u202e <b>' },
    session_id: 'ses-1',
    tool: { server: 'mailbox', name: 'sendMail' },
  },
};

interface Filled {
  mail: string;
  held: string;
  outcome: string;
  approved: string;
  change: string;
}

async function fill(app: FastifyInstance): Promise<Filled> {
  const judged = async (body: object) => (await evaluate(app, 'a', body)).body;
  const { evidence_id: mail } = await judged(MAIL);
  const held = await judged({ action: 'files.wipe', agent_id: 'cleaner', context: { risk_level: 'critical' } });
  const reported = await ask(app, 'a', '/api/v1/evidence/outcomes', {
    body: {
      action: 'mail.send',
      agent_id: 'mail-agent',
      context: { receipt: 'number-77' },
      outcome: 'success',
      executed_at: '2026-01-01T00:00:00Z',
    },
  });
  const decide = `/api/v1/approvals/${held.approval_id}/approve`;
  const { body: decided } = await ask(app, 'a', decide, {
    body: { comment: 'Agreed with Legal', decided_by: 'Bob' },
  });
  const halted = await ask(app, 'a', '/api/v1/core/halts', {
    body: { agent_id: 'cleaner', reason: 'Too eager' },
  });
  assert.equal(halted.status, 200, JSON.stringify(halted.body));
  const [change] = idsIn(await search(app, { action: 'halt.create' }));
  return {
    mail,
    held: held.evidence_id,
    outcome: reported.body.evidence_id,
    approved: decided.resolution_evidence_id,
    change: change ?? '',
  };
}

testAsTenantOnEachDatabase('finds-by-each-filter-that-reads-payloads', async ({ app }) => {
  const { mail, held, outcome, approved, change } = await fill(app);
  const expected: [filter: object, ids: string[]][] = [
    [{ agent_id: 'Mail-Agent' }, [outcome, mail]],
    [{ agent_id: 'mail_agent' }, [outcome, mail]],
    [{ agent_id: 'mail' }, []],
    [{ agent_id: 'cleaner', artifact_type: 'governance_eval' }, [held]],
    [{ user_id: 'ann@EXAMPLE.com' }, [mail]],
    [{ user_id: 'bob' }, [approved]],
    [{ law: 'safety_dominance' }, [held]],
    [{ law: 'audit_conservation' }, []],
    [{ tool: 'send_mail' }, [mail]],
    [{ tool: 'mailbox.sendMail' }, [mail]],
    [{ tool: 'mail-send' }, [outcome, mail]],
    [{ session_id: 'ses-1' }, [mail]],
    [{ session_id: 'SES-1' }, []],
    [{ text: 'closed STRASSE' }, [mail]],
    [{ text: 'stra' }, []],
    [{ text: '"tomorrow" \u202e' }, [mail]],
    [{ text: 'customer thanks' }, [mail]],
    [{ text: 'number-77' }, [outcome]],
    [{ text: 'legal' }, [approved]],
    [{ text: 'eager' }, [change]],
    [{ text: 'wipe' }, [approved, held]],
    [{ text: "'; DROP TABLE artifacts; --" }, []],
    [{ text: '%' + 'a'.repeat(250) }, []],
    [{ agent_id: 'mail-agent', text: 'closed', verdict: 'proceed', action: 'mail.send' }, [mail]],
    [{ agent_id: 'mail-agent', verdict: 'block' }, []],
    [{ agent_id: 'mail-agent', except_actions: ['mail.send'] }, []],
    [{ agent_id: 'mail-agent', artifact_types: ['action_executed', 'trust_update'] }, [outcome]],
    [{ agent_id: 'mail-agent', to_date: '2020-01-01' }, []],
    [{ agent_id: 'mail-agent', from_date: '2020-01-01', to_date: '2999-01-01' }, [outcome, mail]],
  ];
  for (const [filter, ids] of expected) {
    const found = await search(app, filter);
    assert.deepEqual(idsIn(found), ids, JSON.stringify(filter));
    const { total, next_cursor, searched_to } = found.body;
    assert.deepEqual({ total, next_cursor, searched_to }, { total: ids.length, next_cursor: null, searched_to: null });
  }
});

testAsTenantOnEachDatabase('finds-by-target-and-mandate', async ({ app }) => {
  const mandate = await ask(app, 'a', '/api/v1/mandates', {
    body: {
      agent_id: 'planner',
      effects: ['send'],
      targets: [{ kind: 'email', value: 'joe@example.com' }],
      strict: false,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  assert.equal(mandate.status, 201, JSON.stringify(mandate.body));
  const { mandate_id } = mandate.body;
  const body = {
    action: 'send_email',
    agent_id: 'planner',
    context: { mandate_id, arguments: { to: 'Joe@Example.com' } },
  };
  const { evidence_id: id } = (await evaluate(app, 'a', body)).body;
  assert.deepEqual(idsIn(await search(app, { target: 'JOE@example.com' })), [id]);
  assert.deepEqual(idsIn(await search(app, { target: 'example.com' })), []);
  const [newest, ...opened] = idsIn(await search(app, { mandate_id }));
  assert.equal(newest, id);
  assert.equal(opened.length, 1, 'the record that opened it');
});

testAsTenantOnEachDatabase('leaves-out-actions-and-counts-exactly', async ({ app }) => {
  await fill(app);
  const all = await search(app, {});
  const items: { artifact_type: string; action: string | null }[] = all.body.items;
  for (const filter of [
    { except_actions: ['mail.send'] },
    { except_actions: ['mail.send', 'halt.create', 'none'], verdict: 'proceed' },
    { artifact_types: ['governance_change', 'action_approved'] },
    { artifact_types: ['governance_change'], except_actions: ['halt.create'] },
    { artifact_types: ['governance_eval'], artifact_type: 'action_approved' },
  ]) {
    const wanted = items.filter(
      (item) =>
        (!filter.artifact_types || filter.artifact_types.includes(item.artifact_type)) &&
        (!('artifact_type' in filter) || filter.artifact_type === item.artifact_type) &&
        (!filter.except_actions || !filter.except_actions.includes(item.action ?? '')) &&
        (!('verdict' in filter) || filter.verdict === (item as { verdict?: string }).verdict),
    );
    const found = await search(app, filter);
    assert.deepEqual([found.body.items, found.body.total], [wanted, wanted.length], JSON.stringify(filter));
  }
});

testAsTenantOnEachDatabase('pages-by-cursor-give-each-record-once-while-appends-go-on', async ({ app }) => {
  const ids: string[] = [];
  const note = async (text: string) =>
    (await evaluate(app, 'a', { action: 'note', agent_id: 'writer', context: { text } })).body.evidence_id;
  for (let count = 0; count < 9; count += 1) ids.unshift(await note(`entry number ${count}`));
  for (const filter of [{ agent_id: 'writer' }, { text: 'entry number' }, { action: 'note' }]) {
    const before = idsIn(await search(app, { ...filter, limit: 100 }));
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer = await search(app, { ...filter, limit: 4, ...(cursor !== null && { cursor }) });
      paged.push(...idsIn(page));
      cursor = page.body.next_cursor;
      if (!('action' in filter)) assert.equal(page.body.total, paged.length, 'the number found so far');
      await Promise.all([note('entry number later'), note('entry number later')]);
    } while (cursor !== null);
    assert.deepEqual(paged, before, JSON.stringify(filter));
  }
  assert.ok(ids.length > 0);
});

testAsTenantOnEachDatabase('a-removed-payload-holds-nothing', async ({ app }) => {
  const { mail, outcome } = await fill(app);
  await redactWhole(app, mail);
  for (const filter of [{ text: 'closed' }, { session_id: 'ses-1' }, { user_id: 'ann@example.com' }])
    assert.deepEqual(idsIn(await search(app, filter)), [], JSON.stringify(filter));
  assert.deepEqual(idsIn(await search(app, { agent_id: 'mail-agent' })), [outcome]);
  assert.ok(idsIn(await search(app, { action: 'mail.send' })).includes(mail), 'its leaf is still found');
});

testAsTenantOnEachDatabase('another-tenant-or-environment-finds-nothing-in-payloads', async (tenant) => {
  const { app, service, name, sandboxKey } = tenant;
  await fill(app);
  const { secret } = await keyHolder(service, `${name}-other`);
  for (const key of [secret, sandboxKey])
    for (const filter of [{ agent_id: 'mail-agent' }, { text: 'closed' }, { target: 'x' }, { user_id: 'bob' }])
      assert.deepEqual(idsIn(await search(app, filter, { key })), []);
});

testAsTenant('a-viewer-can-not-probe-payloads', async ({ app, service, name }) => {
  await fill(app);
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

testAsTenant('a-cursor-of-contents-works-only-for-its-own-search', async ({ app, service, name, sandboxKey }) => {
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
    ...Array.from({ length: cursor.length }, (_, place): [object] => [{ ...filter, cursor: changed(place) }]),
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
});

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
