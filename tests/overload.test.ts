/** An evaluation that would wait too long for its evidence is refused before it is judged, on both roads. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAppendStore } from '@assize/service/database/append-open.ts';
import { committerOver } from '@assize/service/evidence/append/append-batch.ts';
import type { BatchCommitter } from '@assize/service/evidence/append/index.ts';
import { fillRandom } from '@assize/service/wiring.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, evaluate, SURFACES, type Surface, startTestService } from './support/http/in-process.ts';

const MAX_WAIT_MS = 100;
const GIVE_UP_MS = 5000;
const BODY = { action: 'email.send', context: { risk_level: 'low' } };
const BOTH = Object.keys(SURFACES) as Surface[];
const AUTHZEN = {
  subject: { type: 'agent', id: 'a' },
  action: { name: 'a' },
  resource: { type: 'b', id: 'c' },
};

for (const fastPath of ['on', 'off']) {
  testOnEachDatabase(
    `refuses-unread-what-would-wait-too-long, fast path ${fastPath}`,
    async (location, t) => {
      const gate = gated(committerOver(await openAppendStore(location), fillRandom));
      const environment = { ASSIZE_MAX_WAIT_MS: String(MAX_WAIT_MS), ASSIZE_FAST_PATH: fastPath };
      const { app, service } = await startTestService(t, location, environment, {
        committer: gate.committer,
      });
      gate.shut();
      const waiting = BOTH.map((surface) => evaluate(app, surface, BODY));
      await gate.reached;
      await sleep(MAX_WAIT_MS + 50);
      // One that is not refused gets its answer then, so that the test fails instead of waiting for ever.
      const opening = setTimeout(gate.open, GIVE_UP_MS);
      t.after(() => clearTimeout(opening));

      for (const surface of BOTH) {
        for (const [url, body] of [
          [SURFACES[surface].evaluate, BODY],
          [SURFACES[surface].evaluate, {}],
          [`${SURFACES[surface].evaluate}/batch`, { evaluations: [BODY] }],
        ] as const) {
          const { status, headers, body: answer } = await ask(app, surface, url, { body });
          assert.equal(status, 503, url);
          assert.equal(headers['retry-after'], '1');
          assert.deepEqual(Object.keys(answer), ['detail', 'request_id']);
        }
      }
      const { status } = await ask(app, 'b', '/access/v1/evaluation', { body: AUTHZEN });
      assert.equal(status, 503);
      // Reading waits for no evidence, and a caller without a key learns nothing of the load.
      assert.equal((await ask(app, 'a', '/api/v1/evidence/health')).status, 200);
      assert.equal((await evaluate(app, 'a', BODY, { key: null })).status, 401);

      gate.open();
      for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
      assert.equal((await evaluate(app, 'a', BODY)).status, 200);
      const { count } = await service.db
        .selectFrom('artifacts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('artifact_type', '=', 'governance_eval')
        .executeTakeFirstOrThrow();
      assert.equal(Number(count), waiting.length + 1);
    },
  );
}

/** A committer that waits while its gate is shut. */
function gated(committer: BatchCommitter) {
  let opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let isShut = false;
  opened.resolve();
  return {
    reached: reached.promise,
    shut(): void {
      opened = Promise.withResolvers<void>();
      isShut = true;
    },
    open: () => opened.resolve(),
    committer: {
      async commit(batch) {
        if (isShut) reached.resolve();
        await opened.promise;
        return committer.commit(batch);
      },
      restartLog: () => committer.restartLog(),
      close: () => committer.close(),
    } satisfies BatchCommitter,
  };
}
