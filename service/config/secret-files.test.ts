/** A secret with a file setting comes only from that file. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { fileSettingOf, SECRETS } from './settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'assize-secrets-'));
after(() => rmSync(folder, { recursive: true }));

const VALUES: Record<(typeof SECRETS)[number], string> = {
  ASSIZE_DATABASE_URL: 'postgres://assize:hunter2@db/assize',
  ASSIZE_SECRETS_KEY: '0f'.repeat(32),
  ASSIZE_SMTP_URL: 'smtps://user:hunter2@mail.example',
  ASSIZE_OIDC_CLIENT_SECRET: ' hunter2 ',
  ASSIZE_INIT_PRODUCTION_KEY: `ak_${'0a'.repeat(16)}`,
  ASSIZE_INIT_SANDBOX_KEY: `ak_${'0b'.repeat(16)}`,
};
const OIDC = { ASSIZE_OIDC_ISSUER: 'https://id.example.org', ASSIZE_OIDC_CLIENT_ID: 'assize' };

function fileWith(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

for (const lineBreak of ['', '\n', '\r\n']) {
  test(`reads-each-secret-from-its-file-ending-in-${JSON.stringify(lineBreak)}`, () => {
    const files = SECRETS.map((name) => [fileSettingOf(name), fileWith(name, VALUES[name] + lineBreak)]);
    assert.deepEqual(
      readConfig({ ...OIDC, ...Object.fromEntries(files) }),
      readConfig({ ...OIDC, ...VALUES }),
    );
  });
}

test('an-empty-name-names-no-file', () => {
  assert.deepEqual(readConfig({ ASSIZE_DATABASE_URL_FILE: '' }), readConfig({}));
});

test('refuses-a-file-without-its-secret-instead-of-going-on-without-it', () => {
  const absent = path.join(folder, 'absent');
  const environment = {
    ASSIZE_DATABASE_URL_FILE: absent,
    ASSIZE_SMTP_URL_FILE: folder,
    ASSIZE_SECRETS_KEY_FILE: fileWith('empty', '\n'),
    ASSIZE_OIDC_CLIENT_SECRET_FILE: fileWith('large', 'x'.repeat(70_000)),
  };
  assert.deepEqual(problemsOf(environment), [
    `ASSIZE_DATABASE_URL_FILE names ${absent}, which can't be read (ENOENT)`,
    `ASSIZE_SECRETS_KEY_FILE names ${environment.ASSIZE_SECRETS_KEY_FILE}, which is empty`,
    `ASSIZE_SMTP_URL_FILE names ${folder}, which can't be read (EISDIR)`,
    `ASSIZE_OIDC_CLIENT_SECRET_FILE names ${environment.ASSIZE_OIDC_CLIENT_SECRET_FILE}, which is larger than a secret: 70000 bytes`,
  ]);
});

test('refuses-a-secret-that-is-set-twice', () => {
  const file = fileWith('key', VALUES.ASSIZE_SECRETS_KEY);
  const environment = { ASSIZE_SECRETS_KEY_FILE: file, ASSIZE_SECRETS_KEY: VALUES.ASSIZE_SECRETS_KEY };
  assert.deepEqual(problemsOf(environment), [
    'ASSIZE_SECRETS_KEY and ASSIZE_SECRETS_KEY_FILE must not both be set',
  ]);
});

test('a-secret-in-place-of-its-file-is-not-told', () => {
  const [problem = ''] = problemsOf({ ASSIZE_DATABASE_URL_FILE: 'postgres://assize:hunter2@db/assize' });
  assert.match(problem, /^ASSIZE_DATABASE_URL_FILE names \(not shown/);
  assert.doesNotMatch(problem, /hunter2/);
});

test('what-is-wrong-with-a-secret-in-a-file-is-told-without-it', () => {
  const file = fileWith('wrong', 'mysql://hunter2@db');
  assert.deepEqual(problemsOf({ ASSIZE_DATABASE_URL_FILE: file }), [
    'ASSIZE_DATABASE_URL must be a postgres:// or postgresql:// URL',
  ]);
});
