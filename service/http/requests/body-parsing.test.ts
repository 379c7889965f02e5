import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import Type from 'typebox';
import { Failure } from '../../foundation/failure.ts';
import { errorHandler, type Surface } from '../answers/errors.ts';
import { validatorCompiler } from '../validation/validation.ts';
import { registerBodyParsing } from './body-parsing.ts';

interface Logged {
  level: number;
  msg: string;
  err?: { message: string };
}

const Body = Type.Object(
  {
    action: Type.String({ minLength: 1, maxLength: 256 }),
    context: Type.Optional(
      Type.Object({ has_approval: Type.Optional(Type.Boolean()) }, { additionalProperties: true }),
    ),
  },
  { additionalProperties: false },
);

/** A surface with one route of each kind, behind a hook that requires a key. */
function build(surface: Surface, logged: Logged[] = []): FastifyInstance {
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Logged) };
  const app = Fastify({
    bodyLimit: 256 * 1024,
    logger: { level: 'debug', stream },
    frameworkErrors: errorHandler(surface),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(errorHandler(surface));
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-api-key'] === undefined) throw new Failure('unauthenticated', 'No key.');
  });
  registerBodyParsing(app, surface);
  const echo = async (request: { body?: unknown; query?: unknown }) => ({
    body: request.body ?? 'none',
    query: request.query,
  });
  app.post('/echo', { schema: { body: Body } }, echo);
  app.post('/any', echo);
  app.delete('/thing/:id', echo);
  const querystring = Type.Object(
    { limit: Type.Integer({ maximum: 9, default: 5 }) },
    { additionalProperties: false },
  );
  app.get('/list', { schema: { querystring } }, echo);
  app.get('/broken', async () => {
    throw new Error('secret');
  });
  app.get('/unavailable', async () => {
    throw Failure.unavailable(3, new Error('disk full: secret'));
  });
  return app;
}

async function send(surface: Surface, url: string, options: InjectOptions = {}) {
  const headers = { 'x-api-key': 'k', ...options.headers };
  const response = await build(surface).inject({ method: 'POST', url, ...options, headers });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

const json = (payload: string | Buffer, type = 'application/json'): InjectOptions => ({
  payload,
  headers: { 'content-type': type },
});

const OTHER_TYPES =
  'text/plain application/jsonx application/vnd.api+json application/x-www-form-urlencoded multipart/form-data * garbage'.split(
    ' ',
  );

describe('takes-json-on-surface-a-only-when-declared', () => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=latin1',
  ]) {
    it(type, async () => assert.equal((await send('a', '/echo', json('{"action":"a"}', type))).status, 200));
  }
  for (const type of OTHER_TYPES) {
    it(type, async () => {
      const { status, body } = await send('a', '/echo', json('{"action":"a"}', type));
      assert.equal(status, 415);
      assert.deepEqual(body, { detail: 'Content-Type must be application/json.' });
    });
  }

  it('and-refuses-a-post-without-a-content-type', async () => {
    assert.equal((await send('a', '/any', { payload: Buffer.from('{}') })).status, 415);
  });

  it('but-asks-for-the-key-and-the-path-first', async () => {
    const app = build('a');
    assert.equal((await app.inject({ method: 'POST', url: '/any' })).statusCode, 401);
    assert.equal(
      (await app.inject({ method: 'POST', url: '/nowhere', headers: { 'x-api-key': 'k' } })).statusCode,
      404,
    );
  });
});

describe('takes-any-body-for-json-on-surface-b', () => {
  for (const type of ['application/json', ...OTHER_TYPES]) {
    it(type, async () => {
      assert.equal((await send('b', '/echo', json('{"action":"a"}', type))).status, 200);
      assert.equal((await send('b', '/echo', json('action=a', type))).status, 400);
    });
  }
  it('without-a-content-type', async () => {
    assert.equal((await send('b', '/echo', { payload: Buffer.from('{"action":"a"}') })).status, 200);
    assert.equal((await send('b', '/any')).status, 200);
  });
});

