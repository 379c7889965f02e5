/** A search by contents finds by each filter, page by page, and nothing in payloads that were removed. */
import assert from 'node:assert/strict';
import { mailTo } from './support/acts/acts.ts';
import { TOOLS } from './support/acts/tools.ts';
import { fillContents, idsIn, search } from './support/evidence/contents.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { settled } from './support/governance/trust.ts';
import { type Answer, ask, evaluate } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('finds-by-each-filter-that-reads-payloads', async ({ app }) => {
  const { mail, held, outcome, approved, change } = await fillContents(app);
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
    [{ text: 'wipe', artifact_types: ['governance_eval', 'action_approved'] }, [approved, held]],
    [{ text: "'; DROP TABLE artifacts; --" }, []],
    [{ text: `%${'a'.repeat(250)}` }, []],
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
    assert.deepEqual(
      { total, next_cursor, searched_to },
      { total: ids.length, next_cursor: null, searched_to: null },
    );
  }
});

testAsTenantOnEachDatabase('finds-by-target-and-mandate', async ({ app }) => {
  const listed = await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry: mailTo('to') } });
  assert.equal(listed.status, 200);
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
    action: 'mail.send',
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

testAsTenantOnEachDatabase('leaves-out-actions-and-counts-exactly', async ({ app, service }) => {
  await fillContents(app);
  // A trust update that follows would be in one of the answers alone.
  await settled(service);
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
        !filter.except_actions?.includes(item.action ?? '') &&
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
  const { mail, outcome } = await fillContents(app);
  await redactWhole(app, mail);
  for (const filter of [{ text: 'closed' }, { session_id: 'ses-1' }, { user_id: 'ann@example.com' }])
    assert.deepEqual(idsIn(await search(app, filter)), [], JSON.stringify(filter));
  assert.deepEqual(idsIn(await search(app, { agent_id: 'mail-agent' })), [outcome]);
  assert.ok(idsIn(await search(app, { action: 'mail.send' })).includes(mail), 'its leaf is still found');
});
