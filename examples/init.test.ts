/** The programs that `assize init` writes are correct for their frameworks: their types fit, and they start. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { FRAMEWORKS } from '@assize/service/cli/init/answers.ts';
import { programFor } from '@assize/service/cli/init/programs.ts';
import { run } from '../tests/support/processes/command.ts';
import { skip } from './shared/trials.ts';

const TSC = path.join(import.meta.dirname, '../node_modules/typescript/bin/tsc');

test('the-program-of-each-framework-fits-it-and-starts', { skip }, async (t) => {
  // Below this folder, so that the frameworks are found.
  const folder = mkdtempSync(path.join(import.meta.dirname, '.init-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const frameworks = FRAMEWORKS.filter((each) => each !== 'python');
  const files = frameworks.map((framework) => {
    const { name, text } = programFor(framework, `the "agent" of Bob's`);
    const file = path.join(folder, framework, name);
    mkdirSync(path.dirname(file));
    writeFileSync(file, text);
    return file;
  });
  // As `npm init` writes it into the project around them.
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  const settings = { extends: '../tsconfig.json', include: ['**/*.mts'], compilerOptions: { strict: true } };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const types = await run(process.execPath, [TSC, '-p', folder]);
  assert.deepEqual([types.code, types.stdout], [0, '']);
  for (const file of files) {
    const { code, stderr } = await run(process.execPath, [file], { ASSIZE_KEY: 'ak_none' });
    assert.equal(code, 0, `${file}: ${stderr}`);
  }
});
