import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curlOf } from './first-question.ts';

test('writes-a-command-that-needs-no-change', () => {
  const command = curlOf('http://localhost:8080/sandbox', 'ak_1');
  assert.match(
    command,
    /^curl -s http:\/\/localhost:8080\/sandbox\/api\/v1\/core\/governance\/evaluate \\\n/,
  );
  assert.match(command, /-H 'X-API-Key: ak_1' \\\n/);
  const body = /-d '(.*)'$/.exec(command)?.[1] ?? '';
  assert.equal(JSON.parse(body).action, 'email.send');
});

test('says-where-the-key-belongs', () => assert.match(curlOf('', null), /X-API-Key: ak_…/));
