/** Search by each filter, list by cursor, the latest of each type, one record: the hundredth page as fast as the first. */
import type { Context } from '../../context.ts';
import { PERIOD_MS, RARE_TYPE } from '../../fill/drafts.ts';
import type { Filled } from '../../fill/fill.ts';
import { COMMON_ACTIONS, drawFrom, RARE_ACTIONS } from '../../fill/requests.ts';
import { askJson } from '../../http.ts';
import * as timing from '../../load/timing.ts';
import { atMost, type Part } from '../../report.ts';
import { get, post, type RunningAssize } from '../../servers/assize.ts';

export interface Stand extends RunningAssize {
  filled: Filled;
}

/** The same in each run. */
export const draw = drawFrom(7);

export async function sampleIds(stand: Stand, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const page = { limit: 20, offset: draw.below(stand.filled.artifacts - 20) };
    const found = await askJson<{ items: { id: string }[] }>(post(stand, '/api/v1/evidence/search', page));
    ids.push(...found.items.map(({ id }) => id));
  }
  return ids;
}

const REQUESTS = 200;
const PAGES = 100;
const SEARCH_LIMIT = 50;
const TARGETS_MS = { find: 20, latest: 5 };
const HOUR_MS = 3_600_000;

export type Finding = timing.Latency & { targetMs: number };
type Filter = Record<string, string>;

function period(lengthMs: number): { from_date: string; to_date: string } {
  const from = Date.now() - PERIOD_MS + draw.share() * (PERIOD_MS - lengthMs);
  return { from_date: new Date(from).toISOString(), to_date: new Date(from + lengthMs).toISOString() };
}

/** Drawn anew for each request, so that no answer is still cached from the one before. */
const FILTERS: Record<string, () => Filter> = {
  'no filter': () => ({}),
  'common type': () => ({ artifact_type: 'governance_eval' }),
  'rarer type': () => ({ artifact_type: draw.one(['action_executed', 'action_approved']) }),
  'rare type': () => ({ artifact_type: RARE_TYPE }),
  'type without any': () => ({ artifact_type: 'action_rejected', verdict: 'proceed' }),
  'common action': () => ({ action: draw.one(COMMON_ACTIONS) }),
  'rare action': () => ({ action: draw.one(RARE_ACTIONS) }),
  'unknown action': () => ({ action: `unknown.asked_${draw.below(1000)}` }),
  'common verdict': () => ({ verdict: 'proceed' }),
  'rarer verdict': () => ({ verdict: draw.one(['escalate', 'block']) }),
  'an hour': () => period(HOUR_MS),
  'sixty days': () => period(60 * 24 * HOUR_MS),
  'a day, action': () => ({ ...period(24 * HOUR_MS), action: draw.one(COMMON_ACTIONS) }),
  'sixty days, verdict': () => ({ ...period(60 * 24 * HOUR_MS), verdict: 'block' }),
  'action, verdict': () => ({ action: draw.one(COMMON_ACTIONS), verdict: 'block' }),
  'type, action, verdict, sixty days': () => ({
    ...{ ...period(60 * 24 * HOUR_MS), action: draw.one(COMMON_ACTIONS) },
    ...{ artifact_type: 'governance_eval', verdict: 'escalate' },
  }),
};

export async function measureFinding({ progress }: Context, stand: Stand): Promise<Finding[]> {
  const found: Finding[] = [];
  const add = async (name: string, next: timing.NextQuestion, targetMs: number) => {
    progress(`evidence: ${stand.database}: ${name}`);
    found.push({ ...(await timing.measureLatency(stand, name, REQUESTS, next)), targetMs });
  };
  for (const [name, filter] of Object.entries(FILTERS)) {
    const page = (offset: number) => () =>
      post(stand, '/api/v1/evidence/search', { ...filter(), limit: SEARCH_LIMIT, offset });
    await add(`search: ${name}, page 1`, page(0), TARGETS_MS.find);
    await add(`search: ${name}, page ${PAGES}`, page((PAGES - 1) * SEARCH_LIMIT), TARGETS_MS.find);
  }
  for (const [name, filter] of Object.entries(FILTERS)) {
    // The lists of surface B have no filter by type.
    if ('artifact_type' in filter()) continue;
    await add(`list: ${name}, page 1`, () => get(stand, listUrl(filter())), TARGETS_MS.find);
    await add(`list: ${name}, to page ${PAGES}`, walk(stand, filter), TARGETS_MS.find);
  }
  await add('latest of each type', () => get(stand, '/api/v1/evidence/latest'), TARGETS_MS.latest);
  const ids = await sampleIds(stand, REQUESTS);
  await add('one record', () => get(stand, `/v1/evidence/${draw.one(ids)}`), TARGETS_MS.latest);
  return found;
}

/** From page to page, and from the beginning again after the hundredth or the last. */
function walk(stand: Stand, filter: () => Filter): timing.NextQuestion {
  let wanted = filter();
  let page = 0;
  return (before) => {
    const cursor = before && (JSON.parse(before.body) as { next_cursor: string | null }).next_cursor;
    page = cursor === null || page === PAGES ? 1 : page + 1;
    if (page > 1 && cursor !== null) return get(stand, listUrl({ ...wanted, cursor }));
    wanted = filter();
    return get(stand, listUrl(wanted));
  };
}

/** Surface B names the period otherwise. */
function listUrl({ from_date, to_date, ...rest }: Filter): string {
  const period = { ...(from_date && { from: from_date }), ...(to_date && { to: to_date }) };
  return `/v1/evidence?${new URLSearchParams({ ...rest, ...period })}`;
}

export function findingPart(found: readonly Finding[]): Part {
  const kinds = Map.groupBy(found, ({ database, name }) => `${database}: ${name.split(':')[0]}`);
  const checks = [...kinds].map(([kind, members]) => {
    const { name, p95Ms, targetMs } = timing.slowestOf(members);
    const detail = name.split(': ')[1];
    const slowest = detail === undefined ? '' : `, slowest (${detail})`;
    return atMost(targetMs, 'ms', p95Ms, `${kind}${slowest}: p95`);
  });
  return { tables: [timing.latencyTable('request', found)], checks };
}
