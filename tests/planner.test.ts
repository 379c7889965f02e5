/** A tenant's model plans a task: it is asked in its API's form, and its answer counts only as far as it is checked. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { PLAN_PROMPT, PLAN_SCHEMA } from '@assize/client/planning';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask } from './support/http/in-process.ts';
import type { Behaviour } from './support/planner/model.ts';
import { STEPS } from './support/planner/model.ts';
import { KEY, PLANNER, plannerWorld } from './support/planner/planner.ts';

const READ = { tool: 'files.read', effects: ['read'], parties: [] };
const SEND = {
  tool: 'mail.send',
  effects: ['send'],
  parties: [{ kind: 'email', value: 'ann@example.com' }],
  count: 1,
};

testOnEachDatabase('plans-by-either-api-on-both-surfaces', async (location, t) => {
  const { model, setTo, plan } = await plannerWorld(t, location);
  for (const api of ['openai', 'anthropic'] as const) {
    await setTo('right', { api, max_output_tokens: 300 });
    for (const surface of ['a', 'b'] as const) {
      const { status, body } = await plan(surface);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body.plan, [READ, SEND]);
      assert.deepEqual(body.dropped, []);
      const { prompt_hash, answer, duration_ms, ...costs } = body.planner;
      assert.deepEqual(costs, { api, model: 'model-1', input_tokens: 321, output_tokens: 54 });
      assert.deepEqual(JSON.parse(answer), { steps: STEPS });
      assert.ok(duration_ms >= 0 && duration_ms < 5000);
      const { body: asked } = model.requests.at(-1) ?? {};
      const message = asked.messages.at(-1).content;
      const hash = createHash('sha256').update(`${PLAN_PROMPT}\n\n${message}`).digest('hex');
      assert.equal(prompt_hash, `sha256:${hash}`);
    }
  }
  const [openai, , anthropic] = model.requests;
  assert.equal(openai?.path, '/right/v1/chat/completions');
  assert.equal(openai.headers.authorization, `Bearer ${KEY}`);
  assert.equal(openai.body.model, 'model-1');
  assert.equal(openai.body.max_completion_tokens, 300);
  assert.deepEqual(openai.body.response_format, {
    type: 'json_schema',
    json_schema: { name: 'plan', strict: true, schema: PLAN_SCHEMA },
  });
  assert.deepEqual(openai.body.messages[0], { role: 'system', content: PLAN_PROMPT });
  assert.match(openai.body.messages[1].content, /<task>\n"Read the minutes.*<tools>\n\{"tool":"files.read"/s);
  assert.equal(anthropic?.path, '/right/v1/messages');
  assert.equal(anthropic.headers['x-api-key'], KEY);
  assert.equal(anthropic.headers['anthropic-version'], '2023-06-01');
  assert.equal(anthropic.headers.authorization, undefined);
  assert.deepEqual(anthropic.body.tool_choice, { type: 'tool', name: 'plan' });
  assert.deepEqual(anthropic.body.tools[0].input_schema, PLAN_SCHEMA);
  assert.equal(anthropic.body.max_tokens, 300);
});

testOnEachDatabase('drops-what-the-catalogue-or-the-task-does-not-have', async (location, t) => {
  const { setTo, plan } = await plannerWorld(t, location);
  await setTo('strange');
  const { body } = await plan();
  assert.deepEqual(
    body.plan,
    [
      READ,
      SEND,
      READ,
      { ...SEND, parties: [], count: undefined },
      { ...SEND, parties: [], count: undefined },
    ].map((step) => JSON.parse(JSON.stringify(step))),
  );
  assert.deepEqual(
    body.dropped.map(({ step, field, value }: Record<string, unknown>) => [step, field, value]),
    [
      [2, 'tool', 'bank.drain'],
      [3, 'effects', 'fly'],
      [4, 'parties', 'eve@evil.example'],
      [5, 'amount', '900'],
      [5, 'currency', 'EUR'],
    ],
  );
});

const NONSENSE: Partial<Record<Behaviour, RegExp>> = {
  unauthorized: /The answer was 401\.$/,
  moved: /The answer was 307; redirects are not followed\.$/,
  'busy-for-long': /The answer was 429\.$/,
  prose: /Its answer is not a plan\.$/,
  broken: /Its answer is not a plan\.$/,
  shapeless: /Its answer is not a plan\.$/,
  huge: /Its answer is longer than 256 KB\.$/,
  endless: /Its answer is longer than 256 KB\.$/,
  long: /Its answer is too long\.$/,
  page: /Its answer is not JSON\.$/,
  'other-json': /does not have the form of its API\.$/,
  'null-json': /does not have the form of its API\.$/,
  telling: /repeats the planner's key\.$/,
  'cut-off': /allow more output tokens\.$/,
  refusing: /refused to plan this task\.$/,
};

testOnOneDatabase('says-plainly-that-a-model-gave-no-plan', async (location, t) => {
  const { app, model, setTo, plan } = await plannerWorld(t, location);
  for (const [behaviour, fault] of Object.entries(NONSENSE)) {
    await setTo(behaviour as Behaviour);
    const { status, body, headers } = await plan();
    assert.equal(status, 503, behaviour);
    assert.match(body.detail, /^The planner's model gave no plan\. /, behaviour);
    assert.match(body.detail, fault, behaviour);
    assert.ok(body.detail.length < 200 && !body.detail.includes(KEY), behaviour);
    assert.ok(Number(headers['retry-after']) > 0);
    const tested = await ask(app, 'a', `${PLANNER}/test`, { body: {} });
    assert.deepEqual([tested.status, tested.body.works], [200, false], behaviour);
    assert.match(tested.body.fault, fault, behaviour);
  }
  // A redirect is not followed, and none of these is asked again.
  assert.equal(model.requests.length, 2 * Object.keys(NONSENSE).length);
});

testOnOneDatabase('asks-again-while-the-time-lasts', async (location, t) => {
  const { model, setTo, plan } = await plannerWorld(t, location);
  const attempts = async (behaviour: Behaviour, more: object = {}) => {
    const before = model.requests.length;
    await setTo(behaviour, more);
    const began = performance.now();
    const { status, body } = await plan();
    return { status, body, count: model.requests.length - before, ms: performance.now() - began };
  };
  const busy = await attempts('busy');
  assert.deepEqual([busy.status, busy.count], [200, 2]);
  assert.ok(busy.ms >= 1000, 'the wait that the server named');
  for (const behaviour of ['failing', 'closing', 'closing-midway'] as const) {
    const { status, count, body } = await attempts(behaviour);
    assert.deepEqual([status, count], [503, 3], behaviour);
    assert.match(body.detail, /The answer was 500\.|The connection broke off\./);
  }
  const silent = await attempts('silent', { timeout_ms: 1000 });
  assert.deepEqual([silent.status, silent.count], [503, 1]);
  assert.match(silent.body.detail, /There was no answer within/);
  assert.ok(silent.ms < 5000);
  const short = await attempts('failing', { timeout_ms: 2000 });
  assert.deepEqual([short.status, short.count], [503, 2], 'the second wait would be longer than its time');
});

testOnOneDatabase('reads-plans-of-servers-without-structured-output', async (location, t) => {
  const { app, model, setTo, plan } = await plannerWorld(t, location);
  for (const behaviour of ['no-schema', 'fenced', 'as-text'] as const) {
    await setTo(behaviour);
    const { status, body } = await plan();
    assert.deepEqual([status, body.plan], [200, [READ, SEND]], behaviour);
  }
  const formats = model.requests.slice(0, 2).map(({ body }) => body.response_format.type);
  assert.deepEqual(formats, ['json_schema', 'json_object']);
  const { max_tokens, max_completion_tokens } = model.requests[1]?.body ?? {};
  assert.deepEqual([max_tokens, max_completion_tokens], [4096, undefined]);
  await setTo('fenced', { api: 'anthropic' });
  assert.equal((await plan()).status, 200);
  await setTo('empty');
  assert.deepEqual((await plan()).body.plan, []);
  await setTo('right', {}).then(() => ask(app, 'a', `${PLANNER}/test`, { body: {} }));
  assert.doesNotMatch(model.requests.at(-1)?.text ?? '', /agent-7/);
});

testOnOneDatabase('makes-four-plans-of-a-chain-at-once-and-lets-sixteen-wait', async (location, t) => {
  const { model, setTo, plan } = await plannerWorld(t, location);
  // Five rounds of 1.5 s, and each call waits for its own time at most.
  await setTo('slow', { timeout_ms: 60_000 });
  const answers = await Promise.all(Array.from({ length: 24 }, () => plan('b')));
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  assert.deepEqual([count(200), count(429)], [20, 4]);
  assert.equal(model.mostAtOnce(), 4);
  const refused = answers.find(({ status }) => status === 429);
  assert.match(refused?.body.detail, /Too many plans are being made/);
  assert.ok(Number(refused?.headers['retry-after']) > 0);
  assert.equal((await plan()).status, 200, 'the line is free again');
  // Each waits for its own time at most, which the calls before it use up.
  await setTo('silent', { timeout_ms: 1000 });
  const late = await Promise.all(Array.from({ length: 6 }, () => plan()));
  assert.deepEqual(new Set(late.map(({ status }) => status)), new Set([503]));
});
