/** Sealed secrets open only with the right key for the right owner, and one database has one key. */
import assert from 'node:assert/strict';
import { randomBytes, randomFillSync } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  newFolder,
  testOnEachDatabase,
  testOnOneDatabase,
} from '../../../tests/support/databases/databases.ts';
import { openWithoutHttp, type startTestService } from '../../../tests/support/http/in-process.ts';
import type { Database } from '../../database/open.ts';
import { secretBox } from './sealing.ts';
import { openSecretBox, type SecretBox, secretsKeyFile, secretsKeyState } from './secret-box.ts';

const fillRandom = (target: Uint8Array) => void randomFillSync(target);
const secret = randomBytes(32);

test('opens-only-with-the-same-key-for-the-same-owner', () => {
  const [box, other] = [secretBox(randomBytes(32), fillRandom), secretBox(randomBytes(32), fillRandom)];
  const sealed = box.seal(secret, '1/whe_a');
  assert.deepEqual(Buffer.from(box.open(sealed, '1/whe_a')), secret);
  assert.throws(() => box.open(sealed, '1/whe_b'), /does not open/);
  assert.throws(() => box.open(sealed, '2/whe_a'), /does not open/);
  assert.throws(() => other.open(sealed, '1/whe_a'), /does not open/);
});

test('refuses-a-sealed-secret-with-any-byte-changed-or-missing', () => {
  const box = secretBox(randomBytes(32), fillRandom);
  const sealed = box.seal(secret, 'owner');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => box.open(changed, 'owner'), /sealed secret/i);
    assert.throws(() => box.open(sealed.subarray(0, at), 'owner'), /sealed secret/i);
  }
});

test('shows-nothing-of-a-secret-and-seals-it-anew-each-time', () => {
  const box = secretBox(randomBytes(32), fillRandom);
  const [one, other] = [box.seal(secret, 'owner'), box.seal(secret, 'owner')];
  assert.notDeepEqual(one, other);
  assert.equal(Buffer.from(one).includes(secret.subarray(0, 8)), false);
});

/** A fresh installation: no key, no check value. */
async function freshDatabase(
  t: TestContext,
  location: Parameters<typeof startTestService>[1],
): Promise<Database> {
  const { service } = await openWithoutHttp(t, location);
  await service.db.deleteFrom('installation_secrets').execute();
  return service.db;
}

function missingFolder(t: TestContext): string {
  return path.join(newFolder(t), 'data');
}

testOnEachDatabase('makes-the-key-once-and-finds-it-again', async (location, t) => {
  const db = await freshDatabase(t, location);
  const dataDir = missingFolder(t);
  const open = () => openSecretBox({ db, fillRandom, dataDir, key: null });
  assert.equal(await secretsKeyState({ db, dataDir, key: null }), 'unused');
  const sealed = needed(await open()).seal(secret, 'owner');
  assert.deepEqual(Buffer.from(needed(await open()).open(sealed, 'owner')), secret);
  assert.deepEqual(readdirSync(dataDir), ['secrets.key']);
  assert.equal(statSync(secretsKeyFile(dataDir)).mode & 0o777, 0o600);
  assert.equal(await secretsKeyState({ db, dataDir, key: null }), 'fits');
});

testOnEachDatabase(
  'gives-nodes-that-share-a-folder-one-key-when-they-start-together',
  async (location, t) => {
    const db = await freshDatabase(t, location);
    const dataDir = missingFolder(t);
    const boxes = await Promise.all(
      Array.from({ length: 8 }, () => openSecretBox({ db, fillRandom, dataDir, key: null })),
    );
    const sealed = boxes.map((box) => needed(box).seal(secret, 'owner'));
    for (const box of boxes) {
      for (const each of sealed) assert.deepEqual(Buffer.from(needed(box).open(each, 'owner')), secret);
    }
    assert.deepEqual(readdirSync(dataDir), ['secrets.key']);
  },
);

