/** Worker threads are answered, lost, closed, ended and started again. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Failure } from './failure.ts';
import { Thread, ThreadPool } from './thread.ts';

type Question = 'fail' | 'refuse' | 'die' | 'never' | number;

const folder = mkdtempSync(path.join(tmpdir(), 'assize-thread-'));
after(() => rmSync(folder, { recursive: true }));
const module = pathToFileURL(path.join(folder, 'thread.mjs'));
writeFileSync(
  module,
  `import { serveThread } from ${JSON.stringify(new URL('./thread.ts', import.meta.url))};
   import { Failure } from ${JSON.stringify(new URL('./failure.ts', import.meta.url))};
   await serveThread((data, notify) => ({
     answer(question) {
       if (question === 'fail') throw new TypeError('broken');
       if (question === 'refuse') throw Failure.unavailable(9, null);
       if (question === 'die') process.exit(3);
       if (question === 'never') return new Promise(() => {});
       return question + data;
     },
     close: () => notify('closed'),
   }));`,
);

const isUnavailable = (error: unknown) => error instanceof Failure && error.code === 'unavailable';

describe('a-thread', () => {
  test('answers-each-question-and-tells-faults-from-absence', async () => {
    const notices: string[] = [];
    const onNotice = (notice: string) => notices.push(notice);
    const thread = new Thread<Question, number, string>(module, { data: 10, onNotice });
    assert.deepEqual(await Promise.all([1, 2, 3].map((each) => thread.ask(each))), [11, 12, 13]);
    await assert.rejects(thread.ask('fail'), /^Error: TypeError: broken/);
    await assert.rejects(thread.ask('refuse'), isUnavailable);
    await assert.rejects(thread.ask((() => 1) as never), { name: 'DataCloneError' });
    assert.equal(thread.waiting, 0);
    await thread.close();
    assert.deepEqual(notices, ['closed']);
    assert.ok(thread.ended);
    await assert.rejects(thread.ask(1), isUnavailable);
    await thread.close();
  });

  test('rejects-what-waits-where-it-dies-or-is-ended', async () => {
    const ends: unknown[] = [];
    const onEnd = (cause: unknown) => ends.push(cause);
    const thread = new Thread<Question, number>(module, { data: 0, onEnd });
    const waiting = thread.ask('never');
    const dying = thread.ask('die');
    await assert.rejects(waiting, isUnavailable);
    await assert.rejects(dying, isUnavailable);
    const another = new Thread<Question, number>(module, { data: 0 });
    const broken = another.ask('never');
    await Promise.all([assert.rejects(broken, isUnavailable), another.end()]);
    assert.equal(ends.length, 1);
  });
});

describe('a-pool-of-threads', () => {
  const poolOf = (threads: number, idleMs: number) => {
    const started: Thread<Question, number>[] = [];
    const start = () => {
      const thread = new Thread<Question, number>(module, { data: 0 });
      started.push(thread);
      return thread;
    };
    return { started, pool: new ThreadPool(start, { threads, questionsEach: 1, idleMs }) };
  };

  test('starts-no-more-than-it-may-and-again-where-one-died', async () => {
    const { started, pool } = poolOf(2, 60_000);
    assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map((each) => pool.ask(each))), [1, 2, 3, 4, 5]);
    assert.equal(started.length, 2);
    await assert.rejects(pool.ask('die'), isUnavailable);
    assert.equal(await pool.ask(6), 6);
    const never = assert.rejects(pool.ask('never'), isUnavailable);
    await pool.close();
    await never;
    assert.ok(started.every(({ ended }) => ended));
  });

  test('closes-threads-that-are-idle', async () => {
    const { started, pool } = poolOf(1, 5);
    assert.equal(await pool.ask(1), 1);
    while (!started[0]?.ended) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(await pool.ask(2), 2);
    assert.equal(started.length, 2);
    await pool.close();
  });
});