describe('takes-an-empty-body-for-an-absent-one', () => {
  for (const surface of ['a', 'b'] as const) {
    it(`surface-${surface}`, async () => {
      const missing = await send(surface, '/echo', json(''));
      assert.equal(missing.status, surface === 'a' ? 422 : 400);
      assert.deepEqual(missing.body.detail, [{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
      assert.equal((await send(surface, '/any', json(''))).status, 200);
      for (const options of [{}, json(''), json('{}')]) {
        assert.equal((await send(surface, '/thing/1', { ...options, method: 'DELETE' })).status, 200);
      }
      assert.equal((await send(surface, '/list', { method: 'GET' })).status, 200);
    });
  }
});

describe('refuses-hostile-bodies-with-the-surface-s-status', () => {
  // biome-ignore format: a table reads better with one case a line
  const rows: [string, string | Buffer, [string, string][]][] = [
    ['not json', '{"action":', [['json_invalid', 'body.10']]],
    ['not utf-8', Buffer.from([0x7b, 0xff, 0x7d]), [['json_invalid', 'body.1']]],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), [['json_invalid', 'body.1']]],
    ['null', 'null', [['dict_type', 'body']]],
    ['a list', '[]', [['dict_type', 'body']]],
    ['duplicates', '{"action":"a","action":"b"}', [['duplicate_key', 'body.action']]],
    ['__proto__', '{"action":"a","__proto__":{"context":{}}}', [['extra_forbidden', 'body.__proto__']]],
    ['too deep', `{"action":"a","context":{"x":${'['.repeat(32)}${']'.repeat(32)}}}`, [['nesting_too_deep', `body.context.x${'.0'.repeat(31)}`]]],
    ['a deeper bomb', '['.repeat(250_000), [['nesting_too_deep', `body${'.0'.repeat(64)}`]]],
    ['no coercion', '{"action":5,"context":{"has_approval":"true"}}', [['string_type', 'body.action'], ['bool_type', 'body.context.has_approval']]],
    ['unknown and missing', '{"contxt":{}}', [['missing', 'body.action'], ['extra_forbidden', 'body.contxt']]],
    ['nul is not a fault of json', '{"action":"\\u0000"}', []],
  ];
  for (const [name, payload, wanted] of rows) {
    it(name, async () => {
      for (const surface of ['a', 'b'] as const) {
        const { status, body } = await send(surface, '/echo', json(payload));
        assert.equal(status, wanted.length === 0 ? 200 : surface === 'a' ? 422 : 400);
        const detail = (body.detail ?? []) as { loc: string[]; type: string }[];
        assert.deepEqual(
          detail.map(({ type, loc }) => [type, loc.join('.')]),
          wanted,
        );
      }
    });
  }

  it('too-large', async () => {
    const { status, body } = await send('a', '/echo', json(`{"action":"${'a'.repeat(256 * 1024)}"}`));
    assert.deepEqual({ status, body }, { status: 413, body: { detail: 'The request body is too large.' } });
  });

  it('shorter-than-it-says', async () => {
    const options = json('{}');
    const { status, body } = await send('b', '/any', {
      ...options,
      headers: { ...options.headers, 'content-length': '9' },
    });
    assert.deepEqual({ status, detailType: typeof body.detail }, { status: 400, detailType: 'string' });
  });

  it('keeps-unknown-context-as-it-was-sent', async () => {
    const sent = {
      action: 'a',
      context: { x: '1', constructor: { prototype: 1 }, n: [null, 0.1], has_approval: true },
    };
    assert.deepEqual((await send('a', '/echo', json(JSON.stringify(sent)))).body.body, sent);
  });
});

describe('reads-query-strings-as-their-schema-says', () => {
  const rows: [string, number, string][] = [
    ['', 200, '5'],
    ['?limit=7', 200, '7'],
    ['?limit=7.5', 422, 'int_parsing query.limit'],
    ['?limit=x', 422, 'int_parsing query.limit'],
    ['?limit=99', 422, 'less_than_equal query.limit'],
    ['?limit=1&limit=2', 422, 'int_parsing query.limit'],
    ['?__proto__=1', 422, 'extra_forbidden query.__proto__'],
    ['?constructor=1', 422, 'extra_forbidden query.constructor'],
  ];
  for (const [query, status, wanted] of rows) {
    it(query || 'none', async () => {
      const { status: got, body } = await send('a', `/list${query}`, { method: 'GET' });
      assert.equal(got, status);
      const [fault] = (Array.isArray(body.detail) ? body.detail : []) as { loc: string[]; type: string }[];
      assert.equal(fault ? `${fault.type} ${fault.loc.join('.')}` : String(body.query.limit), wanted);
    });
  }
});

describe('keeps-internals-in-the-log', () => {
  for (const [url, wanted] of [
    ['/broken', 500],
    ['/unavailable', 503],
  ] as const) {
    it(url, async () => {
      const logged: Logged[] = [];
      const response = await build('a', logged).inject({ url, headers: { 'x-api-key': 'k' } });
      assert.equal(response.statusCode, wanted);
      assert.doesNotMatch(response.body, /secret/);
      assert.equal(typeof response.json().request_id, 'string');
      assert.match(logged.find((line) => line.level === 50)?.err?.message ?? '', /secret/);
    });
  }

  it('and-refusals-below-error', async () => {
    const logged: Logged[] = [];
    const app = build('a', logged);
    await app.inject({ method: 'POST', url: '/any' });
    await app.inject({
      method: 'POST',
      url: '/echo',
      ...json('{'),
      headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
    });
    assert.deepEqual(
      logged.filter((line) => line.msg === 'request refused').map((line) => line.level),
      [30, 20],
    );
    assert.ok(logged.every((line) => line.level < 50));
  });

  it('and-answers-a-broken-address-in-the-same-form', async () => {
    const response = await build('a').inject({ url: '/thing/%zz' });
    assert.equal(response.statusCode, 422);
    assert.deepEqual(response.json().detail[0].loc, ['path']);
  });
});
