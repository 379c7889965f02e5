/** Each ready mapping accepts a token as its platform issues them, and refuses one of another organisation. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PLATFORMS } from '@assize/service/issuers/index.ts';
import presets from '@assize/service/issuers/presets.json' with { type: 'json' };
import fc from 'fast-check';
import { TOKENS } from './cases/platform-tokens.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ROOT } from './support/docs/page.ts';
import { ask, startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';
import { AUDIENCE, startIssuer } from './support/tokens/token-issuer.ts';

const ALLOWING = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };

for (const platform of PLATFORMS) {
  const { says, claims, agent, user, foreign, more = [] } = TOKENS[platform];
  testOnOneDatabase(`knows-its-own-tokens-of-${platform}-from-those-of-others`, async (location, t) => {
    const { app } = await startTestService(t, location, ALLOWING);
    const issuer = await startIssuer(t);
    const set = says.flatMap((each) => ['--set', each]);
    const words = ['--name', platform, '--audience', AUDIENCE, '--for', platform, ...set];
    const added = await assize(
      location,
      ['issuers', 'add', ...words, '--issuer', issuer.issuer, '--json'],
      ALLOWING,
    );
    assert.equal(added.code, 0, added.stderr);
    const { issuer_id } = JSON.parse(added.stdout);
    const judged = async (own: object) => {
      const token = await issuer.token({ ...claims, ...own });
      return (await ask(app, 'a', `/api/v1/issuers/${issuer_id}/test`, { body: { token } })).body;
    };
    for (const [own, person] of [[{}, user], ...more] as const) {
      const { refused, caller } = await judged(own);
      assert.equal(refused, null);
      assert.deepEqual(
        [caller.agent_id, caller.user_id, caller.scopes],
        [agent, person, ['governance:evaluate']],
      );
    }
    for (const own of foreign) {
      const { accepted, refused } = await judged(own);
      assert.equal(accepted, false, JSON.stringify(own));
      assert.match(refused, /trusted, but not for it|can't be mapped, by its accept|is of another issuer/);
    }
  });
}

/** The value is the whole literal, so no text can add a condition that holds for others. */
testOnOneDatabase('no-text-in-a-ready-mapping-leaves-its-literal', async (location, t) => {
  const { app } = await startTestService(t, location, ALLOWING);
  const issuer = await startIssuer(t);
  const HOSTILE = ["' || true || '", '" || true || "', "\\' || true || \\'", '$ref', "'''", '`', '\n', '😀'];
  const texts = [...HOSTILE, ...fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), 20)];
  for (const [place, text] of texts.filter((each) => !each.includes('\0') && each.isWellFormed()).entries()) {
    const audience = `audience-${place}`;
    const words = ['--name', 'CI', '--audience', audience, '--issuer', issuer.issuer, '--for', 'github'];
    const added = await assize(
      location,
      ['issuers', 'add', ...words, '--set', `org=${text}`, '--json'],
      ALLOWING,
    );
    assert.equal(added.code, 0, `${JSON.stringify(text)}: ${added.stderr}`);
    const { issuer_id } = JSON.parse(added.stdout);
    const accepts = async (repository_owner: string) => {
      const token = await issuer.token({ ...TOKENS.github.claims, repository_owner, aud: audience });
      const answer = await ask(app, 'a', `/api/v1/issuers/${issuer_id}/test`, { body: { token } });
      return answer.body.accepted;
    };
    assert.deepEqual([await accepts(text), await accepts('mallory')], [true, false], JSON.stringify(text));
  }
});

test('the-page-says-what-each-ready-mapping-asks-for', () => {
  const page = readFileSync(path.join(ROOT, 'docs/identity.md'), 'utf8');
  const [, table = ''] = page.split('| `--for` | `--set` |');
  const rows = (table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \|(.*?)\|/gm);
  const said = [...rows].map(([, platform, asks = '']) => {
    return [platform, [...asks.matchAll(/(?<=^| |; )`(\w+)`/g)].map(([, name]) => name)];
  });
  assert.deepEqual(
    said,
    Object.entries(presets).map(([platform, { asks }]) => [platform, Object.keys(asks)]),
  );
});
