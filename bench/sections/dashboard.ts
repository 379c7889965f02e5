/** The dashboard in Chromium: what a person waits for, and what agents lose while people look. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Context } from '../context.ts';
import { launchBrowser, type Member, newMember, noChromium, visit } from '../dashboard/browser.ts';
import { filledDatabase } from '../fill/fill.ts';
import { ask } from '../http.ts';
import { compare, type Side, verdictsTable, warmUp } from '../load/measure.ts';
import { cpuMs } from '../process-usage.ts';
import { escalatingRequest } from '../question.ts';
import { atMost, figure, joinParts, type Part, type SectionReport } from '../report.ts';
import { post, type RunningAssize, startAssize, withKey } from '../servers/assize.ts';
import { difference, median } from '../statistics.ts';
import { measureFirstLoad, measurePages, pagesPart } from './dashboard/pages.ts';
import { waitUntilCaughtUp } from './evidence/catching-up.ts';

const TITLE = 'the dashboard, in Chromium on this machine';
const CONNECTIONS = 64;
const DASHBOARDS = 10;
/** News that every open page hears of, during all rounds. */
const ESCALATION_EVERY_MS = 1000;
/** What opening the pages costs is not what open pages cost. */
const SETTLE_MS = 3000;
const COST_MS = 20_000;

type Watched = Awaited<ReturnType<typeof measureWatched>>;

export async function dashboard(context: Context): Promise<SectionReport> {
  if (noChromium) return joinParts(TITLE, [{ tables: [], notes: [`Skipped: ${noChromium}.`] }], null);
  const filled = await filledDatabase(context, 'sqlite');
  const running = withKey(await startAssize(context, filled.installation), filled.large.key);
  await waitUntilCaughtUp(context, { ...running, filled });
  const browser = await launchBrowser(context);
  const member = await newMember(browser, running);
  const firstLoadKb = await measureFirstLoad(member);
  const seen = await measurePages(context, member);
  const watched = await measureWatched(context, running, browser);
  await browser.close();
  await running.stop();
  const parts = [
    pagesPart(seen, firstLoadKb, figure(filled.artifacts)),
    watchedPart(watched, running.database),
  ];
  return joinParts(TITLE, parts, { firstLoadKb, seen, watched });
}

/** What open pages cost the service while news comes: its processor time without load, and verdicts under load. */
async function measureWatched(context: Context, running: RunningAssize, browser: Browser) {
  const members: Member[] = [];
  for (let place = 0; place < DASHBOARDS; place += 1) members.push(await newMember(browser, running));
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
  let number = 0;
  const news = setInterval(() => {
    number += 1;
    void ask(post(running, '/api/v1/core/governance/evaluate', escalatingRequest(number)));
  }, ESCALATION_EVERY_MS);
  context.cleanup.add(() => clearInterval(news));
  await warmUp(context, running);
  const costs: number[] = [];
  for (let round = 0; round < context.options.rounds; round += 1) {
    context.progress(`dashboard: cost without load, round ${round + 1} of ${context.options.rounds}`);
    const without = await cpuMsPerSecond(running.pid);
    costs.push((await watched.during(({ pid }) => cpuMsPerSecond(pid))) - without);
  }
  const none = { ...running, name: 'no dashboard' };
  const verdicts = await compare(context, 'dashboard', none, [watched], CONNECTIONS);
  clearInterval(news);
  return { costMsPerSecond: median(costs), costs, verdicts };
}

async function cpuMsPerSecond(pid: number): Promise<number> {
  await sleep(SETTLE_MS);
  const before = cpuMs(pid);
  await sleep(COST_MS);
  const used = difference(cpuMs(pid), before);
  if (used === null) throw new Error('the processor time of the service could not be read');
  return used / (COST_MS / 1000);
}

function watchedPart({ costMsPerSecond, verdicts }: Watched, database: string): Part {
  const rows = verdicts.map((of) => ({ ...of, database }));
  return {
    tables: [verdictsTable(rows, CONNECTIONS, 'no dashboard')],
    checks: [
      atMost(30, 'ms/s', costMsPerSecond, `processor time of the service for ${DASHBOARDS} open dashboards`),
    ],
    notes: [
      'An action is escalated every second, so that the pages have something to show.',
      '30 ms/s is 3 % of what one core can do, and so of the verdicts that one node gives.',
      'Under load the ten browsers share the cores with the service, so these rows say more of them than of it.',
    ],
  };
}
