/** One person decides a bundle of approvals together; each is decided as if alone, with its own record. */
import assert from 'node:assert/strict';
import { APPROVALS, decide, escalated, statusOf, withApproval } from './support/approvals/approvals.ts';
import { account, held, paying, together } from './support/approvals/bundles.ts';
import { changesOf, requireTrue } from './support/governance/governance.ts';
import { fieldsOf } from './support/governance/mandates.ts';
import { withTools } from './support/governance/plans.ts';
import { change } from './support/governance/settings.ts';
import { askOk, evaluate, type Surface, speakFor } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

for (const surface of ['a', 'b'] as Surface[]) {
  testAsTenantOnEachDatabase(
    `decides-a-bundle-together-and-records-each-by-surface-${surface}`,
    async ({ app, service, key }) => {
      await withTools(app);
      const ids = await held(app, 3);
      const { body } = await together(app, { approval_ids: ids, comment: 'all of May' }, { surface });
      const approved = { status: 'approved', error: null };
      assert.deepEqual(
        body.items,
        ids.map((approval_id) => ({ approval_id, ...approved })),
      );
      for (const [place, id] of ids.entries()) {
        const shown = await askOk(app, surface, `${APPROVALS[surface]}/${id}`);
        assert.equal(shown.decisions[0].comment, 'all of May');
        const again = await evaluate(app, 'b', withApproval(id, paying({ to: account(place) })));
        assert.equal(again.body.verdict, 'PROCEED', again.body.reasoning);
      }
      const records = await askOk(app, 'a', '/api/v1/evidence/search', {
        body: { artifact_type: 'action_approved' },
      });
      assert.equal(records.items.length, 3, 'each has its own record');
      await requireTrue(service, key);
    },
  );
}

testAsTenantOnEachDatabase('decides-nothing-unless-all-are-in-one-bundle', async ({ app, service }) => {
  await withTools(app);
  const [one = '', two = ''] = await held(app, 2);
  const other = await escalated(app, paying({ amount: 91 }));
  const { secret } = await keyHolder(service, 'neighbour', { tier: 'enterprise' });
  await withTools(speakFor(app, secret));
  const foreign = await escalated(app, paying({ to: account(1) }), { key: secret });
  const bad: [ids: string[], fields: number[]][] = [
    [[one, other], [1]],
    [[one, foreign, two], [1]],
    [[one, `apr_${'0'.repeat(24)}`], [1]],
    [[one, 'no id'], [1]],
    [[one, two, one], [2]],
  ];
  for (const [ids, places] of bad) {
    const answer = await together(app, { approval_ids: ids });
    const fields = places.map((place) => `body.approval_ids.${place}`);
    assert.deepEqual([answer.status, fieldsOf(answer)], [422, fields], ids.join());
  }
  for (const approval_ids of [[], Array.from({ length: 51 }, () => one), 'all', [7]]) {
    assert.equal((await together(app, { approval_ids })).status, 422);
  }
  assert.equal((await together(app, { approval_ids: [one], decision: 'maybe' })).status, 422);
  for (const id of [one, two, other]) assert.equal(await statusOf(app, id), 'pending');
});

testAsTenantOnEachDatabase('gives-each-of-fifty-its-own-result', async ({ app, service, key }) => {
  await withTools(app);
  const ids = await held(app, 50);
  const [failing = ''] = ids.slice(20);
  assert.equal((await decide(app, 'reject', failing)).status, 200);
  const { status, body } = await together(app, { approval_ids: ids });
  assert.equal(status, 200);
  const refused = { code: 'approval_not_pending', detail: 'The approval is rejected.' };
  assert.deepEqual(
    body.items,
    ids.map((approval_id) =>
      approval_id === failing
        ? { approval_id, status: null, error: refused }
        : { approval_id, status: 'approved', error: null },
    ),
  );
  const again = await together(app, { approval_ids: ids });
  assert.deepEqual(again.body, body, 'the same again changes nothing');
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase(
  'decides-together-only-what-they-may-decide',
  async ({ app, service, name, key }) => {
    await withTools(app);
    await change(app, (settings) => ({ ...settings, approvals: APART }));
    const ids = await held(app, 2);
    const own = await together(app, { approval_ids: ids });
    assert.deepEqual(
      own.body.items.map(({ status, error }: { status: unknown; error: { code: string } }) => [
        status,
        error.code,
      ]),
      ids.map(() => [null, 'forbidden']),
    );
    const agent = await keyHolder(service, name, { scopes: ['governance:evaluate'] });
    assert.equal((await together(app, { approval_ids: ids }, { key: agent.secret })).status, 403);
    const { secret } = await keyHolder(service, name);
    const first = await together(app, { approval_ids: ids }, { key: secret });
    const pending = ids.map((approval_id) => ({ approval_id, status: 'pending', error: null }));
    assert.deepEqual(first.body.items, pending, 'each still needs another person');
    assert.equal((await changesOf(service, 'approval.decide', key)).length, 2);
    await requireTrue(service, key);
  },
);

const APART = {
  lifetime_hours: 2,
  required: { low: 1, medium: 1, high: 2, critical: 2 },
  separation_of_duties: true,
};
