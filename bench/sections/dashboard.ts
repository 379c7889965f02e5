/** The dashboard in Chromium: what a person waits for, and what agents lose while people look. */
import type { Browser } from 'playwright-core';
import type { Context } from '../context.ts';
import { launchBrowser, type Member, newMember, noChromium, visit } from '../dashboard/browser.ts';
import { filledDatabase } from '../fill/fill.ts';
import { ask } from '../http.ts';
import { compare, type Side, verdictsTable, warmUp } from '../load/measure.ts';
import { escalatingRequest } from '../question.ts';
import { atLeast, atMost, figure, joinParts, type Part, type SectionReport } from '../report.ts';
import { post, type RunningAssize, startAssize, withKey } from '../servers/assize.ts';
import { measureFirstLoad, measurePages, pagesPart } from './dashboard/pages.ts';

const TITLE = 'the dashboard, in Chromium on this machine';
const CONNECTIONS = 64;
const DASHBOARDS = 10;
/** News that every open page hears of, during all rounds. */
const ESCALATIONS_EVERY_MS = 200;

export async function dashboard(context: Context): Promise<SectionReport> {
  if (noChromium) return joinParts(TITLE, [{ tables: [], notes: [`Skipped: ${noChromium}.`] }], null);
  const filled = await filledDatabase(context, 'sqlite');
  const running = withKey(await startAssize(context, filled.installation), filled.large.key);
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

/** Verdicts without any dashboard, and with ten browsers on the overview. Both hear the same news. */
async function measureWatched(context: Context, running: RunningAssize, browser: Browser) {
  const members: Member[] = [];
  for (let place = 0; place < DASHBOARDS; place += 1) members.push(await newMember(browser, running));
  const side: Side = {
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
  }, ESCALATIONS_EVERY_MS);
  context.cleanup.add(() => clearInterval(news));
  await warmUp(context, running);
  const outcome = await compare(
    context,
    'dashboard',
    { ...running, name: 'no dashboard' },
    [side],
    CONNECTIONS,
  );
  clearInterval(news);
  return outcome;
}

function watchedPart(watched: Awaited<ReturnType<typeof measureWatched>>, database: string): Part {
  const [, ten] = watched;
  const rows = watched.map((of) => ({ ...of, database }));
  const of = (what: string) => `evaluate, ${DASHBOARDS} dashboards open: ${what}`;
  return {
    tables: [verdictsTable(rows, CONNECTIONS, 'no dashboard')],
    checks: [
      atLeast(0.97, '×', ten?.rateRatio ?? null, of('requests/s of none')),
      atMost(1.03, '×', ten?.cpuRatio ?? null, of('CPU ms/request of none')),
    ],
    notes: [
      `An action is escalated every ${ESCALATIONS_EVERY_MS} ms, so that the pages have something to show.`,
      'The ten browsers run on the same cores as the service: that is in the requests/s, and not in the CPU ms/request.',
    ],
  };
}
