/** The project's rules, run as tests: each breach is reported with its file, its line and the way to correct it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LINE_RULES } from './support/rules/lines.ts';
import {
  circlesOf,
  evidenceFormatStandsAlone,
  importsDownwardsOnly,
  innerCirclesOf,
  readingActsDoesNoIo,
} from './support/rules/rooms.ts';
import {
  filesAreShort,
  filesHaveGoodNames,
  foldersAreSmall,
  functionsAreShort,
  indexesAreShort,
  nothingGeneratedIsKept,
} from './support/rules/shapes.ts';
import { type Breach, isTest, type Rule, readPages, readSources } from './support/rules/source.ts';
import { wordsArePlain } from './support/rules/words.ts';

const MAX_FILES_OF_THE_FOUNDATION = 15;

const RULES: Record<string, Rule> = {
  'imports-go-downwards': importsDownwardsOnly,
  'the-evidence-format-stands-alone': evidenceFormatStandsAlone,
  'reading-acts-does-no-io': readingActsDoesNoIo,
  'files-are-short': filesAreShort,
  'functions-are-short': functionsAreShort,
  'indexes-are-short': indexesAreShort,
  'files-have-good-names': filesHaveGoodNames,
  'nothing-generated-is-kept': nothingGeneratedIsKept,
  'words-are-plain': wordsArePlain,
  ...LINE_RULES,
};

const sources = readSources();

describe('the-code-is-tidy', () => {
  for (const [promise, rule] of Object.entries(RULES)) {
    test(promise, () => assert.equal(listed(sources.flatMap(rule)), ''));
  }

  test('words-of-the-documentation-are-plain', () => {
    const pages = readPages();
    assert.ok(pages.length > 30, 'the pages were found');
    assert.equal(listed(pages.flatMap(wordsArePlain)), '');
  });

  test('nothing-generated-is-kept-in-other-languages', () => {
    const others = readSources('**/*.{js,mjs,cjs,py}');
    assert.ok(others.length > 30, 'the files were found');
    assert.equal(listed(others.flatMap(nothingGeneratedIsKept)), '');
  });

  test('no-import-closes-a-circle', () => assert.equal(listed(circlesOf(sources)), ''));

  test('inner-rooms-have-an-order', () => assert.equal(listed(innerCirclesOf(sources)), ''));

  test('folders-are-small', () => assert.equal(listed(foldersAreSmall(sources)), ''));

  test('the-foundation-stays-small', () => {
    const files = sources.filter(({ path }) => path.startsWith('service/foundation/') && !isTest(path));
    const names = files.map(({ path }) => path).join(', ');
    assert.ok(
      files.length <= MAX_FILES_OF_THE_FOUNDATION,
      `${names}: at most ${MAX_FILES_OF_THE_FOUNDATION}. Move what one domain alone uses into that domain.`,
    );
  });

  test('no-lock-file-names-a-registry', () => {
    const nameless = (file: Parameters<Rule>[0]) =>
      file.lines.flatMap((line, place) =>
        /"resolved": "(?:https?|git)/.test(line)
          ? [
              {
                file: file.path,
                line: place + 1,
                wayOut: 'Install with the .npmrc of this project, which leaves it out.',
              },
            ]
          : [],
      );
    assert.equal(listed(readSources('**/package-lock.json').flatMap(nameless)), '');
  });

  test('there-is-something-to-look-at', () => assert.ok(sources.length > 100));
});

