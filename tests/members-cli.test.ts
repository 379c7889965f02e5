/** The operator's commands for people: a mistyped value is an error of the command, and nothing is written. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { assize } from './support/processes/command.ts';

testOnOneDatabase('takes-only-mail-addresses', async (location) => {
  for (const words of [
    ['members', 'invite', 'dana at acme', '--role', 'owner'],
    ['members', 'reset', 'dana\u001b[2J@acme.example'],
  ]) {
    const { code, stdout, stderr } = await assize(location, words);
    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.match(stderr, /Expected an e-mail address, such as/);
    assert.ok(!stderr.includes('forbidden') && !stderr.includes('\u001b'), stderr);
  }
});
