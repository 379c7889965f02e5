/** Issuers from the command line: added, changed, disabled, revoked and removed, and a token tried from a file. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { newFolder, testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, askOk, assertTrue, startTestService, type TestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';
import { AUDIENCE, startIssuer, type TokenIssuer } from './support/tokens/token-issuer.ts';

const ALLOWING = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };

interface World extends TestService {
  issuer: TokenIssuer;
  /** The options that name it. */
  named: string[];
  /** The file with a mapping. */
  mapping: string;
  fileOf(name: string, text: string): string;
  /** @returns the output of a command, which must succeed. */
  said(...words: string[]): Promise<string>;
  /** @returns the output of a command, which must fail. */
  refused(...words: string[]): Promise<string>;
}

async function worldOf(t: TestContext, location: DatabaseLocation): Promise<World> {
  const started = await startTestService(t, location, ALLOWING);
  const issuer = await startIssuer(t);
  const folder = newFolder(t);
  const fileOf = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  return {
    ...started,
    issuer,
    named: ['--name', 'desk cluster', '--audience', AUDIENCE, '--issuer', issuer.issuer],
    mapping: fileOf('mapping.json', `{"agent": "claims.sub", "scopes": "['governance:evaluate']"}`),
    fileOf,
    async said(...words) {
      const { code, stdout, stderr } = await assize(location, ['issuers', ...words], ALLOWING);
      assert.equal(code, 0, stderr);
      return stdout;
    },
    async refused(...words) {
      const { code, stdout, stderr } = await assize(location, ['issuers', ...words], ALLOWING);
      assert.notEqual(code, 0, words.join(' '));
      return stdout + stderr;
    },
  };
}

testOnEachDatabase('adds-lists-and-changes-issuers-from-the-command-line', async (location, t) => {
  const { app, named, mapping, fileOf, said, refused } = await worldOf(t, location);
  const added = await said('add', ...named, '--mapping', mapping, '--algorithms', 'ES256');
  assert.match(
    added,
    /^iss_\w+ {2}desk cluster {2}active\nissuer http:\S+ {2}audience https:\/\/assize\.example\n/,
  );
  assert.match(added, /\nagent: claims\.sub\nscopes: \['governance:evaluate'\]\n$/);
  assert.match(await refused('add', ...named, '--mapping', mapping), /trusted for this audience already/);
  assert.match(await said('list'), /iss_\w+ +desk cluster +http:\S+ +https:\S+ +active\n$/);

  const faulty = fileOf('faulty.yaml', 'agent: claims.sub ==\nscopes: "[]"\n');
  assert.match(
    await refused('change', 'desk cluster', '--mapping', faulty),
    /^mapping\.agent: line 1, column 12: /,
  );
  const foreign = fileOf('foreign.json', '{"agnet": "claims.sub", "scopes": 1}');
  const faults = await refused('change', 'desk cluster', '--mapping', foreign);
  assert.match(faults, /^mapping\.agnet: Extra inputs/m);
  assert.match(faults, /^mapping\.scopes: Input should be a valid string$/m);
  assert.match(
    await refused('change', 'desk cluster', '--algorithms', 'ES256,HS256'),
    /^algorithms\.1: .*shared secret/,
  );
  assert.match(await refused('change', 'desk cluster'), /say what to change/);
  const changed = await said(
    'change',
    'desk cluster',
    '--name',
    'cluster-2',
    '--jwks-uri',
    'https://keys.example',
  );
  assert.match(changed, /cluster-2 {2}active\n[\s\S]*with keys from https:\/\/keys\.example\n/);
  assert.match(
    await said('change', 'cluster-2', '--jwks-uri', 'none'),
    /with keys from the issuer's metadata\n/,
  );
  const { items } = await askOk(app, 'a', '/api/v1/issuers');
  assert.deepEqual(JSON.parse(await said('list', '--json')), items);
  await assertTrue(app);
});

testOnEachDatabase('tries-a-token-from-a-file-and-keeps-it-to-itself', async (location, t) => {
  const { issuer, named, mapping, fileOf, said, refused } = await worldOf(t, location);
  await said('add', ...named, '--mapping', mapping, '--algorithms', 'ES256');
  const token = await issuer.token({ jti: 'one', sub: 'desk' });
  const file = fileOf('token.jwt', `${token}\n`);
  const tried = await said('test', 'desk cluster', '--token-file', file);
  assert.match(tried, /^It is accepted in production, until \S+Z\.\nagent desk {2}for -\n/);
  const other = fileOf('other.jwt', await issuer.token({ aud: 'else' }));
  const answer = await refused('test', 'desk cluster', '--token-file', other);
  assert.equal(answer, 'This token is for another audience (aud) than the one of this issuer.\n');
  const json = await said('test', 'desk cluster', '--token-file', file, '--json');
  assert.ok(!`${tried}${json}`.includes(token));
  const asJson = JSON.parse(json);
  assert.deepEqual([asJson.accepted, asJson.caller.agent_id], [true, 'desk']);

  assert.match(await said('disable', 'desk cluster'), / {2}disabled\n/);
  assert.match(await refused('test', 'desk cluster', '--token-file', file), /issuer that is disabled/);
  assert.match(await said('enable', 'desk cluster'), / {2}active\n/);
});

