/** On the first day, the overview shows what has just happened. */
import assert from 'node:assert/strict';
import { testInBrowser } from '../support/browser/browser.ts';
import { askPerson, joinAsOwner } from '../support/people/people.ts';
import { until } from '../support/until.ts';

testInBrowser('draws-the-running-hour-and-day', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  // The hour, and with it the day, must not end meanwhile.
  await until(() => Date.now() % 3_600_000 < 3_540_000);
  await askPerson(service, { action: 'mail.send', agent_id: 'agent-7' });
  for (const range of ['24h', '7d']) {
    await page.goto(`${address}/?range=${range}`);
    // The last bar is that of the running hour or day.
    const bars = page.locator('[data-bar]');
    await bars.last().waitFor();
    await page.getByText('Evaluations').first().waitFor();
    assert.equal(await bars.last().getAttribute('data-bar'), 'running');
    assert.equal(await page.locator('[data-bar="running"]').count(), 1);
    await page.getByText('Not over yet', { exact: true }).waitFor();
    await bars.last().hover();
    await page
      .getByText(/, not over yet$/)
      .first()
      .waitFor();
    assert.ok((await bars.last().locator('rect').count()) > 0, `the bar of now is drawn over ${range}`);
  }
});
