/** Names are looked up where the system says: in its hosts file, its search domains, its name servers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesInHosts, fullNames, searchIn, systemNames } from './names.ts';

const HOSTS = `
# written by hand
127.0.0.1 localhost
::1\tlocalhost ip6-localhost # both
10.1.2.3   Receiver.internal receiver
not-an-address receiver
`;

test('finds-every-address-that-the-hosts-file-has-for-a-name', () => {
  const found = (name: string) =>
    addressesInHosts(HOSTS, name).map(({ address, family }) => ({ address, family }));
  assert.deepEqual(found('localhost'), [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
  assert.deepEqual(found('LOCALHOST.'), found('localhost'));
  assert.deepEqual(found('receiver.internal'), [{ address: '10.1.2.3', family: 4 }]);
  assert.deepEqual(found('receiver'), [{ address: '10.1.2.3', family: 4 }]);
  for (const unknown of ['both', 'other', '10.1.2.3']) assert.deepEqual(found(unknown), []);
});

test('tries-search-domains-in-the-order-of-the-system', () => {
  const search = searchIn(
    'nameserver 10.0.0.1\nsearch first.example\nsearch ns.svc.cluster. svc.cluster # last\n',
  );
  assert.deepEqual(search, { domains: ['ns.svc.cluster', 'svc.cluster'], dots: 1 });
  assert.deepEqual(fullNames('db', search), ['db.ns.svc.cluster', 'db.svc.cluster', 'db']);
  assert.deepEqual(fullNames('a.example', search), [
    'a.example',
    'a.example.ns.svc.cluster',
    'a.example.svc.cluster',
  ]);
  assert.deepEqual(fullNames('a.example.', search), ['a.example']);
  assert.equal(searchIn('options timeout:2 ndots:5').dots, 5);
  assert.deepEqual(fullNames('a.b', { domains: ['c'], dots: 5 }), ['a.b.c', 'a.b']);
  assert.deepEqual(searchIn(''), { domains: [], dots: 1 });
});

test('finds-nothing-any-more-once-it-is-closed', async () => {
  const names = systemNames();
  names.close();
  await assert.rejects(names.resolve('a.invalid'), { code: 'EAI_AGAIN' });
});