testOnEachDatabase(
  'gives-a-box-to-one-of-the-nodes-that-start-together-with-folders-of-their-own',
  async (location, t) => {
    const db = await freshDatabase(t, location);
    const folders = Array.from({ length: 4 }, () => missingFolder(t));
    const open = (dataDir: string) => openSecretBox({ db, fillRandom, dataDir, key: null });
    const boxes = await Promise.all(folders.map(open));
    const winner = boxes.findIndex((box) => box !== null);
    assert.equal(boxes.filter((box) => box !== null).length, 1);
    const sealed = needed(boxes[winner] ?? null).seal(secret, 'owner');
    const winnersKey = readFileSync(secretsKeyFile(folders[winner] ?? ''), 'utf8');
    for (const [place, dataDir] of folders.entries()) {
      if (place === winner) continue;
      assert.equal(await open(dataDir), null);
      // The second process has made no key.
      assert.match(await secretsKeyState({ db, dataDir, key: null }), /^(?:other|missing)$/);
      mkdirSync(dataDir, { recursive: true });
      const fromSettings = await openSecretBox({
        db,
        fillRandom,
        dataDir,
        key: Buffer.from(winnersKey.trim(), 'hex'),
      });
      assert.deepEqual(Buffer.from(needed(fromSettings).open(sealed, 'owner')), secret);
      writeFileSync(secretsKeyFile(dataDir), winnersKey, { mode: 0o600 });
      assert.deepEqual(Buffer.from(needed(await open(dataDir)).open(sealed, 'owner')), secret);
    }
  },
);

testOnOneDatabase('makes-no-second-key-where-the-first-is-lost', async (location, t) => {
  const db = await freshDatabase(t, location);
  needed(await openSecretBox({ db, fillRandom, dataDir: missingFolder(t), key: null }));
  const dataDir = missingFolder(t);
  assert.equal(await openSecretBox({ db, fillRandom, dataDir, key: null }), null);
  assert.equal(await secretsKeyState({ db, dataDir, key: null }), 'missing');
  assert.throws(() => statSync(dataDir), /ENOENT/);
});

testOnOneDatabase('takes-another-key-from-the-settings-only-while-nothing-is-sealed', async (location, t) => {
  const db = await freshDatabase(t, location);
  const dataDir = missingFolder(t);
  const old = needed(await openSecretBox({ db, fillRandom, dataDir, key: null }));
  const [second, third] = [randomBytes(32), randomBytes(32)];
  needed(await openSecretBox({ db, fillRandom, dataDir, key: second }));
  assert.equal(await openSecretBox({ db, fillRandom, dataDir, key: null }), null);
  const endpoint = {
    chain: 1,
    endpoint_id: 'whe_1',
    url: 'https://a.example',
    created_at: 0,
    created_by: 'key',
  };
  await db
    .insertInto('webhook_endpoints')
    .values({ ...endpoint, description: null, types: null, secret: old.seal(secret, '1/whe_1') })
    .execute();
  assert.equal(await openSecretBox({ db, fillRandom, dataDir, key: third }), null);
  needed(await openSecretBox({ db, fillRandom, dataDir, key: second }));
});

testOnOneDatabase('refuses-a-key-that-others-can-read-or-that-is-damaged', async (location, t) => {
  const db = await freshDatabase(t, location);
  const dataDir = missingFolder(t);
  const open = () => openSecretBox({ db, fillRandom, dataDir, key: null });
  await open();
  chmodSync(secretsKeyFile(dataDir), 0o640);
  await assert.rejects(open(), /chmod 600 .*secrets\.key/);
  chmodSync(secretsKeyFile(dataDir), 0o600);
  writeFileSync(secretsKeyFile(dataDir), 'ab'.repeat(31));
  await assert.rejects(
    open(),
    (error: Error) => /damaged/.test(error.message) && !/abab/.test(error.message),
  );
});

function needed(box: SecretBox | null): SecretBox {
  assert.ok(box);
  return box;
}
