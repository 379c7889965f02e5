/** docs/environment-variables.md lists all settings in order, each with its actual default. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readConfig } from '@assize/service/config/config.ts';
import { SECRET_FILES, SETTINGS } from '@assize/service/config/settings.ts';

const PAGE = path.join(import.meta.dirname, '../docs/environment-variables.md');
const ROW = /^\| `((?:ASSIZE|OTEL)_\w+)` \| (?:`(.*?)`)? *\| (.+) \|$/gm;

const text = readFileSync(PAGE, 'utf8');
const rows = [...text.matchAll(ROW)].map(([, name = '', fallback]) => ({ name, fallback }));

test('lists-every-setting', () => {
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(SETTINGS),
  );
});

test('names-the-file-of-every-secret', () => {
  const named = [...text.matchAll(/`(ASSIZE_\w+_FILE)`/g)].map(([, name]) => name);
  assert.deepEqual(named, SECRET_FILES);
});

for (const { name, fallback } of rows) {
  if (fallback === undefined) continue;
  test(`says-the-default-of-${name}`, () => {
    assert.deepEqual(readConfig({ [name]: fallback }), readConfig({}));
  });
}
