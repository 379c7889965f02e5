/** The frameworks as data: complete, without a name that leads nowhere, and honest about what is outside. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECK_IDS } from '../checks/index.ts';
import { FRAMEWORK_IDS, FRAMEWORKS } from './index.ts';

for (const id of FRAMEWORK_IDS) {
  const { controls, ...framework } = FRAMEWORKS[id];

  test(`${id}-has-its-controls`, () => {
    assert.equal(framework.id, id);
    assert.match(framework.edition, /20\d\d/, 'which version');
    assert.match(framework.source, /^https:\/\//);
    assert.ok(controls.length >= 12 && controls.length <= 25, `${controls.length} controls`);
    assert.equal(new Set(controls.map((control) => control.id)).size, controls.length);
    for (const { asks, title, outside } of controls) {
      assert.match(asks, /^[^\n]+\.$/, 'one sentence');
      assert.ok(title.length > 3 && outside.length > 3, 'what is outside is always said');
    }
  });

  test(`${id}-has-controls-that-are-wholly-outside`, () => {
    const outside = controls.filter(({ checks }) => checks.length === 0);
    assert.ok(outside.length >= 2);
    for (const { evidence } of outside) assert.equal(evidence, null);
    for (const { checks, evidence } of controls) {
      assert.equal(new Set(checks).size, checks.length);
      if (checks.length > 0) assert.ok(evidence !== null && evidence.length > 3);
    }
  });
}

test('each-check-answers-some-control', () => {
  const used = new Set(
    FRAMEWORK_IDS.flatMap((id) => FRAMEWORKS[id].controls.flatMap(({ checks }) => checks)),
  );
  assert.deepEqual([...used].sort(), [...CHECK_IDS].sort());
});
