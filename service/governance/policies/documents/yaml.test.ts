/** Numbers in YAML mean what they mean in the body of a request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readYaml } from './yaml.ts';

const REFUSED: [text: string, ...locs: string[]][] = [
  ['to: 9007199254740993', 'body.to'],
  ['to: 9007199254740992.0', 'body.to'],
  ['- {to: [1, 1e23]}\n- -9007199254740993', 'body.0.to.1', 'body.1'],
  ['a: &large 9007199254740993\nb: *large', 'body.a'],
  ['9007199254740993: x', 'body.9007199254740992'],
  ['a: 0x20000000000001\nb: 0o400000000000000001', 'body.a', 'body.b'],
  ['a: .inf\nb: [-.inf, .nan]\nc: 1e400', 'body.a', 'body.b.0', 'body.b.1', 'body.c'],
  ['a: !!int 9007199254740993', 'body.a'],
  ['{"a": {"b": 9007199254740993}}', 'body.a.b'],
];

for (const [text, ...locs] of REFUSED) {
  test(`refuses ${text.replaceAll('\n', '; ')}`, async () => {
    const { faults } = await readYaml(text);
    assert.deepEqual(
      faults.map(({ field }) => ['body', ...field].join('.')),
      locs,
    );
    for (const { message, type } of faults) {
      assert.equal(type, 'int_parsing_size');
      assert.match(message, /at most 9007199254740991 on either side of zero/);
    }
  });
}

test('takes-what-a-body-takes-and-gives-a-zero-no-sign', async () => {
  const text =
    'a: [9007199254740991, 1e16, 0.1, 0xff, "9007199254740993", 12345678901234567.5, -0, -0.0, +1]';
  assert.deepEqual(await readYaml(text), {
    value: { a: [9007199254740991, 1e16, 0.1, 255, '9007199254740993', 12345678901234568, 0, 0, 1] },
    faults: [],
  });
});

test('says-what-is-no-yaml', async () => {
  assert.match((await readYaml('a: [')).faults[0]?.message ?? '', /line 1/);
  assert.equal('value' in (await readYaml('a: 1\na: 2')), false);
});
