/** A forged file of a report does not verify, also where its parts are genuine, and the reason names the forgery. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  formatVerifierKey,
  parseVerifierKey,
  sha256,
  signerOf,
  verifyExceptions,
} from '@assize/evidence-format';
import { chainId } from '@assize/service/database/chain-id.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { inviteMember } from '@assize/service/members/joining/index.ts';
import { findTenant, type Tenant } from '@assize/service/tenants/index.ts';
import { forgedWith } from './cases/altered-reports.ts';
import {
  FORGED_CONTENTS,
  FORGED_SEALS,
  FORGED_SIGN_OFFS,
  type ForgersWorld,
  sealWith,
  withProofs,
} from './cases/forged-reports.ts';
import { beBlocked, report } from './support/compliance/compliance.ts';
import { fileOf, reported, signedOff } from './support/compliance/exceptions.ts';
import { forgedLog, leavesIn, stolenSigner } from './support/compliance/forged-logs.ts';
import { chainIn, untilSigned } from './support/databases/chains.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import {
  askOk,
  evaluate,
  PRODUCTION_KEY,
  startTestService,
  type TestService,
} from './support/http/in-process.ts';
import { type Device, device } from './support/people/authenticator.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { register } from './support/people/passkeys.ts';
import { HERE, PASSWORD, post } from './support/people/sign-in.ts';
import { run } from './support/processes/command.ts';

const COMMAND = path.join(import.meta.dirname, '../evidence-format/assize-verify.ts');

interface Signatory {
  memberId: string;
  cookie: string;
  device: Device;
}

async function signatoryOf({ service, app }: TestService, tenant: Tenant, email: string): Promise<Signatory> {
  const { token } = await inviteMember(service, tenant, null, {
    email: null,
    role: 'owner',
    sandboxRole: null,
  });
  const { cookie } = await post(app, '/auth/join', { token, name: 'Dana', email, password: PASSWORD });
  const own = device();
  assert.equal((await register(app, cookie, own)).status, 200);
  const member = await service.db
    .selectFrom('members')
    .select('member_id')
    .where('tenant_id', '=', tenant.tenantId)
    .executeTakeFirstOrThrow();
  return { memberId: member.member_id, cookie, device: own };
}

/** Makes a report, and has it signed off. @returns its id. */
async function signedReport(
  { app }: TestService,
  key: string,
  by: Signatory,
  wanted: object,
): Promise<string> {
  const { evidence_id: id } = await reported(app, { population: 'all', sample_size: 4, ...wanted }, { key });
  const signed = await signedOff(app, id, by);
  assert.equal(signed.status, 200, JSON.stringify(signed.body));
  return id;
}

interface Genuine {
  text: string;
  world: ForgersWorld;
}

/** Two reports of a tenant over the same records, with different seeds, and one of another tenant; each signed off. */
async function genuine(started: TestService, location: DatabaseLocation): Promise<Genuine> {
  const { app, service } = started;
  const dana = await signatoryOf(started, await findTenant(service.db, 'default'), 'dana@acme.example');
  const { tenant, secret } = await keyHolder(service, 'other', { tier: 'enterprise' });
  const eve = await signatoryOf(started, tenant, 'eve@other.example');
  await evaluate(app, 'a', { action: 'email.send' }, { key: secret });
  const owner = { owner: dana.memberId, from_date: '2026-01-01', to_date: '2999-01-01' };
  await askOk(app, 'a', '/api/v1/compliance/owners/soc2/CC6.1', { method: 'PUT', body: owner });
  for (let number = 0; number < 3; number += 1) await report(app, await beBlocked(app, PRODUCTION_KEY));
  for (let number = 0; number < 9; number += 1) await evaluate(app, 'a', { action: 'email.send' });
  const to_date = new Date(Date.now() + 1).toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const id = await signedReport(started, PRODUCTION_KEY, dana, { seed: 's', to_date });
  const otherId = await signedReport(started, PRODUCTION_KEY, dana, { seed: 't', to_date });
  const foreignId = await signedReport(started, secret, eve, {});
  const chain = await chainIn(service.db);
  await untilSigned(service.db, chain);
  const of = async (each: string, key = PRODUCTION_KEY) =>
    (await fileOf(app, each, { 'x-api-key': key })).toString();
  const foreign = JSON.parse(await of(foreignId, secret));
  const world: ForgersWorld = {
    other: JSON.parse(await of(otherId)),
    foreign,
    leaves: await leavesIn(service.db, chain),
    signer: stolenSigner(location, `assize/${chainId(chain)}`),
    foreignSigner: stolenSigner(location, `assize/${foreign.report.chain}`),
  };
  return { text: await of(id), world };
}

