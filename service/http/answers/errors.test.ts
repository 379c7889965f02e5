import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorCodes } from 'fastify';
import { Failure, type FailureCode } from '../../foundation/failure.ts';
import { answerFor } from './errors.ts';
import { MethodNotAllowed } from './refused-requests.ts';

type Refused = Exclude<FailureCode, 'conflict'>;

describe('answers-each-failure-as-published', () => {
  const statuses: Record<FailureCode, [a: number, b: number]> = {
    unauthenticated: [401, 401],
    key_revoked: [403, 403],
    key_expired: [403, 403],
    scope_missing: [403, 403],
    wrong_environment: [403, 403],
    forbidden: [403, 403],
    agent_suspended: [403, 403],
    not_found: [404, 404],
    conflict: [409, 409],
    invalid: [422, 400],
    idempotency_key_reuse: [422, 400],
    too_large: [413, 413],
    rate_limited: [429, 429],
    allowance_exceeded: [429, 429],
    unavailable: [503, 503],
    overloaded: [503, 503],
  };
  for (const [code, [a, b]] of Object.entries(statuses)) {
    it(code, () => {
      const cause = new Error('secret');
      const failure =
        code === 'conflict'
          ? new Failure(code, 'What the caller may know.', { conflict: 'budget_changed', cause })
          : new Failure(code as Refused, 'What the caller may know.', { cause });
      for (const surface of ['a', 'b'] as const) {
        const answer = answerFor(failure, surface, 'req_1');
        assert.equal(answer.status, surface === 'a' ? a : b);
        assert.match(JSON.stringify(answer.body), /What the caller may know/);
        assert.doesNotMatch(JSON.stringify(answer), /secret/);
        const listed = code === 'invalid' || code === 'idempotency_key_reuse';
        assert.equal(Array.isArray(answer.body.detail), listed);
        assert.equal('request_id' in answer.body, answer.status === 503);
        assert.equal(answer.body.code, code === 'conflict' ? 'budget_changed' : undefined);
      }
    });
  }
});

it('lists-the-faults-of-an-invalid-request', () => {
  const failure = Failure.invalid([{ field: ['date'], message: 'Input is too early', type: 'value_error' }]);
  const at = (part: string) => ({
    status: 400,
    headers: {},
    body: { detail: [{ loc: [part, 'date'], msg: 'Input is too early', type: 'value_error' }] },
  });
  const none = { body: null, query: {}, params: {}, headers: {} };
  const date = { properties: { date: {} } };
  assert.deepEqual(answerFor(failure, 'b', 'r'), at('body'));
  for (const [schema, part] of [
    [undefined, 'body'],
    [{ querystring: { properties: {} } }, 'body'],
    [{ querystring: date }, 'query'],
    [{ params: date }, 'path'],
  ] as const) {
    assert.deepEqual(answerFor(failure, 'b', 'r', { ...none, routeOptions: { schema } }), at(part));
  }
});

it('names-a-reused-idempotency-key', () => {
  const failure = new Failure('idempotency_key_reuse', 'This key was used with another body.');
  assert.deepEqual(answerFor(failure, 'a', 'r').body.detail, [
    {
      loc: ['body', 'idempotency_key'],
      msg: 'This key was used with another body.',
      type: 'idempotency_key_reuse',
    },
  ]);
});

describe('says-when-to-come-back', () => {
  const rows: [string, number, string][] = [
    ['whole seconds', 12, '12'],
    ['rounded up', 1.2, '2'],
    ['never zero', 0, '1'],
  ];
  for (const [name, seconds, header] of rows) {
    it(name, () => {
      const limited = new Failure('rate_limited', 'Too many.', { details: { retryAfterSeconds: seconds } });
      assert.equal(answerFor(limited, 'b', 'r').headers['retry-after'], header);
      assert.equal(answerFor(Failure.unavailable(seconds, null), 'b', 'r').headers['retry-after'], header);
    });
  }

  it('with-the-usage-headers-when-an-allowance-is-gone', () => {
    const details = {
      retryAfterSeconds: 86_400,
      usage: { type: 'governance_eval', limit: 1000, current: 1000 },
    };
    assert.deepEqual(answerFor(new Failure('allowance_exceeded', 'Used up.', { details }), 'a', 'r'), {
      status: 429,
      headers: {
        'retry-after': '86400',
        'x-usage-limit': '1000',
        'x-usage-current': '1000',
        'x-usage-type': 'governance_eval',
      },
      body: { detail: 'Used up.' },
    });
  });
});

it('challenges-a-caller-without-a-key', () => {
  const failure = new Failure('unauthenticated', 'No key.');
  assert.equal(answerFor(failure, 'b', 'r').headers['www-authenticate'], 'Bearer');
  assert.match(answerFor(failure, 'a', 'r').headers['www-authenticate'] ?? '', /X-API-Key/);
});

it('names-the-methods-a-path-does-take', () => {
  const answer = answerFor(new MethodNotAllowed(['GET', 'HEAD', 'POST']), 'a', 'r');
  assert.deepEqual(
    { status: answer.status, allow: answer.headers.allow },
    { status: 405, allow: 'GET, HEAD, POST' },
  );
});

describe('translates-what-the-framework-refuses', () => {
  const rows: [Error, number, number][] = [
    [new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), 413, 413],
    [new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('x/y'), 415, 415],
    [new errorCodes.FST_ERR_CTP_EMPTY_JSON_BODY(), 422, 400],
    [new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH(), 400, 400],
    [new errorCodes.FST_ERR_NOT_FOUND(), 404, 404],
    [new errorCodes.FST_ERR_BAD_URL('/%zz'), 422, 400],
    [new errorCodes.FST_ERR_HANDLER_TIMEOUT('100', '/x'), 503, 503],
    [Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 }), 400, 400],
  ];
  for (const [error, a, b] of rows) {
    it('code' in error ? String(error.code) : error.name, () => {
      assert.equal(answerFor(error, 'a', 'r').status, a);
      assert.equal(answerFor(error, 'b', 'r').status, b);
      assert.doesNotMatch(JSON.stringify(answerFor(error, 'a', 'r')), /FST_|zz|aborted|\/x/);
    });
  }
});

describe('tells-nothing-of-what-it-does-not-know', () => {
  const databaseReset = Object.assign(new Error('secret host 10.0.0.1'), { code: 'ECONNRESET' });
  const pluginError = Object.assign(new Error('secret'), { code: 'FST_ERR_PLUGIN_TIMEOUT', statusCode: 418 });
  const named = Object.assign(new Error('secret'), { code: 'toString' });
  for (const thrown of [
    new Error('secret'),
    databaseReset,
    pluginError,
    named,
    'secret',
    null,
    undefined,
    { secret: 1 },
  ]) {
    it(String(thrown), () => {
      const answer = answerFor(thrown, 'b', 'req_9');
      assert.equal(answer.status, 500);
      assert.deepEqual(Object.keys(answer.body), ['detail', 'request_id']);
      assert.equal(answer.body.request_id, 'req_9');
      assert.doesNotMatch(JSON.stringify(answer), /secret/);
    });
  }
});
