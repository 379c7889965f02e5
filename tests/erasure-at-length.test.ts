/** Erasures in long chains: an index finds the value, no record hides it, and interrupted erasures are completed. */
import assert from 'node:assert/strict';
import { findArtifact } from '@assize/service/evidence/reading/index.ts';
import { erasureChore } from '@assize/service/proof/erasure/carry-out.ts';
import { stateRedaction } from '@assize/service/proof/removal/redact.ts';
import { lookers } from '@assize/service/proof/word-index/lookers.ts';
import { indexedBlocks, valueIndexer } from '@assize/service/proof/word-index/word-index.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { certified, erase, preview } from './support/evidence/erasures.ts';
import {
  appendAt,
  chainWith,
  evaluated,
  positionsWithPayload,
  redactWhole,
} from './support/evidence/removals.ts';
import { requireTrue } from './support/governance/holds.ts';
import { startTestService } from './support/http/in-process.ts';
import { until } from './support/until.ts';

const never = new AbortController().signal;

testOnEachDatabase(
  'indexes-full-blocks-also-of-earlier-versions-and-forgets-with-them',
  async (location, t) => {
    const { app, service } = await startTestService(t, location);
    const first = await evaluated(app, { email: 'old@example.com', note: 'all of them say the same' });
    const chain = await chainWith(service, first);
    const times = Array.from({ length: 2100 }, () => service.clock.now());
    for (let from = 0; from < times.length; from += 150) {
      await appendAt(service, chain, times.slice(from, from + 150), `all of them say the same ${from}`);
    }
    await until(async () => (await indexedBlocks(service.db, chain)) === 1);
    const held = async () => {
      const rows = await service.db
        .selectFrom('value_blocks')
        .selectAll()
        .where('chain', '=', chain)
        .execute();
      return rows.reduce((sum, { entries }) => sum + entries.length, 0);
    };
    const before = await held();
    assert.deepEqual((await preview(app, 'old@example.com')).evidence_ids, [first]);
    const everywhere = await preview(app, 'all of them say the same');
    assert.equal(everywhere.records, 2101, 'a phrase of common words');
    await redactWhole(app, first);
    assert.ok((await held()) < before, 'the words of a removed record leave the index');
    assert.equal((await preview(app, 'old@example.com')).records, 0);

    await service.db.deleteFrom('value_blocks').where('chain', '=', chain).execute();
    assert.equal((await preview(app, 'all of them say the same')).records, 2100, 'it reads without an index');
    const looking = lookers(location);
    t.after(() => looking.close());
    await valueIndexer({ ...service, lookers: looking }).run(never);
    assert.equal(await indexedBlocks(service.db, chain), 1);
    assert.equal((await preview(app, 'all of them say the same')).records, 2100);

    const made = async () => {
      const blocks = service.db.selectFrom('value_blocks').select(['bucket', 'entries']);
      return blocks.where('chain', '=', chain).orderBy('bucket').execute();
    };
    const of = await made();
    await service.db.deleteFrom('installation_secrets').where('name', '=', 'erasure subjects').execute();
    const found = (await preview(app, 'all of them say the same')).records;
    assert.equal(found, 2100, 'an index that another secret made hides nothing');
    await valueIndexer({ ...service, lookers: looking }).run(never);
    assert.equal(await indexedBlocks(service.db, chain), 1);
    assert.notDeepEqual(await made(), of, 'it is made anew');
    assert.equal((await preview(app, 'all of them say the same')).records, 2100);
  },
);

testOnEachDatabase('finds-a-name-in-a-full-block-however-long-its-record-is', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const words = (count: number) => Array.from({ length: count }, (_, number) => `word${number}`);
  const named = [
    await evaluated(app, { note: 'ask eve@example.com' }),
    await evaluated(app, { note: `${'so it goes on, '.repeat(40)}until eve@example.com` }),
    await evaluated(app, { notes: [...words(1100), 'eve@example.com'] }),
    await evaluated(app, {
      notes: Object.fromEntries(words(600).map((word) => [word, `${word} eve@example.com`])),
    }),
  ];
  await evaluated(app, { notes: words(1100) });
  const chain = await chainWith(service, named[0] ?? '');
  const times = Array.from({ length: 2048 }, () => service.clock.now());
  for (let from = 0; from < times.length; from += 256)
    await appendAt(service, chain, times.slice(from, from + 256), 'of others');
  await until(async () => (await indexedBlocks(service.db, chain)) === 1);
  assert.deepEqual((await preview(app, 'eve@example.com')).evidence_ids.toSorted(), named.toSorted());
});

testOnEachDatabase('carries-out-a-small-erasure-without-the-work-of-others', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const other = await evaluated(app, { note: 'stated by another request' });
  const chain = await chainWith(service, other);
  const artifact = await findArtifact(service.db, chain, other);
  assert.ok(artifact !== null);
  await stateRedaction(service, { chain, party: 'operator', reason: 'x' }, artifact);
  await evaluated(app, { email: 'small@example.com' });
  const { body: erasure } = await erase(app, 'small@example.com');
  assert.equal((await certified(app, erasure.erasure_id)).certificate.removed, 1);
  assert.ok((await positionsWithPayload(service, chain)).includes(artifact.position));
});

testOnEachDatabase('goes-on-with-a-large-erasure-after-an-interruption', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const first = await evaluated(app, { email: 'many@example.com' });
  const chain = await chainWith(service, first);
  const times = Array.from({ length: 120 }, () => service.clock.now());
  await appendAt(service, chain, times, 'many@example.com');
  const { body: begun } = await erase(app, 'many@example.com');
  assert.deepEqual([begun.status, begun.records], ['removing', 121]);
  const chores = [0, 1, 2].map(() =>
    erasureChore(service)
      .run(never)
      .catch(() => undefined),
  );
  await Promise.all(chores);
  const erasure = await certified(app, begun.erasure_id);
  assert.deepEqual([erasure.certificate.removed, erasure.certificate.left], [121, 0]);
  assert.equal(erasure.certificate.evidence_ids.length, 121);
  await requireTrue(app);
});
