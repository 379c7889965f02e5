/** A node without the secrets' key still decides, logs what it lacks, and never seals under another key. */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { dataDirFor, testOnOneDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { assize } from './support/processes/command.ts';
import { spawnFor } from './support/processes/service.ts';

const OTHER_KEY = { ASSIZE_SECRETS_KEY: 'ab'.repeat(32) };
const ENDPOINT = { url: 'https://hooks.example/' };

testOnOneDatabase('goes-on-without-webhooks-where-the-key-is-another', async (location, t) => {
  const first = await spawnFor(t, location);
  const made = await connect(first.baseUrl).ask('a', '/api/v1/webhooks', { body: ENDPOINT });
  assert.equal(made.status, 200);
  assert.equal(await first.stop('SIGTERM'), 0);
  assert.equal((await secrets(location, {})).state, 'ok');

  const other = await spawnFor(t, location, OTHER_KEY);
  const client = connect(other.baseUrl);
  const verdict = await client.ask('a', '/api/v1/core/governance/evaluate', { body: { action: 'a' } });
  assert.equal(verdict.status, 200);
  assert.equal((await client.ask('a', '/api/v1/webhooks', { body: ENDPOINT })).status, 503);
  assert.equal(await other.stop('SIGTERM'), 0);
  assert.match(other.output(), /encrypted under a key that this node does not have/);
  assert.equal(other.output().includes(OTHER_KEY.ASSIZE_SECRETS_KEY), false);
  const warned = await secrets(location, OTHER_KEY);
  assert.equal(warned.state, 'warning');
  assert.match(warned.found, /Set ASSIZE_SECRETS_KEY/);

  const file = path.join(dataDirFor(location), 'secrets.key');
  chmodSync(file, 0o644);
  const open = await secrets(location, {});
  assert.equal(open.state, 'problem');
  assert.match(open.found, /chmod 600/);
  const careful = await spawnFor(t, location);
  assert.equal(await careful.stop('SIGTERM'), 0);
  assert.match(careful.output(), /chmod 600/);
});

async function secrets(
  location: Parameters<typeof assize>[0],
  environment: Record<string, string>,
): Promise<{ state: string; found: string }> {
  const { stdout } = await assize(location, ['doctor', '--json'], environment);
  return JSON.parse(stdout).find(({ what }: { what: string }) => what === 'secrets');
}
