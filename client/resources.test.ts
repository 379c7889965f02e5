import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import { Assize } from '@assize/client';
import { checkProof, ProofError } from '@assize/client/proof';
import { verifyWebhook, WebhookError } from '@assize/client/webhooks';
import { ESCALATED, scriptedService, testWithClient } from '../tests/support/http/clients.ts';
import { SANDBOX_KEY } from '../tests/support/http/in-process.ts';
import { until } from '../tests/support/until.ts';

testWithClient('reads-all-evidence-once-while-more-is-recorded', async (_, { assize }) => {
  const requests = Array.from({ length: 250 }, (_each, place) => ({ action: `file.read_${place}` }));
  await assize.evaluateBatch(requests);
  const actions: (string | null)[] = [];
  for await (const { action } of assize.evidence.list({ artifact_type: 'governance_eval' })) {
    if (actions.length % 60 === 0) await assize.evaluate({ action: 'file.later' });
    actions.push(action);
  }
  const expected = requests.map(({ action }) => action).reverse();
  assert.deepEqual(
    actions.filter((action) => action !== 'file.later'),
    expected,
  );
});

testWithClient('proves-an-artifact-without-the-service', async (_, { assize }) => {
  const { evidence_id: id } = await assize.evaluate({ action: 'file.read' });
  await until(async () => {
    try {
      return (await assize.evidence.proof(id)) !== '';
    } catch {
      return false;
    }
  });
  const [artifact, proof] = [await assize.evidence.find(id), await assize.evidence.proof(id)];
  const keys = (await assize.evidence.verifierKeys()).keys.map(({ vkey }) => vkey);
  assert.equal(checkProof(proof, artifact, keys).index, artifact.index);
  const altered = [
    { ...artifact, verdict: 'block' as const },
    { ...artifact, payload: { ...artifact.payload, action: 'file.write' } },
    { ...artifact, leaf: artifact.leaf.replace('file.read', 'file.rite') },
    { ...artifact, index: artifact.index + 1 },
    // Without its salt, the payload could not be told from any other.
    { ...artifact, payload: { action: 'file.write' }, salt: null },
  ];
  for (const other of altered) assert.throws(() => checkProof(proof, other, keys), ProofError);
  assert.throws(() => checkProof(proof, artifact, []), ProofError);
  assert.throws(() => checkProof(proof.replace('index', 'indes'), artifact, keys), ProofError);
});

testWithClient('downloads-an-export', async (_, { assize }) => {
  await assize.evaluate({ action: 'file.read' });
  await until(async () => (await assize.evidence.checkpoint().catch(() => '')) !== '');
  const text = await new Response(await assize.evidence.export({ format: 'json' })).text();
  assert.equal(JSON.parse(text).format, 'assize-evidence-export/1');
});

testWithClient('governs-what-judges-an-agent', async (_, { assize }) => {
  const definition = { name: 'send_mail', description: 'Send a mail.', inputSchema: { type: 'object' } };
  const imported = await assize.tools.import({ server: 'mail', source: { tools: [definition] } });
  assert.equal(imported.tools.length, 1);
  const alone = await assize.tools.import([{ ...definition, name: 'read_mail' }]);
  assert.equal(alone.tools.length, 1);
  const proposed = await assize.tools.list({ status: 'proposed' });
  assert.equal(proposed.items.length, 2);
  const put = await assize.tools.put({ tool: 'bank.pay', effect: 'pay', risk_level: 'high' });
  assert.equal((await assize.tools.find(put.tool_id)).status, 'accepted');
  const all = [];
  for await (const tool of assize.tools.all()) all.push(tool.tool_id);
  assert.equal(all.length, 3);
  await assize.tools.remove(put.tool_id);

  const { added } = await assize.targets.add([{ kind: 'domain', value: 'acme.example' }]);
  const [target] = added;
  assert.ok(target);
  assert.equal((await assize.targets.list({ kind: 'domain' })).items.length, 1);
  await assize.targets.remove(target.target_id);
  assert.equal((await assize.targets.list()).items.length, 0);

  const mandate = await assize.mandates.open({ agent_id: 'agent-7', effects: ['read', 'send'] });
  const narrowed = await assize.mandates.narrow(mandate.mandate_id, { effects: ['read'] });
  assert.deepEqual(narrowed.effects, ['read']);
  assert.equal((await assize.mandates.list({ agent_id: 'agent-7' })).items.length, 1);
  assert.equal((await assize.mandates.close(mandate.mandate_id)).status, 'closed');
  assert.equal((await assize.trust.of('agent-7')).known, false);
});

