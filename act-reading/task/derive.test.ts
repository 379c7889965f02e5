/** A task's mandate holds what its words ask for, and nothing that they only mention, deny or leave to others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CASES } from '../cases/task/cases.ts';
import { READ_ONLY } from '../cases/task/cases-of-reading.ts';
import type { Effect } from '../targets/index.ts';
import { deriveTerms } from './derive.ts';

/** These do harm that no check of a target limits, so a task has exactly those that the case states. */
const EXACT: readonly Effect[] = ['pay', 'delete', 'execute', 'configure'];

const effectsOf = (task: string) => deriveTerms(task).effects as string[];
const wordsOf = (text: string) => text.split(' ').filter(Boolean);

test('a question, a look, and an unknown language ask for nothing but reading', () => {
  const faults = READ_ONLY.filter((task) => effectsOf(task).join(' ') !== 'read').map(
    (task) => `${task} => ${effectsOf(task).join(' ')}`,
  );
  assert.deepEqual(faults, []);
});

test('a task has the effects that it asks for, and no grave one besides', () => {
  const faults = CASES.flatMap(([task, needs, may = '']) => {
    const effects = effectsOf(task);
    const missing = wordsOf(needs).filter((effect) => !effects.includes(effect));
    const allowed = [...wordsOf(needs), ...wordsOf(may)];
    const beyond = EXACT.filter((effect) => effects.includes(effect) && !allowed.includes(effect));
    return missing.length + beyond.length === 0
      ? []
      : [`${task} => lacks ${missing}, has ${beyond} (${effects})`];
  });
  assert.deepEqual(faults, []);
});

const tasks = [...READ_ONLY, ...CASES.map(([task]) => task)];

test('white space and the kind of apostrophes change nothing', () => {
  for (const task of tasks.filter((one) => !one.includes('\n'))) {
    assert.deepEqual(
      deriveTerms(`  ${task.replaceAll(' ', '   ')} `).effects,
      deriveTerms(task).effects,
      task,
    );
    assert.deepEqual(deriveTerms(task.replaceAll("'", '’')).effects, deriveTerms(task).effects, task);
  }
});

test('a task in capitals or without them asks for the same', () => {
  const grave = (task: string) =>
    deriveTerms(task).effects.filter((effect) => EXACT.includes(effect) || effect === 'read');
  const differing = tasks.filter((task) => {
    const stated = String(grave(task));
    return String(grave(task.toUpperCase())) !== stated || String(grave(task.toLowerCase())) !== stated;
  });
  assert.deepEqual(differing, []);
});

test('any text is read, the same each time', () => {
  const words = fc.constantFrom(...new Set(tasks.flatMap((task) => task.split(' '))));
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(words).map((each) => each.join(' ')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const derived = deriveTerms(text);
      assert.deepEqual(deriveTerms(text), derived);
      assert.ok(derived.effects.includes('read') && derived.targets.length <= 100);
    }),
  );
});

test('a task that only tells what was done asks for nothing', () => {
  const told = [
    'He paid the bill',
    'They deleted the files',
    'The mail was sent',
    'Rooms were booked for Anna',
  ];
  for (const task of told) assert.deepEqual(effectsOf(task), ['read'], task);
});
