/** How long a person waits for the first view of a page, and for its reaction to a click. */
import type { Page } from 'playwright-core';
import type { Context } from '../../context.ts';
import { type Member, settled, visit } from '../../dashboard/browser.ts';
import { atMost, type Part } from '../../report.ts';
import { median } from '../../statistics.ts';

const PAGES = ['/', '/approvals', '/evidence', '/integrity', '/agents', '/usage', '/policies'];
const TITLES = {
  page: 'page, nothing cached',
  paintMs: 'largest paint ms',
  worstPaintMs: 'worst',
  clickMs: 'click to frame ms',
  worstClickMs: 'worst',
};

/** Runs in the page before the page's own scripts. */
const OBSERVE = `
  window.paintMs = 0;
  window.clickMs = 0;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.paintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.clickMs = Math.max(window.clickMs, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
`;

/**
 * Paints are the Largest Contentful Paint of a browser with an empty cache. Clicks are from the click on the page's
 * name in the menu to the next frame (Event Timing), in steps of 8 ms.
 */
export async function measurePages(context: Context, member: Member): Promise<Part> {
  const firstLoadKb = await measureFirstLoad(member);
  const rounds = Math.max(3, context.options.rounds);
  const rows: ({ page: string } & Record<'paintMs' | 'worstPaintMs' | 'clickMs' | 'worstClickMs', number>)[] =
    [];
  for (const page of PAGES) {
    const paints: number[] = [];
    const clicks: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      context.progress(`${page}, visit ${round + 1} of ${rounds}`);
      const own = await member.open();
      const opened = await own.newPage();
      await opened.addInitScript(OBSERVE);
      await visit(opened, `${member.address}${page}`);
      await quiet(opened);
      paints.push(await opened.evaluate<number>('paintMs'));
      clicks.push(await clickThere(opened, page));
      await own.close();
    }
    const [paintMs, worstPaintMs] = [median(paints), Math.max(...paints)];
    rows.push({ page, paintMs, worstPaintMs, clickMs: median(clicks), worstClickMs: Math.max(...clicks) });
  }
  const slowest = (figures: number[]) => Math.max(...figures);
  return {
    tables: [{ name: 'pages', rows, titles: TITLES }],
    checks: [
      atMost(1000, 'ms', slowest(rows.map(({ paintMs }) => paintMs)), 'largest contentful paint'),
      atMost(100, 'ms', slowest(rows.map(({ clickMs }) => clickMs)), 'click to next frame'),
      atMost(200, 'KB', firstLoadKb, 'first load of the overview, compressed'),
    ],
  };
}

/** Goes to another page and back through the menu. */
async function clickThere(opened: Page, page: string): Promise<number> {
  await opened.evaluate('clickMs = 0');
  const menu = opened.getByRole('navigation', { name: 'Pages' });
  for (const target of [page === '/keys' ? '/' : '/keys', page]) {
    await menu.locator(`a[href="${target}"]`).click();
    await settled(opened);
    await quiet(opened);
  }
  return opened.evaluate<number>('clickMs');
}

/** Waits until the browser has delivered all entries about what it showed. */
async function quiet(opened: Page): Promise<void> {
  await opened.waitForLoadState('load');
  await opened.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200)))');
}

/** The compressed bytes that a browser without a cache loads for the overview, without answers of the API. */
async function measureFirstLoad(member: Member): Promise<number> {
  const own = await member.open();
  const opened = await own.newPage();
  const network = await own.newCDPSession(opened);
  await network.send('Network.enable');
  const assets = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (!new URL(response.url).pathname.startsWith('/api/')) assets.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (assets.has(requestId)) bytes += encodedDataLength;
  });
  await visit(opened, `${member.address}/`);
  await quiet(opened);
  await own.close();
  return bytes / 1024;
}