testOnOneDatabase('a-forged-file-does-not-verify-and-the-reason-names-it', async (location, t) => {
  const started = await startTestService(t, location, { ASSIZE_BASE_URL: HERE.origin });
  const { text, world } = await genuine(started, location);
  const vkey = formatVerifierKey(world.signer);
  const verified = (file: string) => verifyExceptions(file, [parseVerifierKey(vkey)]);
  const refused = (what: string, file: string, reason: RegExp) => {
    const { verdict, problems } = verified(file);
    assert.equal(verdict, 'unsound', what);
    assert.match(problems.join('\n'), reason, what);
  };
  assert.deepEqual(verified(text).problems, []);
  // The forger's own proofs verify, so each forgery is caught for its own sake.
  const remade = JSON.parse(text);
  sealWith(remade, forgedLog(world.leaves, world.signer));
  withProofs(remade, world);
  assert.deepEqual(verified(JSON.stringify(remade)).problems, []);

  const name = path.join(newFolder(t), 'report.json');
  for (const [what, forge, reason] of [...FORGED_SIGN_OFFS, ...FORGED_SEALS]) {
    const file = JSON.parse(text);
    forge(file, world);
    refused(what, JSON.stringify(file), reason);
    writeFileSync(name, JSON.stringify(file));
  }
  const { code, stdout } = await run(process.execPath, [COMMAND, name, '--key', vkey]);
  assert.deepEqual(
    [code, /^NOT SOUND\n\nWhat is wrong\n- The consistency proof/.test(stdout)],
    [3, true],
    stdout,
  );
  for (const [what, forge] of FORGED_CONTENTS) {
    const file = JSON.parse(text);
    withProofs(file, world);
    forge(file.report, world);
    refused(what, JSON.stringify(file), /report was altered/);
    const fitted = forgedWith(JSON.stringify(file), () => undefined);
    refused(`${what}, with its leaf`, fitted, /record ev_\w+ of the report is not in the signed tree/);
    const { sign_offs } = file;
    const signed = JSON.stringify({ ...JSON.parse(fitted), sign_offs });
    refused(`${what}, with the genuine sign-off`, signed, /sign-off ev_\w+ is of another report/);
  }
});

testOnOneDatabase('a-seal-by-a-key-that-the-reader-did-not-give-is-not-checked', async (location, t) => {
  const started = await startTestService(t, location, { ASSIZE_BASE_URL: HERE.origin });
  const { text, world } = await genuine(started, location);
  const [own, key] = [signerOf(world.signer.name, sha256('another key')), world.signer].map((signer) => ({
    signer,
    vkey: formatVerifierKey(signer),
  }));
  assert.ok(own !== undefined && key !== undefined);
  const sealedByOwn = (file: ReturnType<typeof JSON.parse>, leaves: readonly string[]): string => {
    sealWith(file, forgedLog(leaves, own.signer));
    file.verifier_keys.push({ vkey: own.vkey });
    return JSON.stringify(file);
  };
  const verdictBy = (file: string, ...vkeys: string[]) => {
    const { verdict, problems, keyVouchedBy } = verifyExceptions(file, vkeys.map(parseVerifierKey));
    return [verdict, problems, keyVouchedBy];
  };
  // Everything fits, since the forger has a key of that name, and lists it.
  const altered = JSON.parse(forgedWith(text, ({ exceptions }) => exceptions[0].listed.pop()));
  const { index } = JSON.parse(altered.recorded.leaf);
  const forged = sealedByOwn(altered, world.leaves.with(index, altered.recorded.leaf));
  assert.deepEqual(verdictBy(forged, key.vkey), ['unchecked', [], 'nobody']);
  const name = path.join(newFolder(t), 'report.json');
  writeFileSync(name, forged);
  const { code, stdout } = await run(process.execPath, [COMMAND, name, '--key', key.vkey]);
  assert.deepEqual([code, /^NOT CHECKED: [\s\S]*NOTHING VOUCHES/.test(stdout)], [4, true], stdout);

  // After the key was changed, a reader needs both.
  const rotated = sealedByOwn(JSON.parse(text), world.leaves);
  assert.deepEqual(verdictBy(rotated, key.vkey), ['unchecked', [], 'nobody']);
  assert.deepEqual(verdictBy(rotated, own.vkey), ['unchecked', [], 'nobody']);
  assert.deepEqual(verdictBy(rotated, key.vkey, own.vkey), ['sound', [], 'given_key']);
});
