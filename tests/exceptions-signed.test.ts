/** The file of a report verifies without the service, with its sign-offs, and not once anything in it was altered. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  formatHash,
  formatWitnessKey,
  leafHash,
  parseVerifierKey,
  verifyExceptions,
} from '@assize/evidence-format';
import type { FastifyInstance } from 'fastify';
import { ALTERATIONS, forgedWith } from './cases/altered-reports.ts';
import { beBlocked, report } from './support/compliance/compliance.ts';
import { EXCEPTIONS, fileOf, reported, signedOff } from './support/compliance/exceptions.ts';
import { newFolder, testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { redactWhole } from './support/evidence/removals.ts';
import {
  ask,
  askOk,
  assertTrue,
  evaluate,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  startTestService,
} from './support/http/in-process.ts';
import { device } from './support/people/authenticator.ts';
import { register } from './support/people/passkeys.ts';
import { HERE, joined, post } from './support/people/sign-in.ts';
import { run } from './support/processes/command.ts';

const BASE = { ASSIZE_BASE_URL: HERE.origin };
const OWN = { 'x-api-key': PRODUCTION_KEY };

async function keyIn(app: FastifyInstance, key?: string) {
  const { keys } = await askOk(app, 'a', '/api/v1/evidence/verifier-keys', key === undefined ? {} : { key });
  return keys[0].vkey as string;
}

async function withReport(app: FastifyInstance): Promise<{ id: string }> {
  await report(app, await beBlocked(app, PRODUCTION_KEY));
  for (let number = 0; number < 5; number += 1) await evaluate(app, 'a', { action: 'email.send' });
  return { id: (await reported(app, { seed: 's', sample_size: 4, population: 'all' })).evidence_id };
}

testOnEachDatabase('a-member-signs-with-their-passkey-and-the-file-shows-it', async (location, t) => {
  const started = await startTestService(t, location, BASE);
  const { app } = started;
  const { cookie } = await joined(started);
  const { id } = await withReport(app);
  const none = await post(app, `${EXCEPTIONS}/${id}/sign-offs/prepare`, {}, { cookie });
  assert.deepEqual([none.status, JSON.stringify(none.body).includes('passkey')], [409, true]);
  const own = device();
  assert.equal((await register(app, cookie, own)).status, 200);

  const { members } = await askOk(app, 'a', '/api/v1/members');
  const owner = { owner: members[0].member_id, from_date: '2026-01-01', to_date: '2999-01-01' };
  await askOk(app, 'a', '/api/v1/compliance/owners/soc2/CC6.1', { method: 'PUT', body: owner });
  const before = verifyExceptions((await fileOf(app, id, OWN)).toString(), [
    parseVerifierKey(await keyIn(app)),
  ]);
  assert.deepEqual([before.verdict, before.problems, before.signOffs], ['sound', [], []]);

  const whole = await signedOff(app, id, { cookie, device: own, subject: { comment: 'Two calls made' } });
  assert.equal(whole.status, 200, JSON.stringify(whole.body));
  const again = await signedOff(app, id, { cookie, device: own });
  assert.equal(again.status, 409);
  const control = { framework: 'soc2', control: 'CC6.1' };
  const ofControl = await signedOff(app, id, { cookie, device: own, subject: { control } });
  assert.equal(ofControl.status, 200, JSON.stringify(ofControl.body));
  const unknown = { control: { framework: 'soc2', control: 'nothing' } };
  assert.equal((await signedOff(app, id, { cookie, device: own, subject: unknown })).status, 404);

  const file = await fileOf(app, id, OWN);
  const verified = verifyExceptions(file.toString(), [parseVerifierKey(await keyIn(app))]);
  assert.deepEqual([verified.verdict, verified.problems, verified.positionsDrawn], ['sound', [], true]);
  assert.deepEqual(
    verified.signOffs.map(({ name, control: on }) => [name, on]),
    [
      ['Dana', null],
      ['Dana', 'soc2 CC6.1'],
    ],
  );
  const next = await reported(app);
  assert.deepEqual(
    next.controls.map((each: { control: string }) => each.control),
    ['CC6.1'],
  );
  const { sign_offs: shown } = await askOk(app, 'a', `${EXCEPTIONS}/${id}`);
  assert.deepEqual(
    shown.map((each: { comment: string | null }) => each.comment),
    ['Two calls made', null],
  );
  const pdf = await app.inject({ url: `${EXCEPTIONS}/${id}/pdf`, headers: OWN });
  assert.equal(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-');
  await assertTrue(app);

  // A signature that was redacted is no longer there, and the file verifies.
  await redactWhole(app, whole.body.evidence_id);
  const left = verifyExceptions((await fileOf(app, id, OWN)).toString(), [
    parseVerifierKey(await keyIn(app)),
  ]);
  assert.deepEqual([left.verdict, left.signOffs.length], ['sound', 1]);
});

testOnOneDatabase('only-a-member-signs-and-only-what-they-were-shown', async (location, t) => {
  const started = await startTestService(t, location, BASE);
  const { app } = started;
  const { cookie } = await joined(started);
  const { id } = await withReport(app);
  const own = device();
  assert.equal((await register(app, cookie, own)).status, 200);
  const byKey = await ask(app, 'a', `${EXCEPTIONS}/${id}/sign-offs/prepare`, { body: {} });
  assert.equal(byKey.status, 403);
  const other = (await reported(app)).evidence_id;
  const refused: [string, number, (given: Record<string, unknown>) => object][] = [
    ['another comment', 422, (given) => ({ ...given, comment: 'All is well' })],
    ['another subject', 422, (given) => ({ ...given, control: { framework: 'soc2', control: 'CC6.1' } })],
    [
      'a time of yesterday',
      422,
      (given) => ({ ...given, signed_at: new Date(Date.now() - 86_400_000).toISOString() }),
    ],
    [
      'a time to come',
      422,
      (given) => ({ ...given, signed_at: new Date(Date.now() + 60_000).toISOString() }),
    ],
    ['another key', 422, (given) => ({ ...given, credential_id: 'AAAA' })],
    ['no signature', 422, (given) => ({ ...given, signature: 'AAAA' })],
    ['not base64', 422, (given) => ({ ...given, signature: '§' })],
  ];
  for (const [what, status, alter] of refused) {
    const answer = await signedOff(app, id, { cookie, device: own, alter });
    assert.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
  }
  let stolen: Record<string, unknown> = {};
  await signedOff(app, id, {
    cookie,
    device: own,
    alter: (given) => {
      stolen = given;
      return { ...given, signature: 'AAAA' };
    },
  });
  const moved = await post(app, `${EXCEPTIONS}/${other}/sign-offs`, stolen, { cookie });
  assert.equal(moved.status, 422, 'a signature of one report does not sign another');
  own.verifies = false;
  assert.equal((await signedOff(app, id, { cookie, device: own })).status, 422, 'the device did not verify');
  await started.service.db.updateTable('person_passkeys').set({ public_key: 'AAAA' }).execute();
  const unusable = await post(app, `${EXCEPTIONS}/${id}/sign-offs/prepare`, {}, { cookie });
  assert.deepEqual([unusable.status, /kind of key/.test(JSON.stringify(unusable.body))], [409, true]);
  assert.deepEqual((await askOk(app, 'a', `${EXCEPTIONS}/${id}`)).sign_offs, []);
});

testOnOneDatabase('an-altered-file-is-not-sound', async (location, t) => {
  const started = await startTestService(t, location, BASE);
  const { app } = started;
  const { cookie } = await joined(started);
  const { id } = await withReport(app);
  const own = device();
  await register(app, cookie, own);
  assert.equal((await signedOff(app, id, { cookie, device: own })).status, 200);
  const text = (await fileOf(app, id, OWN)).toString();
  const vkey = await keyIn(app);
  const keys = [parseVerifierKey(vkey)];
  for (const [what, alter, said] of ALTERATIONS) {
    const file = JSON.parse(text);
    alter(file);
    const { verdict, problems } = verifyExceptions(JSON.stringify(file), keys);
    assert.equal(verdict, 'unsound', what);
    assert.ok(
      problems.some((problem) => said.test(problem)),
      `${what}: ${problems.join(' ')}`,
    );
  }
  // A forger who also makes the hash and the leaf fit has no signed tree with that leaf.
  const forged = forgedWith(text, ({ exceptions }) => exceptions[0].listed.pop());
  const { verdict, problems } = verifyExceptions(forged, keys);
  assert.deepEqual(
    [verdict, problems.some((problem) => /not in the signed tree/.test(problem))],
    ['unsound', true],
  );
  // Cut anywhere, it is refused with a sentence.
  for (let at = 0; at < text.length; at += Math.ceil(text.length / 40)) {
    assert.equal(verifyExceptions(text.slice(0, at), keys).verdict, 'unsound');
  }

  // The leaf of the report's own record is the one that the service proves.
  const record = await askOk(app, 'a', `/api/v1/evidence/${id}`);
  assert.equal(formatHash(leafHash(JSON.parse(text).recorded.leaf)), record.hash);

  const folder = newFolder(t);
  const file = path.join(folder, 'report.json');
  writeFileSync(file, text);
  const command = path.join(import.meta.dirname, '../evidence-format/assize-verify.ts');
  const sound = await run(process.execPath, [command, file, '--key', vkey]);
  assert.match(sound.stdout, /^SOUND[\s\S]*Dana \(mbr_\w+\) signed the report/);
  assert.equal(sound.code, 0);
  const foreign = await run(process.execPath, [command, file, '--key', await keyIn(app, SANDBOX_KEY)]);
  assert.equal(foreign.code, 4, foreign.stdout);
  const unnamed = await run(process.execPath, [command, file]);
  assert.match(unnamed.stdout, /NOTHING VOUCHES/);
  const { publicKey } = parseVerifierKey(vkey);
  const witness = ['--witness', formatWitnessKey({ name: 'w.example', publicKey })];
  for (const more of [witness, ['--trusted-checkpoint', file]]) {
    const compared = await run(process.execPath, [command, file, '--key', vkey, ...more]);
    assert.deepEqual([compared.code, /verify an export/.test(compared.stderr)], [2, true], more.join(' '));
  }
  writeFileSync(file, text.replace('"seed":"s"', '"seed":"t"'));
  const altered = await run(process.execPath, [command, file, '--key', vkey]);
  assert.match(altered.stdout, /^NOT SOUND[\s\S]*not the one that its seed gives/);
  assert.equal(altered.code, 3);
});
