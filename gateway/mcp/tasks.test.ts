import assert from 'node:assert/strict';
import test from 'node:test';
import type { Answer } from './message.ts';
import { endIn } from './tasks.ts';

const error = { code: -32603, message: 'gone' };

/** A request about a task and its answer, and what they say about the end of the task. */
const CASES: [method: string, answer: object | undefined, end: string | undefined][] = [
  ['tasks/result', { result: { content: [] } }, 'success'],
  ['tasks/result', { result: { isError: true } }, 'failure'],
  ['tasks/result', { error }, 'failure'],
  ['tasks/get', { error }, undefined],
  ['tasks/get', { result: { status: 'working' } }, undefined],
  ['tasks/get', { result: { status: 'input_required' } }, undefined],
  // Up to 2025-11-25 the result comes with tasks/result.
  ['tasks/get', { result: { status: 'completed' } }, undefined],
  ['tasks/get', { result: { status: 'completed', result: { content: [] } } }, 'success'],
  ['tasks/get', { result: { status: 'completed', result: { isError: true } } }, 'failure'],
  ['tasks/get', { result: { status: 'failed' } }, 'failure'],
  ['tasks/cancel', { result: { status: 'cancelled' } }, 'failure'],
  ['tasks/list', { result: { status: 'failed' } }, undefined],
  ['tasks/get', undefined, undefined],
];

test('knows-the-end-of-a-task-in-each-version-of-the-protocol', () => {
  for (const [method, given, end] of CASES) {
    const answer = given === undefined ? undefined : ({ jsonrpc: '2.0', id: 1, ...given } as Answer);
    assert.equal(endIn({ jsonrpc: '2.0', id: 1, method }, answer), end, JSON.stringify([method, given]));
  }
});
