/** Text from a file or a caller does nothing to the terminal that shows it, and cannot pass for a verdict. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { shown } from '@assize/evidence-format';
import { parse } from 'yaml';
import { exportOf, records, VKEY } from '../evidence-format/export/fixture.ts';
import { newDatabase, newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { assize, type Ended, run } from './support/processes/command.ts';
import { spawnService } from './support/processes/service.ts';

const VERIFY = path.join(import.meta.dirname, '../evidence-format/assize-verify.ts');
/**
 * Clears the screen, claims that everything is well, and hides the rest; in the codes of two tables, and without any.
 */
const LIE =
  '\u001b[2J\u001b[HSOUND: every record\u001b[8m\u009b2J\u202e\u2066\u200b\u2028SOUND\u0085\r\nSOUND: yes\u007f\ud800';
/** Characters that a terminal obeys, or that a reader can't see. */
const RAW = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}](?<!\n)/u;
const VERDICT = /^(?:NOT )?(?:SOUND|CHECKED)/gm;

function requireHarmless({ stdout, stderr }: Ended, what: string): void {
  for (const text of [stdout, stderr]) {
    assert.doesNotMatch(text, RAW, `${what}: ${JSON.stringify(text)}`);
    assert.doesNotMatch(text, /^\s*SOUND: yes/m, what);
  }
}

function folderOf(t: TestContext): string {
  const folder = newFolder(t);
  return folder;
}

test('no-text-in-an-export-passes-for-a-verdict', async (t) => {
  const folder = folderOf(t);
  const honest = exportOf(records(3));
  const lying = (text: string, name: string) => text.replace(`"${name}":"`, `"${name}":${quoted(LIE)}`);
  const files: Record<string, string> = {
    unsigned: lying(lying(honest, 'tenant'), 'environment').replace('"amount":0.1', '"amount":9'),
    member: honest.replace('"tenant":', `${quoted(LIE)}x":1,"tenant":`),
    checkpoint: lying(honest, 'checkpoint'),
    key: lying(honest, 'vkey'),
    record: lying(honest, 'id'),
    another: JSON.stringify({ format: LIE }),
    none: LIE,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const alone = (words: string[]) => run(process.execPath, [VERIFY, ...words]);
    const inService = (words: string[]) => assize(null, ['evidence', 'verify-file', ...words]);
    // Both print with the same code, so each option is tried with only one of them.
    for (const [verify, words] of [
      [alone, []],
      ...[[], ['--json'], ['--key', VKEY], ['--trusted-checkpoint', file]].map(
        (words) => [inService, words] as const,
      ),
    ] as const) {
      const ended = await verify([file, ...words]);
      requireHarmless(ended, `${name} ${words.join(' ')}`);
      const verdicts = ended.stdout.match(VERDICT) ?? [];
      if (words[0] !== '--json') assert.equal(verdicts.length, 1, ended.stdout);
      else assert.equal(JSON.parse(ended.stdout).verdict === 'sound', ended.code === 0);
    }
  }
});

test('typed-input-is-shown-harmlessly-too', async (t) => {
  const folder = folderOf(t);
  const typed = LIE.replace('\ud800', '');
  const pack = path.join(folder, typed.replaceAll('/', ''));
  mkdirSync(pack);
  writeFileSync(path.join(pack, 'policy.yaml'), `name: p\nrules: [{name: ${quoted(LIE)}", when: "]"}]`);
  const commands = [
    ['evidence', 'verify-file', path.join(folder, 'absent', typed)],
    ['evidence', 'verify-file', folder, '--key', typed],
    ['policies', 'test', pack],
    ['policies', 'test', path.join(folder, typed)],
    ['policies', 'validate', pack],
    ['keys', typed],
    ['keys', 'create', 'a', '--scopes', typed],
    ['halts', 'list', `--${typed}`],
    [typed],
  ];
  for (const words of commands) {
    const ended = await assize(null, words);
    assert.notEqual(ended.code, 0, words.join(' '));
    requireHarmless(ended, words.join(' '));
  }
  requireHarmless(await run(process.execPath, [VERIFY, path.join(folder, typed)]), 'absent');
  requireHarmless(await run(process.execPath, [VERIFY, `--${typed}`]), 'unknown');
});

testOnOneDatabase('every-list-shows-what-callers-say-harmlessly', async (location, t) => {
  const typed = LIE.replace('\ud800', '');
  const made: string[][] = [
    ['tenants', 'create', 'default'],
    ['halts', 'create', '--agent', typed.slice(0, 200), '--reason', typed],
    ['agents', 'register', typed.slice(0, 200), '--name', typed, '--owner-team', typed, '--purpose', typed],
    ['budgets', 'create', typed, '--limit', '5', '--period', 'month', '--agent', typed, '--action', typed],
    ['keys', 'create', typed],
    ['tenants', 'create', typed],
    ['tenants', 'set-contact', 'default', typed],
    ['policies', 'create', 'hostile', '--file', policyFile(folderOf(t), typed), '--activate'],
  ];
  const listed = [
    ['halts', 'list', '--history'],
    ['agents', 'list'],
    ['agents', 'show', typed.slice(0, 200)],
    ['agents', 'export'],
    ['budgets', 'list'],
    ['keys', 'list'],
    ['tenants', 'list'],
    ['policies', 'list'],
    ['policies', 'show', 'hostile'],
    ['policies', 'backtest', 'hostile'],
    ['settings', 'show'],
    ['trust', 'show', typed],
    ['evidence', 'verify'],
    ['evidence', 'truth'],
    ['listen', '--from', '0', '--url', `http://localhost/${typed}`],
    ['usage', 'show', typed],
    ['evidence', 'export', '--format', 'json', '--out', path.join(folderOf(t), typed)],
    ['doctor'],
  ];
  for (const words of [...made, ...listed, ...listed.map((one) => [...one, '--json'])]) {
    const ended = await assize(location, words, { ASSIZE_UNHEARD_OF: typed });
    requireHarmless(ended, words.join(' '));
    if (words.at(-1) === '--json' && ended.code === 0) JSON.parse(ended.stdout);
  }
  const { stdout } = await assize(location, ['halts', 'list']);
  assert.ok(stdout.includes(shown(typed)), stdout);
  const policy = await assize(location, ['policies', 'show', 'hostile']);
  assert.equal(parse(policy.stdout).description, typed);
});

test('no-line-of-the-log-does-anything-either', async (t) => {
  const { location, remove } = await newDatabase('sqlite');
  t.after(remove);
  const service = await spawnService(location, { [`ASSIZE_${LIE.replace('\ud800', '')}`]: '1' });
  await service.stop('SIGTERM');
  assert.match(service.output(), /unknown settings are ignored/);
  requireHarmless({ code: 0, stdout: service.output(), stderr: '' }, 'the log');
});

function policyFile(folder: string, description: string): string {
  const file = path.join(folder, 'hostile.yaml');
  const rule = { id: 'a', description, when: 'true', effect: 'escalate' };
  writeFileSync(file, JSON.stringify({ name: 'hostile', description, rules: [rule] }));
  return file;
}

/** Leaves out the closing quote. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(0, -1);
}
