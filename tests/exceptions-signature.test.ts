/** The signature of a sign-off is checked from the file alone with Node's crypto, by what WebAuthn publishes. */
import assert from 'node:assert/strict';
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { fileOf, reported, signedOff } from './support/compliance/exceptions.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { evaluate, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { device } from './support/people/authenticator.ts';
import { register } from './support/people/passkeys.ts';
import { HERE, joined } from './support/people/sign-in.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const bytesOf = (base64: string) => Buffer.from(base64, 'base64');

/** RFC 8785, for values whose texts and numbers JSON.stringify already writes that way. */
function canonical(value: unknown): string {
  const sorted = (_: string, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each;
  return JSON.stringify(value, sorted);
}

/** By position: the members of a COSE_Key (RFC 9053, section 7) stand in one order in canonical CBOR. */
function keyOf(cose: Buffer): { key: KeyObject; hash: 'sha256' | null } {
  const [head, x, y] = [cose.toString('hex'), cose.subarray(10, 42), cose.subarray(45)];
  if (head.startsWith('a5010203262001215820')) {
    const point = { x: x.toString('base64url'), y: y.toString('base64url') };
    return {
      key: createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...point }, format: 'jwk' }),
      hash: 'sha256',
    };
  }
  assert.ok(head.startsWith('a4010103272006215820'), head);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') };
  return { key: createPublicKey({ key: jwk, format: 'jwk' }), hash: null };
}

for (const curve of ['P-256', 'Ed25519'] as const) {
  testOnOneDatabase(`a-signature-on-${curve}-verifies-without-our-verifier`, async (location, t) => {
    const started = await startTestService(t, location, { ASSIZE_BASE_URL: HERE.origin });
    const { app } = started;
    const { cookie } = await joined(started);
    const own = device(true, curve);
    assert.equal((await register(app, cookie, own)).status, 200);
    await evaluate(app, 'a', { action: 'email.send' });
    const { evidence_id: id } = await reported(app);
    const subject = { comment: 'Zwei Anrufe – geprüft', control: { framework: 'soc2', control: 'CC6.1' } };
    const signed = await signedOff(app, id, { cookie, device: own, subject });
    assert.equal(signed.status, 200, JSON.stringify(signed.body));

    const file = JSON.parse((await fileOf(app, id, { 'x-api-key': PRODUCTION_KEY })).toString());
    const { passkey, ...statement } = file.sign_offs[0].payload.change;
    assert.deepEqual(
      [statement.report, statement.control, statement.comment],
      [id, subject.control, subject.comment],
    );
    // The statement names the report by the hash of what it says, and the passkey signs the hash of the statement.
    assert.equal(statement.report_sha256, `sha256:${sha256(canonical(file.report)).toString('hex')}`);
    const [authenticatorData, clientDataJson, signature] = [
      bytesOf(passkey.authenticator_data),
      bytesOf(passkey.client_data_json),
      bytesOf(passkey.signature),
    ];
    const said = JSON.parse(clientDataJson.toString());
    const challenge = sha256(canonical(statement)).toString('base64url');
    assert.deepEqual([said.type, said.challenge], ['webauthn.get', challenge]);
    assert.deepEqual(authenticatorData.subarray(0, 32), sha256(passkey.rp_id));
    // Bit 0: the person was present; bit 2: the device verified them (section 6.1).
    assert.equal((authenticatorData[32] ?? 0) & 0b101, 0b101);

    const { key, hash } = keyOf(bytesOf(passkey.public_key));
    const message = Buffer.concat([authenticatorData, sha256(clientDataJson)]);
    assert.equal(verify(hash, message, key, signature), true);
    assert.equal(verify(hash, Buffer.concat([message, Buffer.of(0)]), key, signature), false);
  });
}
