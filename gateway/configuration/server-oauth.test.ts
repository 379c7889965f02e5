import assert from 'node:assert/strict';
import test from 'node:test';
import { ConfigurationProblems, readFile, serversOf } from './file.ts';

const URL_OF_DOCS = 'https://docs.example/mcp';
const MACHINE = { grant: 'client_credentials', clientId: 'x', clientSecretEnv: 'DOCS_SECRET' };

const read = (entry: object) => serversOf(readFile(JSON.stringify({ mcpServers: { docs: entry } }), {}));

test('reads-how-to-log-in-to-a-server', () => {
  for (const oauth of [{}, MACHINE, { clientId: 'x', scopes: ['docs.read'], redirectPort: 8976 }]) {
    const expected = { kind: 'http', name: 'docs', url: URL_OF_DOCS, headers: {}, oauth };
    assert.deepEqual(read({ url: URL_OF_DOCS, oauth }), [expected]);
  }
});

/** Wrong values of `oauth`, with the words of the problem. */
const WRONG: [oauth: object, problem: RegExp][] = [
  [{ clientSecret: 'a-secret' }, /oauth: Unrecognized key/],
  [{ grant: 'password' }, /oauth\.grant: /],
  [{ clientId: 'x', clientSecretEnv: 'a-secret' }, /clientSecretEnv: give the name of a variable/],
  [{ clientSecretEnv: 'DOCS_SECRET' }, /clientSecretEnv needs clientId/],
  [{ ...MACHINE, clientId: undefined }, /client_credentials needs clientId and clientSecretEnv/],
  [{ scopes: ['docs.read docs.write'] }, /scopes\.0: a scope is one word/],
  [{ redirectPort: 70_000 }, /redirectPort: /],
  [{ clientMetadataUrl: 'http://docs.example/client' }, /clientMetadataUrl: /],
];

test('refuses-a-wrong-way-to-log-in-and-repeats-no-secret', () => {
  const problems = (entry: object) => {
    try {
      read(entry);
      return '';
    } catch (error) {
      assert.ok(error instanceof ConfigurationProblems);
      return error.message;
    }
  };
  for (const [oauth, problem] of WRONG) {
    const said = problems({ url: URL_OF_DOCS, oauth });
    assert.match(said, problem);
    assert.doesNotMatch(said, /a-secret/);
  }
  assert.match(problems({ command: 'docs', oauth: {} }), /oauth needs url/);
});
