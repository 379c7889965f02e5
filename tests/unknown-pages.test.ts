/** An unknown address is a page for a person, and JSON for a program. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';

/** The headers of a browser that opens an address. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

testOnOneDatabase('answers-a-person-with-a-page-and-a-program-with-json', async (location, t) => {
  const { app } = await startTestService(t, location);
  for (const url of ['/nowhere', '/nowhere/at/all', '/nowhere?next=/x.json']) {
    const page = await app.inject({ url, headers: BROWSER });
    assert.equal(page.statusCode, 404, url);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
    assert.equal(page.headers['cache-control'], 'private, no-store');
    assert.match(page.body, /<div id="page">/);
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json, text/html' }]) {
      const answer = await app.inject({ url, headers });
      assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [404, ['detail']], url);
    }
    const posted = await app.inject({ url, method: 'POST', headers: BROWSER, payload: '' });
    assert.equal(typeof posted.json(), 'object');
  }
});

testOnOneDatabase('answers-with-json-below-the-addresses-of-programs', async (location, t) => {
  const { app } = await startTestService(t, location);
  for (const url of [
    '/api/v1/nowhere',
    '/v1/nowhere',
    '/access/v1/nowhere',
    '/sandbox/api/v1/nowhere',
    '/auth/nowhere',
    '/assets/nowhere.js',
    '/.well-known/nowhere',
    '/favicon.ico',
    '/v1',
  ]) {
    const answer = await app.inject({ url, headers: BROWSER });
    assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, url);
    assert.match(String(answer.headers['content-type']), /json/, url);
  }
});
