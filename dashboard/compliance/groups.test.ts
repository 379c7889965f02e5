/** Each control of each framework belongs to a part with a name. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { groupsOf, summaryOf } from './groups.ts';

const FRAMEWORKS = path.join(import.meta.dirname, '../../service/compliance/frameworks');

test('puts-each-control-into-a-part-of-its-framework', () => {
  const files = globSync('*.json', { cwd: FRAMEWORKS });
  assert.ok(files.length >= 5);
  for (const file of files) {
    const { controls } = JSON.parse(readFileSync(path.join(FRAMEWORKS, file), 'utf8'));
    const groups = groupsOf(controls);
    assert.ok(groups.length > 1, file);
    assert.ok(!groups.some(({ name }) => name === 'Other controls'), file);
    assert.deepEqual(groups.flatMap((group) => group.controls).length, controls.length);
  }
});

test('counts-the-results-of-a-part', () => {
  assert.deepEqual(summaryOf([{ result: 'met' }, { result: 'not_met' }, { result: 'met' }]), {
    met: 2,
    partial: 0,
    not_met: 1,
    not_assessed: 0,
  });
});
