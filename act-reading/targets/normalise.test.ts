/** Another spelling is the same target, another letter is another target, and an ambiguous text is unreadable. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameOf, namesOf } from './candidates.ts';
import { normalise } from './normalise.ts';
import { TARGET_KINDS, type Target, type WrittenKind } from './vocabulary.ts';

const READ: [WrittenKind, string, string][] = [
  ['email', 'Ann@Example.COM', 'email ann@example.com'],
  ['email', 'Ann Smith <ann@example.com>', 'email ann@example.com'],
  ['email', '<ann@example.com.>', 'email ann@example.com'],
  ['email', 'ann@bücher.example', 'email ann@xn--bcher-kva.example'],
  ['domain', '*.Example.com.', 'domain example.com'],
  ['url', 'HTTPS://Example.com:443/a/../b/%7euser#top', 'url https://example.com/b/~user'],
  ['url', 'example.com', 'url https://example.com'],
  ['url', 'http://[::1]:8080/', 'url http://[::1]:8080'],
  ['url', 'mailto:ann@example.com?subject=x', 'email ann@example.com'],
  ['url', 'file:///etc/pass%77d', 'path /etc/passwd'],
  ['account', 'DE89 3704 0044 0532 0130 00', 'name de89370400440532013000'],
  ['account', 'de89370400440532013000', 'name de89370400440532013000'],
  ['account', 'US13 3000 0001 2121', 'name us13300000012121'],
  ['phone', '+49 (0)170 123-4567', 'phone +491701234567'],
  ['path', '/data//x/../y/', 'path /data/y'],
  ['path', './src/a.ts', 'path src/a.ts'],
  ['path', '$HOME/.ssh/id', 'path ~/.ssh/id'],
  ['path', 'file:///srv/%2e%2e/etc/passwd', 'path /etc/passwd'],
  ['path', 'https://evil.example/x', 'url https://evil.example/x'],
  ['path', 'C:\\Users\\Ann', 'path c:/users/ann'],
  ['path', 'C:\\Users\\..\\Data', 'path c:/data'],
  ['channel', '#General', 'name general'],
  ['person', '  Ann   SMITH ', 'name ann smith'],
  ['program', '/usr/bin/git', 'program git'],
  ['program', '/tmp/git', 'program /tmp/git'],
  ['detect', 'ann@example.com', 'email ann@example.com'],
  ['detect', 'https://example.com/x', 'url https://example.com/x'],
  ['detect', 'www.example.com', 'domain www.example.com'],
  ['detect', 'DE89370400440532013000', 'name de89370400440532013000'],
  ['detect', '+49 170 1234567', 'phone +491701234567'],
  ['detect', '/srv/x', 'path /srv/x'],
  ['detect', 'Ann Smith', 'name ann smith'],
];

for (const [kind, text, name] of READ) {
  test(`${kind} ${text} is the ${name}`, () => {
    const [target, ...more] = normalise(kind, text);
    assert.ok(target !== undefined && 'value' in target && more.length === 0, JSON.stringify(target));
    assert.equal(nameOf(target), name);
  });
}

const UNREADABLE: [WrittenKind, string][] = [
  ['email', 'ann@example.com@evil.example'],
  ['email', 'ann(comment)@example.com'],
  ['email', '"ann@example.com"@evil.example'],
  ['email', 'boss@example.com <eve@evil.example>'],
  ['email', 'ann'],
  ['email', 'pаul@example.com'],
  ['email', 'ann@exa\u200bmple.com'],
  ['url', 'https://example.com@evil.example/'],
  ['url', 'javascript:alert(1)'],
  ['url', 'https://'],
  ['account', 'DE89 3704 0044 0532 0130 01'],
  ['email', 'a@example.com/.evil.org'],
  ['email', 'a@example.com#.evil.org'],
  ['domain', 'example.com/.evil.org'],
  ['domain', 'example.com?.evil.org'],
  ['email', 'eve%evil.example@example.com'],
  ['email', 'evil.example!eve@example.com'],
  ['url', 'https://example.com/ https://evil.example/'],
  ['path', 'src\\..\\..\\x'],
  ['path', '..\\x'],
  ['path', '~/../etc/passwd'],
  ['path', 'c:/../etc/passwd'],
  ['path', '\\\\srv\\share\\x'],
  ['url', 'file://evil.org/data/x/y'],
  ['url', 'file:///data/x/%00y'],
  ['url', 'mailto:a@example.com%E2%80%8B'],
  ['phone', 'evil +491701234567'],
  ['phone', '+49 170 1234567 ext. 9'],
  ['path', '/data/$USER'],
  ['path', '/data/\u0000x'],
  ['person', '   '],
  ['person', 'x'.repeat(3000)],
];

for (const [kind, text] of UNREADABLE) {
  test(`${kind} ${JSON.stringify(text.slice(0, 40))} can't be read`, () => {
    const read = normalise(kind, text);
    assert.ok(
      read.every((one) => 'unreadable' in one),
      JSON.stringify(read),
    );
  });
}

test('a list of mail addresses names each of them', () => {
  const read = normalise('email', 'ann@example.com; Ben <ben@example.org>, ');
  assert.deepEqual(
    read.map((one) => 'value' in one && one.value),
    ['ann@example.com', 'ben@example.org'],
  );
});

const NOT_COVERED: [record: [WrittenKind, string], target: [WrittenKind, string]][] = [
  [
    ['domain', 'example.com'],
    ['url', 'https://example.com.evil.org/'],
  ],
  [
    ['domain', 'example.com'],
    ['email', 'ann@notexample.com'],
  ],
  [
    ['domain', 'example.com'],
    ['domain', 'com'],
  ],
  [
    ['domain', 'co.uk'],
    ['email', 'ann@shop.co.uk'],
  ],
  [
    ['domain', 'github.io'],
    ['url', 'https://eve.github.io/'],
  ],
  [
    ['path', '/data/x'],
    ['path', '/data/xy'],
  ],
  [
    ['path', '/data/x'],
    ['path', '/data/x/../y'],
  ],
  [
    ['path', 'data'],
    ['path', '/data/x'],
  ],
  [
    ['url', 'https://example.com/a'],
    ['url', 'https://example.com/ab'],
  ],
  [
    ['url', 'https://example.com/a'],
    ['url', 'https://example.com/a/../b'],
  ],
  [
    ['url', 'https://example.com/a'],
    ['url', 'https://example.com/a/..%2f..%2fadmin'],
  ],
  [
    ['email', 'ann@example.com'],
    ['email', 'ann@sub.example.com'],
  ],
];
const COVERED: typeof NOT_COVERED = [
  [
    ['domain', 'example.com'],
    ['email', 'ann@mail.Example.com'],
  ],
  [
    ['domain', 'example.com'],
    ['url', 'https://www.example.com/x?y'],
  ],
  [
    ['path', '/data/x'],
    ['path', '/data/x/y/z'],
  ],
  [
    ['url', 'https://example.com/a/'],
    ['url', 'https://example.com/a/b?c'],
  ],
  [
    ['path', 'src'],
    ['path', './src/main.ts'],
  ],
];

for (const [table, expected] of [
  [NOT_COVERED, false],
  [COVERED, true],
] as const) {
  for (const [record, target] of table) {
    test(`the record ${record[1]} covers ${target[1]}: ${expected}`, () => {
      assert.equal(namesOf(only(...target)).includes(nameOf(only(...record))), expected);
    });
  }
}

test('any text is read in a bounded way, and what was read is read again as the same', () => {
  const anyKind = fc.constantFrom<WrittenKind>(...TARGET_KINDS, 'detect');
  fc.assert(
    fc.property(anyKind, fc.string({ unit: 'grapheme', maxLength: 60 }), (kind, text) => {
      for (const one of normalise(kind, text)) {
        if ('unreadable' in one) continue;
        const again = normalise(one.kind, one.value);
        if (again.every((other) => 'value' in other)) {
          assert.deepEqual(
            again.map((other) => nameOf(other as Target)),
            [nameOf(one)],
          );
        }
        assert.ok(namesOf(one).length < 80);
      }
    }),
    { numRuns: 3000 },
  );
});

function only(kind: WrittenKind, text: string): Target {
  const [target] = normalise(kind, text);
  assert.ok(target !== undefined && 'value' in target);
  return target;
}
