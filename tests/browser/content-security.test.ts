/** The page tries what its content security policy forbids, and a page elsewhere tries to use it. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testInBrowser } from '../support/browser/browser.ts';

/** Each attempt leaves a mark if it succeeds. */
const TRIES: Record<string, string> = {
  'an inline script': `const s = document.createElement('script'); s.textContent = 'window.ran = true'; document.head.append(s);`,
  'a handler in markup': `document.body.insertAdjacentHTML('beforeend', '<img src="/assets/assize.svg" onload="window.ran = true">');`,
  'a text that is run': `setTimeout('window.ran = true')`,
  'a script from elsewhere': `const s = document.createElement('script'); s.src = 'ELSEWHERE/run.js'; document.head.append(s);`,
  'a style element': `const s = document.createElement('style'); s.textContent = 'body { --ran: yes }'; document.head.append(s);`,
  'an image from elsewhere': `new Image().src = 'ELSEWHERE/image';`,
  'a call to elsewhere': `fetch('ELSEWHERE/call').catch(() => undefined);`,
  'a frame': `const f = document.createElement('iframe'); f.src = 'ELSEWHERE/frame'; document.body.append(f);`,
  'a form to elsewhere': `const f = document.createElement('form'); f.action = 'ELSEWHERE/form'; document.body.append(f); f.submit();`,
  'another base': `const b = document.createElement('base'); b.href = 'ELSEWHERE/'; document.head.append(b);`,
};

async function elsewhere(t: { after: (fn: () => void) => void }) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'text/html').end('<iframe src="FRAMED"></iframe>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { asked, url: `http://localhost:${(server.address() as AddressInfo).port}` };
}

testInBrowser('the-page-can-run-and-reach-nothing-but-its-own', async ({ t, address, page, complaints }) => {
  const { asked, url } = await elsewhere(t);
  for (const [what, code] of Object.entries(TRIES)) {
    await page.goto(`${address}/sign-in`);
    await page.getByRole('heading', { name: 'Sign in to Assize' }).waitFor();
    await page.evaluate(code.replaceAll('ELSEWHERE', url));
    await page.waitForTimeout(100);
    const got = await page.evaluate(
      `[window.ran === true, getComputedStyle(document.body).getPropertyValue('--ran') !== '', document.baseURI.startsWith('${url}')]`,
    );
    assert.deepEqual(got, [false, false, false], what);
  }
  assert.deepEqual(asked, []);
  assert.ok(complaints.length >= Object.keys(TRIES).length - 2, complaints.join('\n'));
  assert.ok(
    complaints.every((each) => /Content Security Policy|violates/i.test(each)),
    complaints.join('\n'),
  );
  complaints.length = 0;
});

testInBrowser('no-page-elsewhere-can-frame-it', async ({ t, address, page, complaints }) => {
  const { url } = await elsewhere(t);
  await page.route(`${url}/`, async (route) => {
    const body = `<iframe src="${address}/sign-in"></iframe>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto(`${url}/`);
  await page.waitForTimeout(500);
  const framed = page.frames().find((frame) => frame !== page.mainFrame());
  assert.equal(await framed?.getByText('Sign in to Assize').count(), 0);
  complaints.length = 0;
});
