/** Everything that names a person is found, previewed, removed and certified; nothing that names someone else is. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE } from './support/approvals/approvals.ts';
import { certified, ERASURES, erase, preview } from './support/evidence/erasures.ts';
import { evaluated } from './support/evidence/removals.ts';
import { hold, lift, requireTrue } from './support/governance/holds.ts';
import { type Answer, ask } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const MARIE = 'marie@example.com';

testAsTenantOnEachDatabase(
  'finds-removes-and-certifies-what-names-a-person',
  async ({ app, service, chain }) => {
    const inContext = await evaluated(app, { customer: { email: 'Marie@Example.com' } });
    const inText = await evaluated(app, { note: 'Write to marie@example.com, please.' });
    const asName = await evaluated(app, { [MARIE]: 3 });
    const others = [
      await evaluated(app, { email: 'annemarie@example.com' }),
      await evaluated(app, { email: 'anne.marie@example.com' }),
      await evaluated(app, { email: 'marie@example.com.au' }),
    ];
    const approvalId = await escalated(app, GRAVE);
    await decide(app, 'approve', approvalId, {
      body: { comment: `Asked <${MARIE}>`, decided_by: 'A person' },
    });
    const { body: approval } = await ask(app, 'b', `/v1/approvals/${approvalId}`);
    assert.match(approval.decisions[0].comment, /marie@example/);

    const seen = await preview(app, MARIE);
    assert.equal(seen.records, 4);
    assert.deepEqual(seen.evidence_ids.slice(0, 3), [inContext, inText, asName]);
    assert.deepEqual(seen.by_type, { governance_eval: 3, action_approved: 1 });
    assert.deepEqual([seen.held, seen.kept, seen.in_leaf, seen.searched.complete], [[], 0, 0, true]);
    assert.equal((await ask(app, 'a', ERASURES)).body.items.length, 0, 'a preview removes nothing');

    const { status, body: begun } = await erase(app, MARIE);
    assert.equal(status, 200, JSON.stringify(begun));
    const erasure = await certified(app, begun.erasure_id);
    assert.equal(erasure.records, 4);
    assert.deepEqual(erasure.certificate.evidence_ids, seen.evidence_ids);
    assert.deepEqual([erasure.certificate.removed, erasure.certificate.left], [4, 0]);
    assert.match(erasure.subject_hash, /^hmac-sha256:[0-9a-f]{64}$/);
    assert.equal(erasure.subject_hash, seen.subject_hash);
    for (const id of seen.evidence_ids) assert.equal((await recordOf(app, id)).payload, null);
    for (const id of others) assert.notEqual((await recordOf(app, id)).payload, null);
    const { body: left } = await ask(app, 'b', `/v1/approvals/${approvalId}`);
    assert.deepEqual([left.decisions[0].comment, left.status], [null, 'approved']);
    assert.equal((await preview(app, MARIE)).records, 0);

    const { body: record } = await ask(app, 'a', `/api/v1/evidence/${erasure.certificate_evidence_id}`);
    assert.deepEqual(
      [record.action, record.payload.change],
      ['evidence.certify_erasure', erasure.certificate],
    );
    assert.ok(!JSON.stringify([erasure, record]).includes('marie'), 'the value is nowhere');
    const { body: kept } = await ask(app, 'a', `/api/v1/evidence/${erasure.certificate_evidence_id}/redact`, {
      body: { reason: 'x' },
    });
    assert.match(kept.detail, /must stay readable/);
    assert.deepEqual(
      (await ask(app, 'a', ERASURES)).body.items.map(({ erasure_id }: Answer['body']) => erasure_id),
      [erasure.erasure_id],
    );
    await requireTrue(app);
    const stored = await service.db.selectFrom('erasures').selectAll().where('chain', '=', chain).execute();
    assert.ok(!JSON.stringify(stored).includes('marie'));
  },
);

testAsTenant('compares-values-as-they-read-not-as-they-are-spelled', async ({ app }) => {
  const spelled: [written: string, asked: string, isFound: boolean][] = [
    ['ＭＡＲＩＥ Curie', 'marie curie', true],
    ['ma\u200brie curie', 'Marie Curie', true],
    ['Marie \n Curie', 'marie curie', true],
    ['Marie-Curie', 'marie curie', false],
    ['für 田中太郎さん', '田中太郎', true],
    ['cus_123.pdf', 'cus_123', true],
    ['old_cus_123', 'cus_123', false],
    ['12.50', '12', false],
    ['+49 30 1234567', '+49 30 1234567', true],
    ["o'brien", "O'Brien", true],
    ['Jean-Luc', 'jean-luc', true],
    ['a !"#$%&()*+,-./:;<=>?@[]^_`{|}~ bc', 'a !"#$%&()*+,-./:;<=>?@[]^_`{|}~ bc', true],
    ['c:\\new\\d', 'c:\\new\\d', true],
    ['Frau MÜLLER-WEISS', 'Müller-Weiß', true],
    ['İSMAİL Demir', 'ismail demir', true],
    ['Jean\u2011Marc', 'jean-marc', true],
    ['Conan O\u2019Neill', "conan o'neill", true],
    ['連絡先はyuki@example.comです', 'yuki@example.com', true],
    ['สวัสดีmali@example.comครับ', 'mali@example.com', true],
    ['김철수는 왔다', '김철수', true],
    ['mailto:lena%40example.com', 'lena@example.com', true],
    [JSON.stringify({ to: 'Dear\nolga@example.com' }), 'olga@example.com', true],
    [JSON.stringify({ deep: JSON.stringify({ to: '\tpeer@example.com' }) }), 'peer@example.com', true],
    ['{"name": "J\\u00f6rg Vogel"}', 'jörg vogel', true],
    ['71001,71002,71003', '71002', true],
    ['Anna,82001,30,Bonn', '82001', true],
    ['82002,50', '82002', false],
    ['12,345,678', '345', false],
    ['a.(b', 'a.(b', false],
  ];
  for (const [written, asked, isFound] of spelled) {
    const id = await evaluated(app, { note: `x ${written} y` });
    const { status, body } = await erase(app, asked, { preview: true });
    if (asked === 'a.(b') {
      assert.equal(status, 422, 'nothing to look for');
      continue;
    }
    assert.equal(body.evidence_ids.includes(id), isFound, `${written} by ${asked}`);
  }
  const id = await evaluated(app, { amount: 4711 });
  assert.ok((await preview(app, '4711')).evidence_ids.includes(id), 'a number');
});

testAsTenant('refuses-what-is-held-or-leaves-it-if-asked', async ({ app, sandboxKey }) => {
  const one = await evaluated(app, { email: 'held@example.com' });
  const other = await evaluated(app, { email: 'held@example.com' });
  const { hold_id } = await hold(app, { evidence_ids: [one] });
  const seen = await preview(app, 'held@example.com');
  assert.deepEqual([seen.records, seen.held], [1, [{ hold_id, records: 1 }]]);
  const refused = await erase(app, 'held@example.com');
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, new RegExp(hold_id));
  const { body: begun } = await erase(app, 'held@example.com', { except_held: true });
  const erasure = await certified(app, begun.erasure_id);
  assert.deepEqual(erasure.certificate.evidence_ids, [other]);
  assert.notEqual((await recordOf(app, one)).payload, null);
  await lift(app, hold_id);
  const { body: again } = await erase(app, 'held@example.com');
  assert.deepEqual((await certified(app, again.erasure_id)).certificate.evidence_ids, [one]);

  const foreign = await ask(app, 'a', `${ERASURES}/${begun.erasure_id}`, { key: sandboxKey });
  assert.equal(foreign.status, 404);
  for (const body of [
    { subject: 'x' },
    { subject: '', reason: 'y' },
    { subject: '@@', reason: 'y' },
    { reason: 'y' },
  ]) {
    assert.equal((await ask(app, 'a', ERASURES, { body })).status, 422, JSON.stringify(body));
  }
  const { body: none } = await erase(app, 'unheard@example.com');
  assert.deepEqual(
    (await certified(app, none.erasure_id)).certificate.removed,
    0,
    'also says that there was nothing',
  );
});

async function recordOf(app: FastifyInstance, id: string): Promise<Answer['body']> {
  return (await ask(app, 'a', `/api/v1/evidence/${id}`)).body;
}
