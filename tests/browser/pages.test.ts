/** Every page opens at desktop and phone width, light and dark, without accessibility faults. */
import assert from 'node:assert/strict';
import { barriersOf, type Device, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { askPerson, joinAsOwner } from '../support/people/people.ts';
import { tellOfAnInvoice } from '../support/people/session-story.ts';

const PAGES = [
  '/',
  '/welcome',
  '/approvals',
  '/approvals?tab=decided',
  '/approvals?tab=statistics',
  '/evidence',
  '/verify',
  '/integrity',
  '/changes',
  '/holds',
  '/tools',
  '/tools?tab=catalogue',
  '/tools?tab=report',
  '/tools?tab=suggestions',
  '/targets',
  '/mandates',
  '/sessions',
  '/sessions/unknown',
  '/policies',
  '/policies?tab=packs',
  '/settings',
  '/settings?tab=code',
  '/settings?tab=versions',
  '/settings?tab=routes',
  '/agents',
  '/agents/agent-7',
  '/budgets',
  '/compliance',
  '/usage',
  '/keys',
  '/issuers',
  '/channels',
  '/webhooks',
  '/members',
  '/members?tab=groups',
  '/account',
  '/decide',
  '/design',
  '/design?tab=lists',
  '/design?tab=figures',
  '/design?tab=forms',
  '/agents/unknown?env=sandbox',
  '/sign-in',
];
const DEVICES: Device[] = [{}, TELEPHONE];
const SCHEMES = ['light', 'dark'] as const;

testInBrowser('every-page-opens-for-everyone', async ({ service, address, page, another, complaints }) => {
  await joinAsOwner(service, page, address);
  const cookies = await page.context().cookies();
  const approvalId = await askPerson(service, { action: 'mail.send', agent_id: 'agent-7' });
  const { sessionId, agentId, calls, approvals } = await tellOfAnInvoice(service);
  const pages = [
    ...PAGES,
    ...[approvalId, ...approvals.slice(0, 1)].map((id) => `/approvals/${id}`),
    `/sessions/${sessionId}?agent_id=${agentId}#${calls[0]}`,
  ];
  for (const device of DEVICES) {
    const own = await another(device);
    await own.context().addCookies(cookies);
    for (const path of pages) {
      await own.goto(`${address}${path}`);
      await own.getByRole('heading', { level: 1 }).waitFor();
      await own.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' });
      for (const colorScheme of SCHEMES) {
        // The open page follows when the system switches to dark in the evening.
        await own.emulateMedia({ colorScheme });
        const where = `${path}, ${colorScheme}, at ${JSON.stringify(device)}`;
        assert.deepEqual(await barriersOf(own), [], where);
        const isWider = await own.evaluate('document.documentElement.scrollWidth > innerWidth + 1');
        assert.equal(isWider, false, `scrolls sideways: ${where}`);
      }
    }
    await own.close();
  }
  assert.deepEqual(
    complaints.filter((each) => !each.includes('404')),
    [],
  );
  complaints.length = 0;
});
