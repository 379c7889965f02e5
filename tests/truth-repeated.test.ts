/** A record that says the same as many others is judged once for all of them; a forged one among them is still found. */
import assert from 'node:assert/strict';
import type { Database } from '@assize/service/database/open.ts';
import { leavesById } from '@assize/service/evidence/reading/index.ts';
import { sql } from 'kysely';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { chainOfKey } from './support/governance/governance.ts';
import { evaluate, startTestService } from './support/http/in-process.ts';
import { restoring } from './support/truth/truth.ts';

const EQUAL = 6;
const REQUEST = { action: 'mail.read', agent_id: 'agent', context: { risk_level: 'low', trust_score: 90 } };

/** The text that a forger replaces in a record, and the sentence on it. */
const REWRITTEN: [name: string, from: string, to: string, what: RegExp][] = [
  ['a-law-result', '"pass":"low risk"', '"warn":"low risk"', /safety_dominance is recorded as warn/],
  ['a-reason', '"pass":"low risk"', '"pass":"low  risk"', /recorded with another reason/],
  ['a-detail', '"risk":"low"', '"risk":"high"', /recorded with another reason/],
  ['a-fact', '"facts":{', '"facts":{"chain_health":"failed",', /facts give block/],
  ['an-identity', '"how":"claimed"', '"how":"key"', /otherwise than its key or token proves/],
  ['a-would-be', '"}', '","would_be":{"verdict":"block"}}', /says something else/],
  ['the-request', '"risk_level":"low"', '"risk_level":"high"', /facts give escalate/],
  ['the-settings', '"settings":"sha256:', '"settings":"sha256:0', /settings that is not known/],
  ['the-policies', '"request":', '"policies":"sha256:00","request":', /set of policies/],
  [
    'an-escalation',
    '{"facts"',
    '{"escalation_id":"esc_0123456789abcdef01234567","facts"',
    /escalate, but not here/,
  ],
];

const LEAVES: [column: string, value: string, what: RegExp][] = [
  ['verdict', 'block', /recorded as block, but its request and facts give proceed/],
  ['action', 'mail.send', /under another action/],
  ['actor', 'another', /under another actor/],
];

testOnEachDatabase('names-a-forged-record-among-equal-ones', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { db } = service;
  const chain = await chainOfKey(service);
  const ids: string[] = [];
  for (let count = 0; count < EQUAL; count += 1) {
    const { body } = await evaluate(app, 'b', REQUEST);
    ids.push(body.evidence_id);
  }
  const records = await recordsOf(db, chain, ids);
  const [text = ''] = records.map((record) => record.text);
  assert.deepEqual(new Set(records.map((record) => record.text)), new Set([text]));
  const forged = records.at(-2);
  assert.ok(forged !== undefined);
  const found = async () => {
    const { gaps } = await service.truth.verify(chain);
    return gaps.filter(({ registry }) => registry === 'verdicts');
  };
  assert.deepEqual(await found(), []);
  const named = async (what: RegExp) => {
    const [gap, ...others] = await found();
    assert.deepEqual([gap?.index, others], [forged.position, []]);
    assert.match(gap?.what ?? '', what);
  };

  for (const [name, from, to, what] of REWRITTEN) {
    await t.test(name, () =>
      restoring(db, ['artifact_payloads'], async () => {
        const payload = Buffer.from(`${text.slice(0, text.lastIndexOf(from))}${to}${textAfter(text, from)}`);
        const rewriting = db.updateTable('artifact_payloads').set({ payload }).where('chain', '=', chain);
        await rewriting.where('position', '=', forged.position).execute();
        await named(what);
      }),
    );
  }
  for (const [column, value, what] of LEAVES) {
    await t.test(`the-${column}-beside-it`, () =>
      restoring(db, ['artifacts'], async () => {
        const set = sql`UPDATE artifacts SET ${sql.ref(column)} = ${value}`;
        await sql`${set} WHERE chain = ${chain} AND id = ${forged.id}`.execute(db);
        await named(what);
      }),
    );
  }
});

function textAfter(text: string, part: string): string {
  const at = text.lastIndexOf(part);
  assert.ok(at >= 0, part);
  return text.slice(at + part.length);
}

async function recordsOf(db: Database, chain: number, ids: readonly string[]) {
  const leaves = await leavesById(db, chain, ids);
  return [...leaves.values()]
    .toSorted((one, other) => one.position - other.position)
    .map(({ id, position, payload }) => ({
      id,
      position,
      text: Buffer.from(payload ?? '').toString('utf8'),
    }));
}
