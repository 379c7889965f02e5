/** A URL with a fault is refused as it is typed, before its name is looked up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlFault } from './url.ts';

const NO_URL = 'This is not a URL.';
const NEEDS_HTTPS = 'The URL must begin with https:// in production.';
const CREDENTIALS = 'The URL must not hold a user name or password.';
const FRAGMENT = 'The URL must not have a fragment: it would not be sent.';
const SCHEME = 'The URL must begin with https://.';

const TYPED: [url: string, inProduction: string | null, inSandbox?: string | null][] = [
  ['https://hooks.example.com/a?b=c', null],
  ['https://hooks.example.com:8443', null],
  ['HTTPS://HOOKS.example.com/', null],
  ['https://bücher.example/', null],
  ['https://[2606:4700::1111]/', null],
  ['https://a.example/@b', null],
  ['http://hooks.example.com/', NEEDS_HTTPS, null],
  ['http://127.0.0.1/', NEEDS_HTTPS, null],
  ['', NO_URL],
  ['hooks.example.com', NO_URL],
  ['/hook', NO_URL],
  ['https://', NO_URL],
  ['https:hooks.example.com', NO_URL],
  ['https:/hooks.example.com', NO_URL],
  ['https:///hooks.example.com', NO_URL],
  ['https://a b.example/', NO_URL],
  [' https://a.example/', NO_URL],
  ['https://a.example/\n', NO_URL],
  ['ht\ttps://a.example/', NO_URL],
  ['https://a.example\u0000/', NO_URL],
  ['https:\\\\a.example\\', NO_URL],
  ['https://a.example\\@b.example/', NO_URL],
  ['https://a.example:99999/', NO_URL],
  ['https://[fe80::1%25eth0]/', NO_URL],
  ['https://999.1.1.1/', NO_URL],
  ['https://a.example:0/', 'The URL must not name port 0.'],
  ['https://user:password@a.example/', CREDENTIALS],
  ['https://user@a.example/', CREDENTIALS],
  ['https://@a.example/', CREDENTIALS],
  ['https://:@a.example/', CREDENTIALS],
  ['https:///user@a.example/', NO_URL],
  ['https://a.example/#top', FRAGMENT],
  ['https://a.example/#', FRAGMENT],
  ['ftp://a.example/', SCHEME],
  ['file:///etc/passwd', SCHEME],
  ['javascript:alert(1)', SCHEME],
  ['data:text/plain,a', SCHEME],
  [`https://a.example/${'a'.repeat(2030)}`, null],
  [`https://a.example/${'a'.repeat(2031)}`, 'The URL must have at most 2048 characters.'],
];
for (const [url, inProduction, inSandbox = inProduction] of TYPED) {
  test(`judges-${JSON.stringify(url).slice(0, 60)}`, () => {
    assert.equal(urlFault(url, 'production', []), inProduction);
    assert.equal(urlFault(url, 'sandbox', []), inSandbox);
  });
}

test('leaves-http-in-production-to-the-connection-where-a-network-is-named', () => {
  const networks = ['10.0.0.0/8', 'fd00::/8'];
  for (const host of ['10.1.2.3', '0xa010203', '[fd00::1]', '[::ffff:10.0.0.1]', 'hooks.internal']) {
    assert.equal(urlFault(`http://${host}/`, 'production', networks), null, host);
  }
  for (const host of ['11.0.0.1', '[fe80::1]', '93.184.215.14']) {
    assert.equal(urlFault(`http://${host}/`, 'production', networks), NEEDS_HTTPS, host);
  }
});
