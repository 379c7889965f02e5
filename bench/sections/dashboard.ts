/** The dashboard in Chromium: how long a person waits, and what open pages cost agents. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Context } from '../context.ts';
import { launchBrowser, type Member, newMember, noChromium, visit } from '../dashboard/browser.ts';
import { filledDatabase } from '../fill/fill.ts';
import { ask } from '../http.ts';
import { compare, ratioTitles, type Side, sideOf, warmUp } from '../load/measure.ts';
import { untilCaughtUp } from '../load/timing.ts';
import { cpuMs } from '../process-usage.ts';
import { escalatingRequest } from '../question.ts';
import { atMost, figure, joinParts, type Part } from '../report.ts';
import { post, type RunningAssize, startAssize } from '../servers/assize.ts';
import { difference, median } from '../statistics.ts';
import { measurePages } from './dashboard/pages.ts';

export const title = 'the dashboard, in Chromium on this machine, with SQLite';

const DASHBOARDS = 10;
/** Every open page gets this news, during all rounds. */
const ESCALATION_EVERY_MS = 1000;
/** Opening pages costs more than keeping them open. Only the latter is measured. */
const SETTLE_MS = 3000;
const COST_MS = 20_000;

export async function once(context: Context): Promise<Part> {
  if (noChromium) return { notes: [`Skipped: ${noChromium}.`] };
  const filled = await filledDatabase(context, 'sqlite');
  const running = await startAssize(context, filled.installation);
  await untilCaughtUp(context, running, filled.artifacts);
  const browser = await launchBrowser(context);
  const pages = await measurePages(context, await newMember(browser, running));
  return joinParts([
    pages,
    await measureWatched(context, running, browser),
    { notes: [`The database has ${figure(filled.artifacts)} artifacts.`] },
  ]);
}

/** The cost of open pages for the service while news comes: processor time without load, and verdicts under load. */
async function measureWatched(context: Context, running: RunningAssize, browser: Browser): Promise<Part> {
  const members: Member[] = [];
  while (members.length < DASHBOARDS) members.push(await newMember(browser, running));
  const watched: Side = {
    name: `${DASHBOARDS} dashboards`,
    async during(act) {
      const opened = await Promise.all(members.map((member) => member.open()));
      for (const own of opened) await visit(await own.newPage(), new URL('/', running.url).href);
      try {
        return await act(running);
      } finally {
        for (const own of opened) await own.close();
      }
    },
  };
  const news = setInterval(() => {
    void ask(post(running, '/api/v1/core/governance/evaluate', escalatingRequest(0))).catch(() => undefined);
  }, ESCALATION_EVERY_MS);
  context.cleanup.add(() => clearInterval(news));
  await warmUp(context, [running]);
  const costs: number[] = [];
  const { rounds } = context.options;
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`cost without load, round ${round + 1} of ${rounds}`);
    const without = await cpuMsPerSecond(running.pid);
    costs.push((await watched.during(({ pid }) => cpuMsPerSecond(pid))) - without);
  }
  const rows = await compare(context, sideOf({ ...running, name: 'no dashboard' }), [watched]);
  const what = `processor time of the service for ${DASHBOARDS} open dashboards`;
  return {
    tables: [{ name: 'verdicts', rows, titles: ratioTitles('no dashboard') }],
    checks: [atMost(30, 'ms/s', median(costs), what)],
    notes: [
      'An action is escalated every second, so that the pages have something to show.',
      '30 ms/s is 3 % of what one core can do, and so of the verdicts that one node gives.',
      'Under load the ten browsers share the cores with the service, so these rows say more of them than of it.',
    ],
  };
}

async function cpuMsPerSecond(pid: number): Promise<number> {
  await sleep(SETTLE_MS);
  const before = cpuMs(pid);
  await sleep(COST_MS);
  const used = difference(cpuMs(pid), before);
  if (used === null) throw new Error('the processor time of the service could not be read');
  return used / (COST_MS / 1000);
}
