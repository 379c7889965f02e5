/** A review by keys: each key does its part, and no decision is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptEntry, type WrittenEntry } from '@assize/act-reading/tools';
import type { Review } from '../../tools/change/index.ts';
import type { ToolRecord } from '../../tools/index.ts';
import { reviewEach, type Waiting } from './review-each.ts';

function waiting(count: number, more: Partial<WrittenEntry> = {}): Waiting[] {
  return Array.from({ length: count }, (_, place) => {
    const kept = keptEntry({ tool: `t${place}`, server: 's', effect: 'read', ...more });
    const record = { tool_id: `tool_${place}`, state: 'proposed', document: kept.text, hash: kept.hash };
    return { record: record as ToolRecord, before: null };
  });
}

async function reviewed(tools: Waiting[], keys: string) {
  const recorded: Review[] = [];
  const printed: string[] = [];
  const counted = await reviewEach(tools, {
    keys: keysOf(keys),
    print: (...lines) => void printed.push(...lines.flat()),
    record: async (review) => void recorded.push(review),
  });
  return { counted, recorded, printed: printed.join('\n') };
}

async function* keysOf(keys: string): AsyncGenerator<string> {
  yield* keys;
}

test('accepts-rejects-and-skips-by-one-key-each', async () => {
  const { counted, recorded, printed } = await reviewed(waiting(4), 'aRxs');
  assert.deepEqual(counted, { accepted: 1, rejected: 1, left: 2 });
  const [{ record }] = waiting(1) as [Waiting];
  assert.deepEqual(recorded, [{ accept: [{ toolId: 'tool_0', hash: record.hash }], reject: ['tool_1'] }]);
  assert.match(printed, /1 of 4 {2}proposed {2}tool_0\ns\.t0: no description\n {2}effect read/);
});

test('shows-what-a-tool-returns-and-why', async () => {
  const { printed } = await reviewed(
    waiting(1, {
      result: 'content',
      result_fields: { thread_id: 'own' },
      confidentiality: 'confidential',
      reasons: { result: 'mail', 'result_fields.thread_id': 'an id', confidentiality: 'private mail' },
    }),
    's',
  );
  assert.match(
    printed,
    /returns content {2}\(mail\)\n {2}returns thread_id: own {2}\(an id\)\n {2}results confidential {2}\(private mail\)/,
  );
});

test('sets-the-effect-before-it-accepts', async () => {
  const seen = { description_hash: `sha256:${'0'.repeat(64)}`, schema_hash: `sha256:${'0'.repeat(64)}` };
  const { recorded, printed } = await reviewed(waiting(1, { seen }), 'e3a');
  const entry = { tool: 't0', server: 's', effect: 'send', targets: [], contents: [] };
  assert.deepEqual(recorded[0]?.accept[0]?.entry, entry);
  assert.match(printed, /\[3\] send/);
  // A key that is not a number asks again, so that nothing is decided by mistake.
  const { counted } = await reviewed(waiting(1), 'erxs');
  assert.deepEqual(counted, { accepted: 0, rejected: 0, left: 1 });
  const { recorded: none } = await reviewed(waiting(1), 'exa');
  assert.equal(none[0]?.accept[0]?.entry, undefined);
});

test('sets-the-effect-of-every-call', async () => {
  const by = { path: 'method', values: { drop: 'delete' as const } };
  const { recorded } = await reviewed(waiting(1, { effect_by: by }), 'e2a');
  const accepted = recorded[0]?.accept[0]?.entry;
  assert.deepEqual({ effect: accepted?.effect, by: accepted?.effect_by }, { effect: 'write', by: undefined });
});

test('records-what-was-decided-where-it-is-left', async () => {
  for (const keys of ['aaq', 'aa']) {
    const { counted, recorded } = await reviewed(waiting(5), keys);
    assert.deepEqual(counted, { accepted: 2, rejected: 0, left: 3 });
    assert.equal(recorded.length, 1);
  }
});

test('records-every-twenty', async () => {
  const { recorded } = await reviewed(waiting(45), 'a'.repeat(45));
  assert.deepEqual(
    recorded.map(({ accept }) => accept.length),
    [20, 20, 5],
  );
});

test('shows-what-was-accepted-before-of-a-tool-that-changed', async () => {
  const [one] = waiting(1) as [Waiting];
  const before = keptEntry({ tool: 't0', server: 's', effect: 'send', description: 'As it was.' }).entry;
  const { printed } = await reviewed([{ ...one, before }], 'q');
  assert.match(printed, /It was accepted as:\n {2}s\.t0: As it was\.\n {4}effect send/);
});