testWithClient('manages-keys-and-shows-use', async (_, { assize, clientWith }) => {
  const { id, key } = await assize.keys.create({
    name: 'agent',
    environment: 'production',
    scopes: ['governance:evaluate'],
  });
  await clientWith({ key }).evaluate({ action: 'file.read', context: ESCALATED });
  assert.equal((await assize.keys.revoke(id)).revoked, true);
  const { keys } = await assize.keys.list();
  assert.equal(keys.find((each) => each.id === id)?.status, 'revoked');
  assert.equal((await assize.usage.summary()).usage.governance_evaluations.used, 1);
  assert.equal((await assize.usage.billing()).tier, 'enterprise');
  assert.equal((await assize.usage.history()).items.length, 1);
});

const SECRET = `whsec_${Buffer.from('a secret of the endpoint').toString('base64')}`;
const BODY = JSON.stringify({
  type: 'approval.created',
  timestamp: '2026-01-31T09:30:00Z',
  data: { approval_id: 'apr_1' },
});

function signed(body: string, secondsAgo = 0, secret = SECRET) {
  const sentAt = String(Math.floor(Date.now() / 1000) - secondsAgo);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${sentAt}.${body}`).digest('base64');
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': sentAt,
    'webhook-signature': `v1,AAAA v1,${signature}`,
  };
}

test('believes-a-webhook-only-with-its-signature', async () => {
  assert.equal((await verifyWebhook(BODY, signed(BODY), SECRET)).type, 'approval.created');
  assert.equal((await verifyWebhook(BODY, new Headers(signed(BODY)), SECRET)).type, 'approval.created');
  const other = `whsec_${Buffer.from('another').toString('base64')}`;
  const { 'webhook-signature': _, ...unsigned } = signed(BODY);
  const refused: [body: string, headers: Record<string, string>, secret: string][] = [
    [BODY.replace('apr_1', 'apr_2'), signed(BODY), SECRET],
    [BODY, signed(BODY), other],
    [BODY, signed(BODY, 3_600), SECRET],
    [BODY, signed(BODY, -3_600), SECRET],
    [BODY, { ...signed(BODY), 'webhook-id': 'msg_2' }, SECRET],
    [BODY, { ...signed(BODY), 'webhook-signature': 'v1,!!' }, SECRET],
    [BODY, unsigned, SECRET],
    [BODY, signed(BODY), 'no secret'],
  ];
  for (const [body, headers, secret] of refused) {
    await assert.rejects(verifyWebhook(body, headers, secret), WebhookError);
  }
});

test('decides-the-approvals-of-a-bundle-together', async (t) => {
  const items = [{ approval_id: 'apr_1', status: 'rejected', error: null }];
  const { url, requests } = await scriptedService(t, { status: 200, body: { items } });
  const decision = { approval_ids: ['apr_1'], decision: 'rejected' as const, comment: 'no' };
  const { approvals } = new Assize({ url, key: SANDBOX_KEY });
  assert.deepEqual(await approvals.decideTogether(decision), { items });
  const [asked] = requests;
  assert.deepEqual([asked?.url, JSON.parse(asked?.body ?? '')], ['/api/v1/approvals/decide', decision]);
});

testWithClient('shows-what-the-laws-say-of-a-correction', async (_, { assize }) => {
  const { approval_id: id = '' } = await assize.evaluate({
    action: 'refund',
    context: { ...ESCALATED, arguments: { amount: 90 } },
  });
  const { verdict, changed } = await assize.approvals.tryCorrection(id, { amount: 80 });
  assert.deepEqual([verdict, changed], ['escalate', [{ path: '/amount', before: 90, after: 80 }]]);
  assert.equal((await assize.approvals.find(id)).corrected, null);
});
