/**
 * The frame of the pages keeps its shape: nothing scrolls sideways, no text lies on another, nothing jumps while data
 * come, the same page looks the same twice, and dates and numbers are the reader's.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Device, lookOn, TELEPHONE, testInBrowser, untilShown } from '../support/browser/browser.ts';
import { EVERY_PAGE } from '../support/browser/every-page.ts';
import { makeLarge } from '../support/browser/large-tenant.ts';
import { joinAsOwner } from '../support/people/people.ts';
import { differenceOf } from '../support/pictures/difference.ts';

const NARROW: Device = { width: 1024 };
const DEVICES: Device[] = [{}, NARROW, TELEPHONE];
/** As browsers count it: good is up to a tenth. */
const MOST_SHIFT = 0.1;
/** Where no agent has asked yet, the first steps come to stand above the figures of a telephone. */
const MOST_SHIFT_OF_FIRST_STEPS = 0.12;
/** The share of the frame's points that may differ: a letter's edge, and never a line of text. */
const TOLERANCE = 0.0005;

/** Runs in the page before its own scripts, and sums what moves without a press. */
const WATCH = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Runs in the page: texts that lie on each other, and what is wider than the window. */
const FAULTS = `(() => {
  // What is left of a box where an element around it cuts it off.
  const seen = (box, element) => {
    let { left, right, top, bottom } = box;
    for (let each = element; each !== null; each = each.parentElement) {
      const { overflow, clipPath } = getComputedStyle(each);
      if (clipPath !== 'none') return null;
      if (overflow === 'visible') continue;
      const cut = each.getBoundingClientRect();
      [left, right] = [Math.max(left, cut.left), Math.min(right, cut.right)];
      [top, bottom] = [Math.max(top, cut.top), Math.min(bottom, cut.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : null;
  };
  const boxes = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    const parent = texts.currentNode.parentElement;
    if (data.trim() === '' || !parent.checkVisibility() || parent.closest('svg, option, textarea')) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const each of range.getClientRects()) {
      const box = seen(each, parent);
      if (box !== null) boxes.push({ box, parent, text: data.trim() });
    }
  }
  const shared = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
  const faults = [];
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      if (one.parent !== other.parent && shared(one.box, other.box)) faults.push(one.text + ' lies on ' + other.text);
    }
  }
  if (document.documentElement.scrollWidth > screen.width + 1) faults.push('the page scrolls sideways');
  return faults;
})()`;

async function settle(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilShown(page);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

testInBrowser('keeps-its-shape-empty-and-large', async ({ service, address, page, another }) => {
  await joinAsOwner(service, page, address);
  const cookies = await page.context().cookies();
  const faults: string[] = [];
  /** @param other a width at which each page is measured without being opened again. */
  const look = async (tenant: string, opened: Device, other: Device) => {
    for (const device of [opened, TELEPHONE]) {
      const own = await another(device);
      await own.context().addCookies(cookies);
      await own.addInitScript(WATCH);
      for (const path of EVERY_PAGE) {
        await settle(own, address + path);
        const where = ({ width = 1440 }: Device) => `${path}, ${tenant}, at ${width}`;
        const note = async (on: Device) => {
          for (const fault of await own.evaluate<string[]>(FAULTS)) faults.push(`${fault}: ${where(on)}`);
        };
        await note(device);
        const shift = await own.evaluate<number>('shift');
        const isOfFirstSteps = path === '/' && tenant === 'empty';
        if (shift > (isOfFirstSteps ? MOST_SHIFT_OF_FIRST_STEPS : MOST_SHIFT))
          faults.push(`moves by ${shift.toFixed(3)}: ${where(device)}`);
        if (device === opened) await lookOn(own, other, () => note(other));
      }
      await own.close();
    }
  };
  await look('empty', {}, NARROW);
  await makeLarge(service);
  await look('large', NARROW, {});
  assert.deepEqual(faults, []);
});

const MOST_SHIFT_OF_LATE = 0.03;
/** The answer that the upper part of a page shows, which may be the last to come. */
const LATE: [page: string, answer: string][] = [
  ['/usage', '**/api/v1/usage/billing'],
  ['/usage', '**/api/v1/usage/summary'],
  ['/members', '**/api/v1/members'],
  ['/members', '**/api/v1/members/invitations'],
  ['/compliance', '**/api/v1/core/compliance/frameworks'],
];

testInBrowser('moves-nothing-where-an-upper-part-is-late', async ({ service, address, page, another }) => {
  await joinAsOwner(service, page, address);
  const cookies = await page.context().cookies();
  for (const [path, answer] of LATE) {
    const own = await another(TELEPHONE);
    await own.context().addCookies(cookies);
    await own.addInitScript(WATCH);
    const asked = Promise.withResolvers<void>();
    const wait = Promise.withResolvers<void>();
    await own.route(answer, async (route) => {
      asked.resolve();
      await wait.promise;
      await route.continue();
    });
    await own.goto(address + path);
    await asked.promise;
    // The other answers come, and are shown.
    await sleep(1000);
    wait.resolve();
    await untilShown(own);
    await sleep(300);
    const shift = await own.evaluate<number>('shift');
    assert.ok(shift <= MOST_SHIFT_OF_LATE, `${path} moves by ${shift.toFixed(3)} after ${answer}`);
    await own.close();
  }
});

testInBrowser('looks-the-same-twice', async ({ service, address, page, another }) => {
  await joinAsOwner(service, page, address);
  const cookies = await page.context().cookies();
  const pictureOf = async (path: string, device: Device) => {
    const own = await another(device);
    await own.context().addCookies(cookies);
    await settle(own, address + path);
    const picture = await own.screenshot({ caret: 'hide', animations: 'disabled' });
    await own.close();
    return picture;
  };
  for (const device of DEVICES) {
    for (const path of ['/design', '/design?tab=figures', '/design?tab=lists', '/policies']) {
      const [once, again] = [await pictureOf(path, device), await pictureOf(path, device)];
      const { share } = differenceOf(once, again);
      assert.ok(share <= TOLERANCE, `${path} at ${device.width ?? 1440}: ${share}`);
    }
  }
  // A difference of one line of text is seen.
  const [here, elsewhere] = [await pictureOf('/design', {}), await pictureOf('/design?tab=forms', {})];
  assert.ok(differenceOf(here, elsewhere).share > TOLERANCE);
});

testInBrowser('writes-dates-and-numbers-as-the-reader-does', async ({ address, another }) => {
  for (const [locale, amount, time] of [
    ['en-US', '$1,250.50', /Mar 1, 2026/],
    ['de-DE', '1.250,50\u00a0$', /01\.03\.2026/],
  ] as const) {
    const own = await another({ locale });
    await settle(own, `${address}/design?tab=lists`);
    await own.getByRole('cell', { name: amount }).waitFor();
    const moment = own.locator('td time').first();
    assert.match((await moment.textContent()) ?? '', time);
    assert.equal(await moment.getAttribute('title'), '2026-03-01T09:14:02Z');
  }
});
