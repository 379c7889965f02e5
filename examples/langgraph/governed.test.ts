/** Promises of the adapter for LangGraph beyond the path of the example. */
import assert from 'node:assert/strict';
import { scriptedService } from '../../tests/support/http/clients.ts';
import { testWithFrameworks } from '../shared/trials.ts';
import { type Calls, shop } from './shop.ts';

testWithFrameworks(
  'goes-on-in-another-process-and-runs-each-call-of-the-step-once',
  async (_, { assize, clientWith }) => {
    const step: Calls = [
      ['look', 'SO-1'],
      ['pay', 'SO-2'],
      ['pay', 'SO-3'],
      ['drop', 'SO-4'],
    ];
    const first = await shop(assize, [step]);
    const { waits } = await first.begin();
    assert.deepEqual(
      waits.map(({ tool }) => tool),
      ['pay'],
    );
    for (const { approval_id } of (await assize.approvals.list()).items) {
      await assize.approvals.approve(approval_id);
    }
    const second = await shop(clientWith({}), [step], first.checkpointer);
    assert.equal((await second.resume()).waits.length, 1);
    const third = await shop(clientWith({}), [step], second.checkpointer);
    const { read, waits: none } = await third.resume();
    assert.deepEqual(none, []);
    assert.deepEqual([first.did, second.did], [[], []]);
    assert.deepEqual(third.did.toSorted(), ['look SO-1', 'pay SO-2', 'pay SO-3']);
    assert.deepEqual(read.slice(0, 3), ['done', 'done', 'done']);
    assert.match(read[3] ?? '', /Safety Dominance forbids it.*What would make it pass/s);
  },
);

testWithFrameworks(
  'asks-for-one-approval-however-often-the-step-runs-again',
  async (_, { assize, clientWith }) => {
    const step: Calls = [['pay', 'SO-2']];
    const first = await shop(assize, [step]);
    const [wanted] = (await first.begin()).waits;
    const approvals = async () => (await assize.approvals.list()).items.map(({ approval_id }) => approval_id);
    assert.deepEqual(await approvals(), [wanted?.approval_id]);
    const second = await shop(clientWith({}), [step], first.checkpointer);
    const { read } = await second.resume();
    assert.match(
      read[0] ?? '',
      new RegExp(`A human has to approve it first \\(approval ${wanted?.approval_id}`),
    );
    assert.deepEqual(await approvals(), [wanted?.approval_id]);
    assert.deepEqual([...first.did, ...second.did], []);
  },
);

testWithFrameworks('governs-what-is-streamed', async (_, { assize, clientWith }) => {
  const step: Calls = [['pay', 'SO-2']];
  const first = await shop(assize, [step]);
  assert.deepEqual(await first.stream(false), ['model', '__interrupt__']);
  const [open] = (await assize.approvals.list()).items;
  await assize.approvals.approve(open?.approval_id ?? '');
  const later = await shop(clientWith({}), [step], first.checkpointer);
  assert.deepEqual(await later.stream(true), ['tools', 'model']);
  assert.deepEqual([first.did, later.did], [[], ['pay SO-2']]);
});

testWithFrameworks('runs-once-where-two-processes-resume-one-state', async (_, { assize, clientWith }) => {
  const { MemorySaver } = await import('@langchain/langgraph');
  const step: Calls = [['pay', 'SO-2']];
  const first = await shop(assize, [step]);
  const [wanted] = (await first.begin()).waits;
  await assize.approvals.approve(wanted?.approval_id ?? '');
  const copies = [0, 1].map(() =>
    Object.assign(new MemorySaver(), {
      storage: structuredClone(first.checkpointer.storage),
      writes: structuredClone(first.checkpointer.writes),
    }),
  );
  const shops = await Promise.all(copies.map((copy) => shop(clientWith({}), [step], copy)));
  await Promise.all(shops.map(({ resume }) => resume()));
  assert.deepEqual(
    shops.flatMap(({ did }) => did),
    ['pay SO-2'],
  );
});

testWithFrameworks('tells-the-model-that-a-person-rejected-it', async (_, { assize }) => {
  const { begin, did, resume } = await shop(assize, [[['pay', 'SO-2']]]);
  const [wanted] = (await begin()).waits;
  await assize.approvals.reject(wanted?.approval_id ?? '', { decided_by: 'dana' });
  const { read } = await resume();
  assert.match(read[0] ?? '', /It was not carried out/);
  assert.deepEqual(did, []);
});

testWithFrameworks('tells-the-model-at-once-without-interrupts', async (_, { assize }) => {
  const { begin, did } = await shop(assize, [[['pay', 'SO-2']]], undefined, {
    interrupt: undefined,
  } as object);
  const { read, waits } = await begin();
  assert.deepEqual([waits, did], [[], []]);
  assert.match(read[0] ?? '', /make exactly the same call again/);
});

testWithFrameworks('judges-a-tool-however-it-is-called', async (_, { assize }) => {
  const { did, tools } = await shop(assize, []);
  const drop = tools[2];
  const order = { order: 'SO-4' };
  assert.ok(drop);
  await assert.rejects(drop.invoke(order), /Safety Dominance forbids it/);
  await assert.rejects(drop.call(order), /Safety Dominance forbids it/);
  await assert.rejects(drop.batch([order]), /Safety Dominance forbids it/);
  await assert.rejects(drop.stream(order), /Safety Dominance forbids it/);
  assert.deepEqual(did, []);
});

testWithFrameworks('does-not-act-without-a-verdict', async (t, { clientWith }) => {
  const { url, requests } = await scriptedService(t, 'cut');
  const { begin, did } = await shop(clientWith({ url, maxRetries: 0 }), [
    [
      ['look', 'SO-1'],
      ['pay', 'SO-2'],
    ],
  ]);
  const { read } = await begin();
  for (const answer of read) assert.match(answer, /No answer from the service/);
  assert.equal(requests.length, 2, 'each call is asked about once');
  assert.deepEqual(did, []);
});