/** Each rule, and a text that it must not let pass. */
const BREACHES: [rule: string, path: string, text: string][] = [
  ['imports-go-downwards', 'service/keys/a.ts', "import { a } from '../http/app.ts';"],
  ['indexes-are-short', 'service/keys/index.ts', `export { ${'a, '.repeat(31)} } from './a.ts';`],
  ['imports-go-downwards', 'service/keys/a.ts', "import { a } from '../evidence/append.ts';"],
  ['imports-go-downwards', 'service/http/a.ts', "} from '../keys/create.ts';"],
  ['imports-go-downwards', 'service/foundation/a.ts', "export * from '../database/open.ts';"],
  ['imports-go-downwards', 'service/database/a.ts', "new Worker(new URL('../evidence/append-thread.ts'));"],
  ['imports-go-downwards', 'service/evidence/a.ts', "import { a } from '../webhooks/index.ts';"],
  ['imports-go-downwards', 'service/approvals/a.ts', "import { a } from '../evaluation/index.ts';"],
  ['imports-go-downwards', 'service/cellar/a.ts', ''],
  ['imports-go-downwards', 'evidence-format/a.ts', "import '../service/foundation/clock.ts';"],
  ['the-evidence-format-stands-alone', 'evidence-format/a.ts', "import { readFile } from 'node:fs';"],
  ['reading-acts-does-no-io', 'act-reading/a.ts', "import { readFile } from 'node:fs';"],
  ['the-evidence-format-stands-alone', 'evidence-format/a.ts', "import { hash } from 'node:crypto';"],
  ['the-evidence-format-stands-alone', 'evidence-format/a.ts', 'const a = Buffer.alloc(1);'],
  [
    'the-evidence-format-stands-alone',
    'evidence-format/a.ts',
    "import { sha256 } from '@noble/hashes/sha2.js';",
  ],
  [
    'the-evidence-format-stands-alone',
    'evidence-format/platform/platform-portable.ts',
    'const a = Buffer.alloc(1);',
  ],
  ['files-are-short', 'a.ts', '\n'.repeat(250)],
  ['functions-are-short', 'a.ts', `export function a(): void {\n${'  b();\n'.repeat(60)}}\n`],
  ['functions-are-short', 'a.ts', `  return (a, b) => {\n${'    b();\n'.repeat(60)}  };\n`],
  ['functions-are-short', 'a.ts', `): Promise<Map<string, A>> {\n${'  b();\n'.repeat(60)}}\n`],
  ['files-have-good-names', 'service/keys/key-utils.ts', ''],
  ['files-have-good-names', 'service/helpers/key.ts', ''],
  ['files-have-good-names', 'service/keys/key-service.ts', ''],
  ['files-have-good-names', 'service/keys/apiKey.ts', ''],
  ['nothing-generated-is-kept', 'a.ts', '/** The types, made from api.json by `npm run types`. */'],
  ['nothing-generated-is-kept', 'a.py', '"""The types.\n\n`npm run generate` makes this file."""'],
  ['words-are-plain', 'tests/a.ts', `/** ${'Who'}ever asks, waits. */`],
  ['words-are-plain', 'tests/a.ts', `const a = 'no${'body'} asked';`],
  ['words-are-plain', 'tests/a.ts', `/** ${'Of'} a key, without its secret. */`],
  ['words-are-plain', 'tests/a.ts', ` * @returns ${'what'.replace('w', 'W')} the caller sees`],
  ['words-are-plain', 'docs/a.md', `A silence is ${'no'} yes.`],
  ['words-are-plain', 'docs/a.md', `The key does not work any ${'more'}.`],
  ['words-are-plain', 'docs/a.md', `The endpoint is told ${'of'} it.`],
  ['words-are-plain', 'docs/a.md', `A record can ${'not'} change.`],
  ['words-are-plain', 'docs/a.md', `What${'ever'} you set is recorded.`],
  ['nothing-is-any', 'a.ts', 'function a(b: any) {}'],
  ['nothing-is-any', 'a.ts', 'const a = b as any;'],
  ['nothing-is-any', 'a.ts', 'let a: Map<string, any>;'],
  ['no-compiler-is-silenced', 'a.ts', '// @ts-ignore'],
  ['only-main-reads-the-environment', 'service/logging/log.ts', 'const level = process.env.LEVEL;'],
  ['only-the-clock-reads-the-time', 'service/keys/a.ts', 'const now = Date.now();'],
  ['only-the-clock-reads-the-time', 'service/keys/a.ts', 'const now = new Date();'],
  ['randomness-is-handed-in', 'service/keys/a.ts', 'const salt = randomBytes(16);'],
  ['json-is-read-with-one-meaning', 'service/keys/a.ts', 'const a = JSON.parse(text) as A;'],
  ['json-is-read-with-one-meaning', 'evidence-format/a.ts', 'texts.map(JSON.parse);'],
  ['files-of-others-are-read-by-one-reader', 'service/cli/a.ts', 'const a = parseDocument(text);'],
  ['nothing-is-left-to-do', 'a.ts', `// TO${'DO'}: later`],
  ['no-test-is-left-out', 'a.test.ts', `test.${'only'}('a', () => {});`],
  ['pages-write-as-the-reader-does', 'dashboard/keys/a.ts', "count.toLocaleString('en')"],
  ['pages-write-as-the-reader-does', 'dashboard/keys/a.ts', "new Intl.DateTimeFormat('en', {})"],
  ['nothing-is-printed-past-the-log', 'service/keys/a.ts', 'console.log(1);'],
  ['nothing-is-printed-past-the-log', 'service/cli/a.ts', 'process.stdout.write(text);'],
];

describe('each-rule-sees-its-breach', () => {
  for (const [rule, path, text] of BREACHES) {
    test(`${rule} in ${path}: ${text.slice(0, 60).trim()}`, () => {
      const [first] = RULES[rule]?.({ path, lines: text.split('\n') }) ?? [];
      assert.equal(first?.file, path);
      assert.ok(first.line >= 1 && first.wayOut.length > 10);
    });
  }

  test('a-circle-of-type-imports', () => {
    const one = { path: 'a.ts', lines: ["import type { B } from './b.ts';"] };
    const other = { path: 'b.ts', lines: ['', "import { a } from './a.ts';"] };
    const [circle, ...others] = circlesOf([one, other]);
    assert.deepEqual(
      { file: circle?.file, line: circle?.line, others: others.length },
      { file: 'b.ts', line: 2, others: 0 },
    );
  });

  test('inner-rooms-that-import-each-other', () => {
    const one = { path: 'service/keys/a/a.ts', lines: ["import type { B } from '../b/b.ts';"] };
    const other = { path: 'service/keys/b/c.ts', lines: ["import { a } from '../a/d.ts';"] };
    assert.deepEqual(
      innerCirclesOf([one, other]).map(({ file }) => file),
      ['service/keys/a/a.ts', 'service/keys/b/c.ts'],
    );
  });

  test('a-folder-of-sixteen-files', () => {
    const files = Array.from('abcdefghijklmnop', (name) => ({ path: `service/keys/${name}.ts`, lines: [] }));
    assert.equal(foldersAreSmall(files).length, 1);
    assert.deepEqual(foldersAreSmall(files.slice(1)), []);
  });

  test('and-every-rule-has-one', () => {
    const tried = new Set(BREACHES.map(([rule]) => rule));
    assert.deepEqual([...tried].sort(), Object.keys(RULES).sort());
  });
});

function listed(breaches: readonly Breach[]): string {
  return breaches.map(({ file, line, wayOut }) => `${file}:${line} ${wayOut}`).join('\n');
}