testOnEachDatabase('revokes-and-removes-from-the-command-line', async (location, t) => {
  const { app, issuer, named, mapping, fileOf, said, refused } = await worldOf(t, location);
  await said('add', ...named, '--mapping', mapping, '--algorithms', 'ES256');
  const token = await issuer.token({ jti: 'one', sub: 'desk' });
  const file = fileOf('token.jwt', `${token}\n`);
  await said('revoke', 'desk cluster', '--jti', 'one');
  await said('revoke', 'desk cluster', '--subject', 'desk');
  assert.match(
    await refused('revoke', 'desk cluster', '--jti', 'one', '--all'),
    /one of --jti, --subject and --all/,
  );
  assert.match(await refused('revoke', 'desk cluster'), /one of --jti, --subject and --all/);
  const listed = await said('revocations', 'desk cluster');
  assert.match(
    listed,
    /^kind +value +revoked +by\n.*\nsubject +desk +\S+Z +operator\njti +one +\S+Z +operator\n$/,
  );
  assert.match(await refused('test', 'desk cluster', '--token-file', file), /has been revoked/);
  const all = JSON.parse(await said('revoke', 'desk cluster', '--all', '--json'));
  assert.ok(Date.parse(all.revoked_before) <= Date.now());
  assert.match(await said('show', all.issuer_id), /\ntokens revoked until \S+Z\n/);

  assert.match(await said('remove', 'desk cluster'), /^desk cluster is removed/);
  assert.match(await refused('show', 'desk cluster'), /no such issuer/);
  await assertTrue(app);
});

testOnOneDatabase('takes-a-ready-mapping-and-asks-for-what-it-must-know', async (location, t) => {
  const { app } = await startTestService(t, location);
  const add = (...words: string[]) =>
    assize(location, ['issuers', 'add', '--name', 'CI', '--audience', 'assize-acme', ...words]);
  const refusals: [words: string[], message: RegExp][] = [
    [[], /give one of --for and --mapping/],
    [['--for', 'jenkins'], /Allowed choices are github, gitlab/],
    [['--for', 'github'], /^Say the organisation or user whose repositories may ask: --set org=…\n$/],
    [['--for', 'github', '--set', 'org='], /It must be name=value/],
    [['--for', 'github', '--set', 'org=a', '--set', 'org=b'], /org is there twice/],
    [['--for', 'github', '--set', 'org=acme', 'team=x'], /does not ask for team: it asks for org, ref\.\n$/],
    [['--for', 'kubernetes', '--set', 'namespace=agents'], /--issuer is required/],
    [['--for', 'okta', '--issuer', 'ftp://x'], /URL/],
    [['--for', 'google', '--set', 'project=p', '--scopes', 'keys:manage'], /A token can't grant keys:manage/],
    [['--mapping', 'none.json', '--set', 'org=acme'], /--set and --scopes need --for/],
  ];
  for (const [words, message] of refusals) {
    const { code, stderr } = await add(...words);
    assert.notEqual(code, 0, words.join(' '));
    assert.match(stderr, message);
  }
  const scopes = ['--scopes', 'governance:evaluate,evidence:write'];
  const { code, stderr, stdout } = await add('--for', 'github', '--set', 'org=acme', ...scopes, '--json');
  assert.equal(code, 0, stderr);
  const { issuer_id, issuer, mapping } = JSON.parse(stdout);
  assert.equal(issuer, 'https://token.actions.githubusercontent.com');
  assert.deepEqual(mapping, {
    accept: "claims.repository_owner == 'acme' && claims.ref == 'refs/heads/main'",
    agent: "'github:' + claims.repository",
    user: 'claims.actor',
    scopes: "['governance:evaluate', 'evidence:write']",
  });
  assert.equal((await ask(app, 'a', `/api/v1/issuers/${issuer_id}`)).status, 200);
  const twin = [
    'issuers',
    'add',
    '--name',
    'CI',
    '--audience',
    'b',
    '--for',
    'entra',
    '--set',
    'tenant=a/b c',
  ];
  const second = JSON.parse((await assize(location, [...twin, '--json'])).stdout);
  assert.equal(second.issuer, 'https://login.microsoftonline.com/a%2Fb%20c/v2.0');
  assert.match((await assize(location, ['issuers', 'show', 'CI'])).stderr, /give the id of one/);
});
