/** Every page opens at desktop and phone width, light and dark, without accessibility faults. */
import assert from 'node:assert/strict';
import {
  barriersOf,
  type Device,
  lookOn,
  OF_COLOURS,
  TELEPHONE,
  testInBrowser,
} from '../support/browser/browser.ts';
import { EVERY_PAGE } from '../support/browser/every-page.ts';
import { askPerson, joinAsOwner } from '../support/people/people.ts';
import { tellOfAnInvoice } from '../support/people/session-story.ts';

const PAGES = [
  ...EVERY_PAGE,
  '/sessions/unknown',
  '/agents/agent-7',
  '/agents/unknown?env=sandbox',
  '/design',
  '/design?tab=lists',
  '/design?tab=figures',
  '/design?tab=forms',
  '/sign-in',
];
const DEVICES: Device[] = [{}, TELEPHONE];
/** At night, only colours differ. */
const SCHEMES = [
  ['light', undefined],
  ['dark', OF_COLOURS],
] as const;

testInBrowser('every-page-opens-for-everyone', async ({ service, address, page, complaints }) => {
  await joinAsOwner(service, page, address);
  const approvalId = await askPerson(service, { action: 'mail.send', agent_id: 'agent-7' });
  const { sessionId, agentId, calls, approvals } = await tellOfAnInvoice(service);
  const pages = [
    ...PAGES,
    ...[approvalId, ...approvals.slice(0, 1)].map((id) => `/approvals/${id}`),
    ...[`/evidence/${calls[0]}`, `/evidence?record=${calls[0]}`, '/evidence?agent=agent-7'],
    `/sessions/${sessionId}?agent_id=${agentId}#${calls[0]}`,
  ];
  for (const path of pages) {
    await page.goto(`${address}${path}`);
    for (const device of DEVICES) {
      await lookOn(page, device, async () => {
        for (const [colorScheme, rules] of SCHEMES) {
          // The open page follows when the system switches to dark in the evening.
          await page.emulateMedia({ colorScheme });
          const where = `${path}, ${colorScheme}, at ${JSON.stringify(device)}`;
          assert.deepEqual(await barriersOf(page, rules), [], where);
          const isWider = await page.evaluate('document.documentElement.scrollWidth > screen.width + 1');
          assert.equal(isWider, false, `scrolls sideways: ${where}`);
        }
      });
    }
  }
  assert.deepEqual(
    complaints.filter((each) => !each.includes('404')),
    [],
  );
  complaints.length = 0;
});
