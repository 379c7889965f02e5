/** Every command's help shows the `--json` option and examples that work. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { EXAMPLES, leavesOf } from '@assize/service/cli/examples.ts';
import { commands } from '@assize/service/cli/program.ts';
import type { Command } from 'commander';
import { assize } from './support/processes/command.ts';

const LAUNCHER = path.join(import.meta.dirname, '../service/assize.js');

function everyCommand(): Map<string, Command> {
  const program = commands({});
  return new Map(leavesOf(program).map(({ words, command }) => [words, command]));
}

test('every-command-prints-json-where-it-is-asked-to', async () => {
  const without = [...everyCommand()].filter(([, { options }]) => {
    return !options.some(({ long }) => long === '--json');
  });
  assert.deepEqual(
    without.map(([words]) => words),
    [],
  );
});

test('every-command-has-examples-and-every-example-a-command', async () => {
  assert.deepEqual(Object.keys(EXAMPLES).sort(), [...everyCommand().keys()].sort());
});

test('every-example-is-read-by-its-command', async () => {
  for (const words of Object.keys(EXAMPLES)) {
    for (const example of EXAMPLES[words] ?? []) {
      // A new program for each example, because a command remembers its arguments.
      const command = everyCommand().get(words);
      assert.ok(command !== undefined && example.startsWith(words), example);
      const given = wordsOf(example.slice(words.length));
      let read: unknown[] | null = null;
      command.exitOverride().action((...args: unknown[]) => {
        read = args;
      });
      await command.parseAsync(given, { from: 'user' });
      assert.ok(read !== null, example);
    }
  }
});

test('programs-of-their-own-have-examples-too', () => {
  for (const words of [['gateway'], ['gateway', 'serve'], ['gateway', 'import'], ['hook'], ['health']]) {
    const stdout = execFileSync(process.execPath, [LAUNCHER, ...words, '--help'], { encoding: 'utf8' });
    assert.match(stdout, new RegExp(`\\nExamples:\\n {2}npx assize ${words.join(' ')}`), words.join(' '));
  }
});

test('the-examples-stand-in-the-help', async () => {
  const { code, stdout } = await assize(null, ['tenants', 'set-tier', '--help']);
  assert.equal(code, 0);
  assert.match(stdout, /\nExamples:\n {2}npx assize tenants set-tier default team\n$/);
});

test('help-with-a-command-helps-with-that-command', async () => {
  for (const words of [['keys', 'create'], ['keys'], ['evidence', 'verify'], ['doctor']]) {
    const [asked, wanted] = await Promise.all([
      assize(null, ['help', ...words]),
      assize(null, [...words, '--help']),
    ]);
    assert.deepEqual(
      { code: asked.code, stdout: asked.stdout },
      { code: 0, stdout: wanted.stdout },
      words.join(' '),
    );
  }
  const none = await assize(null, ['help']);
  assert.match(none.stdout, /^Usage: assize \[options\] \[command\]/);
});

/** Splits a line as a shell would if only double quotes are used. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
