/** The stored logins open only for this user, this server and this key, and say what to do otherwise. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { homeFor } from '../../tests/support/gateway/logging-in.ts';
import { nodePlatform } from '../platform.ts';
import { LoginStore, type StoredLogin } from './store.ts';

const DOCS = { name: 'docs', url: 'https://docs.example/mcp' };
const TOKENS: NonNullable<StoredLogin['tokens']> = {
  authority: { issuer: 'https://login.example', token_endpoint: 'https://login.example/token' },
  client: { id: 'assize' },
  method: 'none',
  resource: DOCS.url,
  accessToken: 'an-access-token',
  refreshToken: 'a-refresh-token',
};

function storeFor(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-logins-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const platform = { ...nodePlatform(() => {}), folder };
  const place = path.join(folder, 'logins');
  return {
    /** As another process would open it. */
    opened: () => new LoginStore(platform),
    place,
    files: () => readdirSync(place).map((name) => path.join(place, name)),
    file: () => path.join(place, readdirSync(place).find((name) => name.endsWith('.login')) ?? ''),
  };
}

test('returns-what-was-stored-for-a-server-at-its-address', async (t) => {
  const { opened, files, place } = storeFor(t);
  await opened().write({ ...DOCS, tokens: TOKENS });
  assert.deepEqual((await opened().read(DOCS))?.tokens, TOKENS);
  assert.equal(await opened().read({ ...DOCS, url: 'https://docs.example/other' }), undefined);
  assert.equal(await opened().read({ ...DOCS, name: 'mail' }), undefined);
  for (const file of files()) {
    assert.ok(!readFileSync(file, 'latin1').includes('-token'));
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  }
  if (process.platform !== 'win32') assert.equal(statSync(place).mode & 0o777, 0o700);
});

test('sees-what-another-process-stored-or-removed', async (t) => {
  const { opened } = storeFor(t);
  const [one, other] = [opened(), opened()];
  await one.write({ ...DOCS, tokens: TOKENS });
  assert.ok(await one.read(DOCS));
  await other.write({ ...DOCS, tokens: { ...TOKENS, accessToken: 'another-token' } });
  assert.equal((await one.read(DOCS))?.tokens?.accessToken, 'another-token');
  await other.forget('docs');
  assert.equal(await one.read(DOCS), undefined);
});

test('processes-that-begin-together-share-one-key', async (t) => {
  const { opened } = storeFor(t);
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(names.map((name) => opened().write({ ...DOCS, name, tokens: TOKENS })));
  for (const name of names) assert.deepEqual((await opened().read({ ...DOCS, name }))?.tokens, TOKENS);
});

/** Damages to the files, with the words that tell what to do. */
const DAMAGES: Record<string, [damage: (files: { login: string; key: string }) => void, says: RegExp]> = {
  'a changed byte': [
    ({ login }) => {
      const text = readFileSync(login, 'utf8');
      const at = Math.floor(text.length / 2);
      writeFileSync(login, `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`);
    },
    /does not open.*assize gateway logout docs/,
  ],
  'an empty file': [({ login }) => truncateSync(login), /does not open.*assize gateway logout docs/],
  'another key': [
    ({ key }) => writeFileSync(key, Buffer.alloc(32, 7)),
    /sealed with another key than .*Put that key back/,
  ],
  'a short key': [({ key }) => truncateSync(key, 16), /key of the stored logins is damaged/],
  'no key': [({ key }) => rmSync(key), /key of the stored logins can't be read.*ENOENT/],
  'a key that others can read': [({ key }) => chmodSync(key, 0o644), /chmod 600 .*key/],
};

for (const [name, [damage, says]] of Object.entries(DAMAGES)) {
  const skip = process.platform === 'win32';
  test(`says-what-to-do-about-${name.replaceAll(' ', '-')}`, { skip }, async (t) => {
    const { opened, file, place } = storeFor(t);
    await opened().write({ ...DOCS, tokens: TOKENS });
    damage({ login: file(), key: path.join(place, 'key') });
    await assert.rejects(opened().read(DOCS), says);
    const [listed] = await opened().all();
    assert.match(String(listed?.login), says);
    // It can always be removed.
    await opened().forget('docs');
    assert.equal(await opened().read(DOCS), undefined);
  });
}

test('opens-no-login-under-the-name-of-another-server', async (t) => {
  const { opened, file, files } = storeFor(t);
  const mail = { name: 'mail', url: 'https://mail.example/mcp' };
  await opened().write({ ...DOCS, tokens: TOKENS });
  const ofDocs = file();
  await opened().write(mail);
  const ofMail = files().find((each) => each.includes('mail~')) ?? '';
  copyFileSync(ofDocs, ofMail);
  await assert.rejects(opened().read(mail), /The stored login of mail does not open/);
});

test('one-at-a-time-changes-a-login-even-after-a-process-ended-with-the-lock', async (t) => {
  const { opened, place, file } = storeFor(t);
  await opened().write({ ...DOCS });
  const abandoned = `${file()}.lock`;
  writeFileSync(abandoned, '');
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(abandoned, longAgo, longAgo);
  let [inside, most, times] = [0, 0, 0];
  const stores = Array.from({ length: 5 }, opened);
  await Promise.all(
    stores.map((store) =>
      store.locked(DOCS, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setTimeout(resolve, 20));
        inside -= 1;
        times += 1;
      }),
    ),
  );
  assert.deepEqual([most, times], [1, 5]);
  assert.deepEqual(
    readdirSync(place).filter((name) => name.includes('.lock')),
    [],
  );
});

test('lists-a-login-that-does-not-open-among-the-others', async (t) => {
  const home = homeFor(t);
  assert.equal((await home.gateway(['login', '--list'])).stdout, 'There are no logins.\n');
  const store = new LoginStore({ ...nodePlatform(() => {}), folder: path.dirname(home.logins) });
  await store.write({ ...DOCS, tokens: TOKENS });
  await store.write({ name: 'mail', url: 'https://mail.example/mcp' });
  writeFileSync(path.join(home.logins, 'x~0.login'), 'nothing');
  const { code, stdout } = await home.gateway(['login', '--list']);
  assert.equal(code, 0);
  const [docs, mail, damaged] = stdout.split('\n');
  assert.equal(docs, 'docs: logged in at https://login.example, renewed by itself (docs.example)');
  assert.equal(mail, 'mail: not logged in (mail.example)');
  assert.match(String(damaged), /^x: The stored login of x does not open.*`assize gateway logout x`/);
});
