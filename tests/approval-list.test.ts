/** The list of pending approvals, page by page. */
import assert from 'node:assert/strict';
import { APPROVALS, decide, escalated, GRAVE } from './support/approvals/approvals.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, askOk, startTestService } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const OTHER = { ...GRAVE, action: 'database.drop' };

testAsTenantOnEachDatabase(
  'lists-pending-approvals-oldest-first-page-by-page',
  async ({ app, sandboxKey }) => {
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1) {
      ids.push(await escalated(app, { ...GRAVE, agent_id: number % 2 === 0 ? 'even' : 'odd' }));
    }
    await decide(app, 'approve', ids[6] ?? '');
    const pages = await pagesOf('?limit=4');
    assert.deepEqual(pages, [ids.slice(0, 4), ids.slice(4, 6)]);
    assert.deepEqual(await pagesOf('?limit=1&agent_id=odd'), [[ids[1]], [ids[3]], [ids[5]]]);
    assert.deepEqual(await pagesOf('?status=approved'), [[ids[6]]]);
    assert.deepEqual(await pagesOf('?status=expired'), [[]]);
    const { body } = await ask(app, 'b', `${APPROVALS.b}?limit=2`);
    assert.equal(body.total, 6);
    const cursor = body.next_cursor;
    for (const query of [
      `cursor=${cursor}&agent_id=odd`,
      `cursor=${cursor}&status=approved`,
      `cursor=x${cursor}`,
    ]) {
      assert.equal((await ask(app, 'b', `${APPROVALS.b}?${query}`)).status, 400, query);
      assert.equal((await ask(app, 'a', `${APPROVALS.a}?${query}`)).status, 422, query);
    }
    assert.equal((await ask(app, 'b', `${APPROVALS.b}?cursor=${cursor}`, { key: sandboxKey })).status, 400);

    async function pagesOf(query: string): Promise<string[][]> {
      const found: string[][] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await askOk(app, 'b', `${APPROVALS.b}${query}${cursor}`);
        found.push(page.items.map((item: { approval_id: string }) => item.approval_id));
        cursor = page.next_cursor === null ? null : `&cursor=${page.next_cursor}`;
      }
      return found;
    }
  },
);

testOnOneDatabase('shows-each-approval-of-a-long-page-as-it-is-shown-alone', async (location, t) => {
  const environment = { ASSIZE_APPROVAL_QUORUM: 'high=2' };
  const { app } = await startTestService(t, location, environment);
  const ids: string[] = [];
  for (let batch = 0; batch < 3; batch += 1) {
    const evaluations = Array.from({ length: 50 }, () => GRAVE);
    const { body } = await ask(app, 'b', '/v1/governance/evaluate/batch', { body: { evaluations } });
    ids.push(...body.results.map((result: { approval_id: string }) => result.approval_id));
  }
  const decided = await decide(app, 'approve', ids[140] ?? '');
  assert.equal(decided.body.status, 'pending');
  assert.equal(decided.body.decisions.length, 1);
  const { body } = await ask(app, 'b', `${APPROVALS.b}?limit=149`);
  const rest = await ask(app, 'b', `${APPROVALS.b}?limit=149&cursor=${body.next_cursor}`);
  const items: { approval_id: string; context: unknown }[] = [...body.items, ...rest.body.items];
  assert.deepEqual(items.map(({ approval_id }) => approval_id).sort(), ids.sort());
  assert.equal(rest.body.next_cursor, null);
  for (const place of [0, 127, 128, 149]) {
    const alone = await ask(app, 'b', `${APPROVALS.b}/${items[place]?.approval_id}`);
    assert.deepEqual(items[place], alone.body);
  }
  assert.deepEqual(
    items.find(({ approval_id }) => approval_id === decided.body.approval_id),
    decided.body,
  );
});

testAsTenantOnEachDatabase('lists-who-decided-what-in-a-period-newest-first', async ({ app }) => {
  const [first, second, third] = [await escalated(app), await escalated(app), await escalated(app, OTHER)];
  const waiting = await escalated(app);
  const startedAt = new Date().toISOString();
  await decide(app, 'approve', second, { body: { decided_by: 'dana', comment: 'fine' } });
  await decide(app, 'reject', first);
  await decide(app, 'approve', third);
  const idsOf = async (query: string) => {
    const body = await askOk(app, 'a', `${APPROVALS.a}?${query}`);
    return body.items.map(({ approval_id }: { approval_id: string }) => approval_id);
  };
  const from = `resolved_from=${startedAt}`;
  assert.deepEqual(await idsOf('status=resolved'), [third, first, second]);
  assert.deepEqual(await idsOf(from), [third, first, second]);
  assert.deepEqual(await idsOf(`${from}&order=asc`), [second, first, third]);
  assert.deepEqual(await idsOf(`${from}&status=approved`), [third, second]);
  assert.deepEqual(await idsOf(`${from}&action=${OTHER.action}`), [third]);
  assert.deepEqual(await idsOf(`resolved_to=${startedAt}`), []);
  assert.deepEqual(await idsOf(`action=${GRAVE.action}`), [waiting]);
  assert.deepEqual(await idsOf('order=desc'), [waiting]);
  const { body } = await ask(app, 'a', `${APPROVALS.a}?${from}&limit=2`);
  assert.equal(body.total, 3);
  assert.deepEqual(await idsOf(`${from}&limit=2&cursor=${body.next_cursor}`), [second]);
  const { body: shown } = await ask(app, 'a', `${APPROVALS.a}/${second}`);
  const { decided_by, comment, party } = shown.decisions[0];
  assert.deepEqual([decided_by, comment, party.slice(0, 4)], ['dana', 'fine', 'key_']);
  for (const wrong of [
    `order=asc&${from}&cursor=${body.next_cursor}`,
    `${from}&action=x&cursor=${body.next_cursor}`,
    'resolved_from=2026-01-02&resolved_to=2026-01-01',
    'resolved_from=yesterday',
    'order=newest',
  ]) {
    assert.equal((await ask(app, 'a', `${APPROVALS.a}?${wrong}`)).status, 422, wrong);
  }
});
