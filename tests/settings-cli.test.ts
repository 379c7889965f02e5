/** An operator's scripts show, change and compare settings. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { INEXACT_INTEGER } from '@assize/service/foundation/failure.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { assize } from './support/processes/command.ts';

testOnOneDatabase('sets-what-it-shows-changed-and-goes-back', async (location, t) => {
  const folder = newFolder(t);
  const file = path.join(folder, 'settings.yaml');
  const run = (words: string) => assize(location, words.split(' '));
  const cli = async (words: string) => {
    const { code, stdout, stderr } = await run(words);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  await cli('tenants create acme');
  const shown = await cli('settings show --tenant acme');
  assert.match(
    shown,
    /^# version 0, in force; its law settings are sha256:[0-9a-f]{64}\nattestation: accepted\n/,
  );
  writeFileSync(file, shown.replace('attestation: accepted', 'attestation: verified'));
  assert.match(
    await cli(`settings set ${file} --tenant acme --expected-version 0`),
    /^version 1 has been in force since \d{4}/,
  );
  assert.equal(
    await cli('settings diff 0 --tenant acme'),
    '             version 0  version 1\n-----------  ---------  ---------\nattestation  accepted   verified\n',
  );
  const listed = await cli('settings versions --tenant acme');
  assert.match(listed, /\n1 +in force +\d{4}\S+ +operator +sha256:[0-9a-f]{64}\n0 +- +standard\n$/);
  const { code, stderr } = await run(`settings set ${file} --tenant acme --expected-version 0`);
  assert.deepEqual({ code, stderr }, { code: 1, stderr: 'The settings in force are version 1.\n' });
  assert.match(await cli('settings show 0 --tenant acme'), /^# version 0, not in force;/);
  assert.equal(JSON.parse(await cli('settings show --tenant acme --json')).settings.attestation, 'verified');
  // The other environment is not affected.
  assert.match(await cli('settings show --tenant acme --environment sandbox'), /\nattestation: accepted\n/);
  assert.equal(JSON.parse(await cli('settings activate 0 --tenant acme --json')).version, 0);
  assert.match(await cli('settings diff 0 --tenant acme'), /^Versions 0 and 0 say the same\.\n$/);

  writeFileSync(
    file,
    '{"attestation": "trusting", "confidence": {"floor": {"low": 0.5, "medium": 0.1}}, "catalogue_of": [1e23]}',
  );
  const wrong = await run(`settings set ${file} --tenant acme`);
  assert.equal(wrong.code, 1);
  for (const line of [
    "attestation: Input should be 'accepted' or 'verified'",
    'catalogue: Field required',
    `catalogue_of.0: ${INEXACT_INTEGER.message}`,
    'confidence.floor.high: Field required',
    'confidence.floor.medium: Input should not be less than the value of a milder risk',
  ]) {
    assert.ok(wrong.stderr.split('\n').includes(line), wrong.stderr);
  }
  for (const text of ['a: [', 'a: 1\na: 2\n', '']) {
    writeFileSync(file, text);
    assert.equal((await run(`settings set ${file} --tenant acme`)).code, 1, text);
  }
  assert.equal((await run('settings activate latest --tenant acme')).code, 2);
  assert.match((await run('settings activate 9 --tenant acme')).stderr, /There is no such version/);
  assert.match((await run('settings show --tenant unknown')).stderr, /There is no tenant named unknown/);
});
