/** Plans and sessions under each adapter, against a stand-in of the service. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { Assize } from '@assize/client';
import { PLAN_PROMPT } from '@assize/client/planning';
import { PROCEED } from '../../tests/support/http/clients.ts';
import { FRAMEWORKS, PLANNERS } from '../../tests/support/http/frameworks.ts';
import { PRODUCTION_KEY } from '../../tests/support/http/in-process.ts';

interface Sent {
  path: string;
  body: ReturnType<typeof JSON.parse>;
}

/** @param refused tells which requests the service refuses */
function standIn(refused: (sent: Sent) => boolean = () => false) {
  const sent: Sent[] = [];
  const failed: unknown[] = [];
  const assize = new Assize({
    key: PRODUCTION_KEY,
    agentId: 'shop-agent',
    telemetry: { onPlanFailed: ({ error }) => void failed.push(error) },
    async fetch(url, init) {
      const request = {
        path: String(url).replace(/^.*\/api\/v1\//, ''),
        body: JSON.parse(String(init?.body)),
      };
      sent.push(request);
      if (refused(request)) return Response.json({ detail: 'no' }, { status: 409 });
      const answer = request.path === 'mandates' ? { mandate_id: `mdt_${sent.length}` } : PROCEED.body;
      return Response.json(answer);
    },
  });
  const to = (path: string) => sent.filter((each) => each.path.endsWith(path)).map(({ body }) => body);
  return { assize, failed, to };
}

const TASK = 'Send the minutes to ann@example.com';
const STEPS = [{ tool: 'send', effects: ['send'], parties: [{ kind: 'email', value: 'ann@example.com' }] }];
const sent = async () => 'sent';

for (const [name, wrap] of Object.entries(FRAMEWORKS)) {
  const plannerOf = PLANNERS[name as keyof typeof PLANNERS];

  test(`plans-once-before-the-first-call-by-its-own-model (${name})`, async () => {
    const { assize, to } = standIn();
    const prompts: string[] = [];
    const plan = plannerOf((system, user) => {
      assert.equal(to('evaluate').length, 0);
      assert.ok(user.includes(JSON.stringify(TASK)) && user.includes('{"tool":"send"'), user);
      prompts.push(`${system}\n\n${user}`);
      return JSON.stringify({ steps: STEPS });
    });
    const call = wrap(assize, sent, { task: TASK, plan: plan as never });
    assert.deepEqual(await Promise.all([call({ to: 'ann' }, '1'), call({ to: 'ben' }, '2')]), [
      'sent',
      'sent',
    ]);
    const [prompt = '', ...more] = prompts;
    assert.ok(prompt.startsWith(PLAN_PROMPT) && more.length === 0);
    const [opened, ...others] = to('mandates');
    assert.deepEqual([opened.task, opened.agent_id, others.length], [TASK, 'shop-agent', 0]);
    const { by, steps, prompt_hash } = opened.plan;
    assert.deepEqual([by, steps], ['model', STEPS]);
    assert.equal(prompt_hash, `sha256:${createHash('sha256').update(prompt).digest('hex')}`);
    assert.deepEqual(new Set(to('evaluate').map(({ context }) => context.mandate_id)), new Set(['mdt_1']));
    assert.deepEqual(
      to('outcomes').map(({ result }) => result),
      ['sent', 'sent'],
    );
  });

  test(`no-call-is-judged-without-a-mandate-where-a-model-fails (${name})`, async () => {
    for (const answer of ['I would rather not.', '{"steps": "all"}']) {
      const { assize, failed, to } = standIn();
      await wrap(assize, sent, { task: TASK, plan: plannerOf(() => answer) as never })({ to: 'ann' }, '1');
      assert.deepEqual(to('mandates'), [{ agent_id: 'shop-agent', task: TASK }]);
      assert.equal(to('evaluate')[0].context.mandate_id, 'mdt_1');
      assert.equal(failed.length, 1);
      const strict = standIn();
      const plan = plannerOf(() => answer) as never;
      const call = wrap(strict.assize, sent, { task: TASK, plan, onPlanFailed: 'throw' });
      await assert.rejects(call({ to: 'ann' }, '1'));
      assert.deepEqual([strict.to('mandates'), strict.to('evaluate')], [[], []]);
    }
  });

  test(`calls-of-one-agent-share-a-session (${name})`, async () => {
    const { assize, to } = standIn();
    for (const call of [wrap(assize, sent, {}), wrap(assize, sent, { reportResults: false })]) {
      await call({ to: 'ann' }, '1');
      await call({ to: 'ben' }, '2');
    }
    const sessions = to('evaluate').map(({ context }) => context.session_id);
    assert.deepEqual([sessions[0] === sessions[1], new Set(sessions).size], [true, 2]);
    assert.deepEqual(
      to('outcomes').map(({ result }) => result),
      ['sent', 'sent', undefined, undefined],
    );
  });
}

const wrap = FRAMEWORKS['ai-sdk'];

test('the-planner-of-the-service-is-asked-with-true', async () => {
  const { assize, to } = standIn();
  await wrap(assize, sent, { task: TASK, plan: true })({}, '1');
  assert.deepEqual(to('mandates'), [{ agent_id: 'shop-agent', task: TASK, plan: true }]);
});

test('a-service-without-a-planner-gets-the-words-of-the-task', async () => {
  const { assize, failed, to } = standIn(({ body }) => body.plan === true);
  await wrap(assize, sent, { task: TASK, plan: true })({}, '1');
  assert.deepEqual(
    [to('mandates').length, to('evaluate')[0].context.mandate_id, failed.length],
    [2, 'mdt_2', 1],
  );
});

test('nothing-runs-where-no-mandate-can-be-opened-and-the-next-call-tries-again', async () => {
  let isShut = true;
  const { assize, to } = standIn(({ path }) => isShut && path === 'mandates');
  const call = wrap(assize, () => assert.fail('it ran'), { task: TASK, plan: true });
  await assert.rejects(call({}, '1'), /no \(status 409/);
  assert.deepEqual(to('evaluate'), []);
  isShut = false;
  await assert.rejects(call({}, '2'), /it ran/);
});

test('a-task-of-its-own-for-each-thread', async () => {
  const { assize, to } = standIn();
  const call = (sessionId: string) =>
    wrap(assize, sent, {
      sessionId,
      task: (thread) => (thread === 'none' ? undefined : `Task of ${thread}`),
    })({}, '1');
  await call('a');
  await call('none');
  assert.deepEqual(
    to('mandates').map(({ task }) => task),
    ['Task of a'],
  );
  assert.deepEqual(
    to('evaluate').map(({ context }) => context.mandate_id),
    ['mdt_1', undefined],
  );
});

test('a-model-that-is-too-slow-fails', async () => {
  const { assize, failed } = standIn();
  const { planWith } = await import('@assize/client/planning');
  const complete = () => new Promise(() => undefined);
  await planWith(assize, { task: TASK, tools: [], complete, timeoutMs: 5 });
  assert.match(String(failed[0]), /No plan within 5 ms/);
});
