/**
 * Finding evidence among all of it: search by every filter, list by cursor, the latest of each type, one record. The
 * first page and the hundredth must be alike, however far back the matches lie.
 */
import { PERIOD_MS, RARE_TYPE } from '../../fill/drafts.ts';
import { drawFrom } from '../../fill/random.ts';
import { COMMON_ACTIONS, SELDOM_ACTIONS } from '../../fill/requests.ts';
import type { Answer, Question } from '../../http.ts';
import { type Latency, measureLatency } from '../../load/latency.ts';
import type { Check } from '../../report.ts';
import { askJson, get, latencyTable, type Part, post, type Stand, usedMs } from './stand.ts';

const REQUESTS = 200;
const PAGES = 100;
const SEARCH_LIMIT = 50;
const TARGETS_MS = { find: 20, latest: 5 };
const HOUR_MS = 3_600_000;

export type Finding = Latency & { database: string; targetMs: number };
type Filter = Record<string, string>;

const draw = drawFrom(7);

function period(lengthMs: number): { from_date: string; to_date: string } {
  const from = Date.now() - PERIOD_MS + draw.share() * (PERIOD_MS - lengthMs);
  return { from_date: new Date(from).toISOString(), to_date: new Date(from + lengthMs).toISOString() };
}

/** Drawn anew for each request, so that no answer is still at hand from the one before. */
const FILTERS: Record<string, () => Filter> = {
  'no filter': () => ({}),
  'common type': () => ({ artifact_type: 'governance_eval' }),
  'rarer type': () => ({ artifact_type: draw.one(['action_executed', 'action_approved']) }),
  'rare type': () => ({ artifact_type: RARE_TYPE }),
  'type without any': () => ({ artifact_type: 'action_rejected', verdict: 'proceed' }),
  'common action': () => ({ action: draw.one(COMMON_ACTIONS) }),
  'rare action': () => ({ action: draw.one(SELDOM_ACTIONS) }),
  'unknown action': () => ({ action: `nobody.asked_${draw.below(1000)}` }),
  'common verdict': () => ({ verdict: 'proceed' }),
  'rarer verdict': () => ({ verdict: draw.one(['escalate', 'block']) }),
  'an hour': () => period(HOUR_MS),
  'sixty days': () => period(60 * 24 * HOUR_MS),
  'a day, action': () => ({ ...period(24 * HOUR_MS), action: draw.one(COMMON_ACTIONS) }),
  'sixty days, verdict': () => ({ ...period(60 * 24 * HOUR_MS), verdict: 'block' }),
  'action, verdict': () => ({ action: draw.one(COMMON_ACTIONS), verdict: 'block' }),
  'type, action, verdict, sixty days': () => ({
    ...period(60 * 24 * HOUR_MS),
    artifact_type: 'governance_eval',
    action: draw.one(COMMON_ACTIONS),
    verdict: 'escalate',
  }),
};

export async function measureFinding(stand: Stand, progress: (line: string) => void): Promise<Finding[]> {
  const found: Finding[] = [];
  const used = () => usedMs(stand);
  const add = async (name: string, next: (before: Answer | null) => Question, targetMs: number) => {
    progress(`evidence: ${stand.name}: ${name}`);
    found.push({ ...(await measureLatency(name, REQUESTS, next, used)), database: stand.name, targetMs });
  };
  for (const [name, filter] of Object.entries(FILTERS)) {
    const page = (offset: number) => () =>
      post(stand, '/api/v1/evidence/search', { ...filter(), limit: SEARCH_LIMIT, offset });
    await add(`search: ${name}, page 1`, page(0), TARGETS_MS.find);
    await add(`search: ${name}, page ${PAGES}`, page((PAGES - 1) * SEARCH_LIMIT), TARGETS_MS.find);
  }
  for (const [name, filter] of Object.entries(FILTERS)) {
    // The lists of this door have no filter by type.
    if ('artifact_type' in filter()) continue;
    await add(`list: ${name}, page 1`, () => get(stand, listUrl(filter())), TARGETS_MS.find);
    await add(`list: ${name}, to page ${PAGES}`, walk(stand, filter), TARGETS_MS.find);
  }
  await add('latest of each type', () => get(stand, '/api/v1/evidence/latest'), TARGETS_MS.latest);
  const ids = await sampleIds(stand, REQUESTS);
  await add('one record', () => get(stand, `/v1/evidence/${draw.one(ids)}`), TARGETS_MS.latest);
  return found;
}

/** From page to page; after the hundredth, or the last, from the beginning. */
function walk(stand: Stand, filter: () => Filter): (before: Answer | null) => Question {
  let wanted = filter();
  let page = 0;
  return (before) => {
    const cursor = before && (JSON.parse(before.body) as { next_cursor: string | null }).next_cursor;
    page = cursor === null || page === PAGES ? 1 : page + 1;
    if (page === 1 || cursor === null) {
      wanted = filter();
      return get(stand, listUrl(wanted));
    }
    return get(stand, listUrl({ ...wanted, cursor }));
  };
}

/** The names of the other door. */
function listUrl({ from_date, to_date, ...rest }: Filter): string {
  const period = { ...(from_date && { from: from_date }), ...(to_date && { to: to_date }) };
  return `/v1/evidence?${new URLSearchParams({ ...rest, ...period })}`;
}

/** Ids from all over the chain. */
export async function sampleIds(stand: Stand, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const page = { limit: 20, offset: draw.below(stand.filled.artifacts - 20) };
    const found = await askJson<{ items: { id: string }[] }>(post(stand, '/api/v1/evidence/search', page));
    ids.push(...(found?.items ?? []).map(({ id }) => id));
  }
  return ids;
}

/** The slowest of each kind is held against the target: what is true of it is true of all. */
export function findingPart(found: readonly Finding[]): Part {
  const kinds = Map.groupBy(found, ({ database, name }) => `${database}: ${name.split(':')[0]}`);
  const checks = [...kinds].map(([kind, members]): Check => {
    const slowest = members.toSorted((a, b) => (b.p95Ms ?? Infinity) - (a.p95Ms ?? Infinity))[0];
    const detail = slowest?.name.split(': ')[1];
    return {
      what: `${kind}${detail === undefined ? '' : `, slowest (${detail})`}: p95`,
      figure: slowest?.p95Ms ?? null,
      sense: 'at most',
      target: slowest?.targetMs ?? 0,
      unit: 'ms',
    };
  });
  const refused = found.flatMap(({ name, refusal }) =>
    refusal === null ? [] : [`${name} was answered with ${refusal.status}: ${refusal.body}`],
  );
  return { tables: [latencyTable('request', found)], checks, notes: refused };
}
