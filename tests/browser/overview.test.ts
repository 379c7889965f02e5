/** On the first day, the overview shows what has just happened. */
import assert from 'node:assert/strict';
import { testInBrowser } from '../support/browser/browser.ts';
import { askPerson, joinAsOwner } from '../support/people/people.ts';

/** Counts the squares of the chart that have one colour: grid lines and letters are thinner than bars. */
const FILLED = `(() => {
  const canvas = document.querySelector('.u-wrap canvas');
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const at = (x, y) => [0, 1, 2, 3].map((part) => data[4 * (y * width + x) + part]).join();
  let filled = 0;
  for (let y = 0; y + 3 < height; y += 4) {
    for (let x = 0; x + 3 < width; x += 4) {
      const colours = new Set();
      for (let dy = 0; dy < 4; dy += 1) for (let dx = 0; dx < 4; dx += 1) colours.add(at(x + dx, y + dy));
      if (colours.size === 1 && !at(x, y).endsWith(',0')) filled += 1;
    }
  }
  return filled;
})()`;

testInBrowser('draws-the-running-hour-and-day', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await askPerson(service, { action: 'mail.send', agent_id: 'agent-7' });
  for (const range of ['24h', '7d']) {
    await page.goto(`${address}/?range=${range}`);
    await page.locator('.u-wrap canvas').waitFor();
    await page.getByText('Evaluations').first().waitFor();
    assert.ok(Number(await page.evaluate(FILLED)) > 10, `the bar of now is drawn over ${range}`);
  }
});
