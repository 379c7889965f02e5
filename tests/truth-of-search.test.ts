/** The summaries for searches are compared with the artifacts, and all gaps are counted. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { summarisedBlocks } from '@assize/service/evidence/search/blocks.ts';
import { indexedBlocks } from '@assize/service/proof/word-index/word-index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { SEARCH_BLOCKS, tamperWith } from './cases/truth/search-blocks.ts';
import { SEARCH_WORDS } from './cases/truth/search-words.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { openWithoutHttp, PRODUCTION_KEY } from './support/http/in-process.ts';
import { assertNames, evaluateMany, restoring } from './support/truth/truth.ts';
import { until } from './support/until.ts';

testOnOneDatabase('names-records-that-searches-would-miss', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { db } = service;
  await evaluateMany(service, 2 * 2048 + 100);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  // The service's own chore does this, and never looks at these blocks again.
  await until(async () => (await summarisedBlocks(db, chain)) === 2);
  await until(async () => (await indexedBlocks(db, chain)) === 2);
  const sound = await service.truth.verify(chain);
  assert.deepEqual({ overallValid: sound.overallValid, gaps: sound.gaps }, { overallValid: true, gaps: [] });
  const checked = (registry: string) => sound.registries.find(({ name }) => name === registry)?.checked ?? 0;
  assert.ok(checked('search-blocks') > 20);
  assert.equal(checked('search-words'), 2);

  for (const tampering of SEARCH_BLOCKS) {
    await t.test(tampering.promise, () =>
      restoring(db, ['artifact_blocks'], async () => {
        await tamperWith(db, chain, tampering);
        const found = await service.truth.verify(chain);
        assertNames(found, 'search-blocks', tampering.index, tampering.what);
      }),
    );
  }

  await tamperWithWords(t, service, chain);

  await t.test('but-not-a-block-that-is-yet-to-be-summarised', () =>
    restoring(db, ['artifact_blocks'], async () => {
      await db.deleteFrom('artifact_blocks').where('block', '=', 1).execute();
      assert.equal((await service.truth.verify(chain)).overallValid, true);
    }),
  );

  await t.test('lists-a-hundred-gaps-and-counts-them-all', () =>
    restoring(db, ['artifact_payloads', 'approvals'], async () => {
      await db.deleteFrom('approvals').execute();
      await db
        .deleteFrom('artifact_payloads')
        .where('position', '<', 1001)
        .where('position', '>', 0)
        .execute();
      const found = await service.truth.verify(chain);
      const count = (name: string) => found.registries.find((each) => each.name === name)?.gaps;
      assert.equal(count('removals'), 1000);
      assert.equal(count('approvals'), Math.ceil((2 * 2048 + 100) / 7));
      assert.equal(count('usage'), 1);
      assert.equal(count('search-words'), 1);
      assert.equal(found.gapsDetected, 1002 + Math.ceil((2 * 2048 + 100) / 7));
      assert.equal(found.gaps.length, 100);
      assert.equal(found.gaps.filter(({ registry }) => registry === 'removals').length, 49);
      assert.ok(found.consistencyScore > 0 && found.consistencyScore < 1);
    }),
  );
});

async function tamperWithWords(t: TestContext, service: Service, chain: number): Promise<void> {
  const { db } = service;
  for (const tampering of SEARCH_WORDS) {
    await t.test(tampering.promise, () =>
      restoring(db, ['value_blocks', 'artifact_payloads'], async () => {
        await tampering.tamper(db, chain);
        const found = await service.truth.verify(chain);
        assertNames(found, 'search-words', tampering.index, tampering.what);
      }),
    );
  }

  await t.test('but-not-a-block-whose-words-are-yet-to-be-indexed', () =>
    restoring(db, ['value_blocks'], async () => {
      await db.deleteFrom('value_blocks').where('block', '=', 1).execute();
      assert.equal((await service.truth.verify(chain)).overallValid, true);
    }),
  );
}
