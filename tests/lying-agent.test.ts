/** The example works as its page says: each lie succeeds if the tenant believes callers, and fails if it does not. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { SETTINGS } from './support/governance/settings.ts';
import { connectFor } from './support/http/client.ts';
import { SANDBOX_KEY } from './support/http/in-process.ts';
import { run } from './support/processes/command.ts';
import { spawnFor } from './support/processes/service.ts';

const EXAMPLE = path.join(import.meta.dirname, '../examples/lying-agent');

testOnOneDatabase('lies-in-both-modes-and-leaves-the-settings-as-they-were', async (location, t) => {
  const service = await spawnFor(t, location);
  const client = connectFor(t, service.baseUrl);
  const page = readFileSync(path.join(EXAMPLE, 'README.md'), 'utf8');
  const [, shown] = /lying-agent\.js\n([^`]+)```/.exec(page) ?? [];
  // It works the same the second time: earlier refusals do not get in the way.
  for (let time = 0; time < 2; time += 1) {
    const lied = await run(process.execPath, [path.join(EXAMPLE, 'lying-agent.js')], {
      ASSIZE_URL: service.baseUrl,
      ASSIZE_API_KEY: SANDBOX_KEY,
    });
    assert.deepEqual({ stdout: lied.stdout, code: lied.code }, { stdout: shown, code: 0 }, lied.stderr);
    const { body } = await client.ask('a', SETTINGS, { key: SANDBOX_KEY });
    assert.deepEqual(
      { version: body.version, attestation: body.settings.attestation },
      { version: 0, attestation: 'accepted' },
    );
  }
  const { body } = await client.ask('a', '/api/v1/evidence/truth-verification', { key: SANDBOX_KEY });
  assert.deepEqual({ overall_valid: body.overall_valid, gaps: body.gaps }, { overall_valid: true, gaps: [] });
});
