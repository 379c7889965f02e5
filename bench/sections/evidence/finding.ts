/**
 * Search by each filter, lists by cursor, the latest of each type, one record. The hundredth page should be as fast as
 * the first.
 */
import type { Context } from '../../context.ts';
import { drawFrom } from '../../draw.ts';
import { PERIOD_MS } from '../../fill/fill.ts';
import { COMMON_ACTIONS, RARE_ACTIONS } from '../../fill/requests.ts';
import { askJson } from '../../http.ts';
import { type Latency, measureLatency, type NextQuestion } from '../../load/timing.ts';
import { atMost, type Part } from '../../report.ts';
import { get, post, type RunningAssize } from '../../servers/assize.ts';

const REQUESTS = 200;
const PAGES = 100;
const SEARCH_LIMIT = 50;
const REDACTIONS = 25;
const HOUR_MS = 3_600_000;
/** Maximum p95 by the first word of the request. Redactions have no target. */
const TARGETS_MS: Record<string, number> = { search: 20, list: 20, usage: 10, latest: 5, one: 5, proof: 5 };

type Filter = Record<string, string>;

/** The same in each run. */
const draw = drawFrom(7);

function period(hours: number): { from_date: string; to_date: string } {
  const lengthMs = hours * HOUR_MS;
  const from = Date.now() - PERIOD_MS + draw.share() * (PERIOD_MS - lengthMs);
  return { from_date: new Date(from).toISOString(), to_date: new Date(from + lengthMs).toISOString() };
}

const SIXTY_DAYS = 60 * 24;

/** Drawn again for each request, so that no answer is still cached from the previous one. */
const FILTERS: Record<string, () => Filter> = {
  'no filter': () => ({}),
  'common type': () => ({ artifact_type: 'governance_eval' }),
  'rarer type': () => ({ artifact_type: draw.one(['action_executed', 'action_approved']) }),
  'rare type': () => ({ artifact_type: 'compliance_check' }),
  'type without any': () => ({ artifact_type: 'action_rejected', verdict: 'proceed' }),
  'common action': () => ({ action: draw.one(COMMON_ACTIONS) }),
  'rare action': () => ({ action: draw.one(RARE_ACTIONS) }),
  'unknown action': () => ({ action: `unknown.asked_${draw.below(1000)}` }),
  'common verdict': () => ({ verdict: 'proceed' }),
  'rarer verdict': () => ({ verdict: draw.one(['escalate', 'block']) }),
  'an hour': () => period(1),
  'sixty days': () => period(SIXTY_DAYS),
  'a day, action': () => ({ ...period(24), action: draw.one(COMMON_ACTIONS) }),
  'sixty days, verdict': () => ({ ...period(SIXTY_DAYS), verdict: 'block' }),
  'action, verdict': () => ({ action: draw.one(COMMON_ACTIONS), verdict: 'block' }),
  'type, action, verdict, sixty days': () => ({
    ...period(SIXTY_DAYS),
    action: draw.one(COMMON_ACTIONS),
    artifact_type: 'governance_eval',
    verdict: 'escalate',
  }),
};

export async function measureFinding(
  context: Context,
  running: RunningAssize,
): Promise<Required<Pick<Part, 'tables' | 'checks'>>> {
  const ids = await sampleIds(context, running, REQUESTS);
  const rows: Latency[] = [];
  for (const [name, next] of questionsTo(running, context.options.artifacts, ids)) {
    context.progress(name);
    rows.push(await measureLatency(running, name, name === 'redaction' ? REDACTIONS : REQUESTS, next));
  }
  const kinds = Map.groupBy(rows, ({ request }) => request.split(/[ :]/, 1)[0] ?? '');
  const checks = [...kinds].flatMap(([kind, members]) => {
    const slowest = members.toSorted((one, other) => (other.p95Ms ?? 0) - (one.p95Ms ?? 0))[0];
    const target = TARGETS_MS[kind];
    if (target === undefined || slowest === undefined) return [];
    return [atMost(target, 'ms', slowest.p95Ms, `p95, slowest: ${slowest.request}`)];
  });
  return { tables: [{ name: 'single requests', rows }], checks };
}

function questionsTo(running: RunningAssize, artifacts: number, ids: string[]): [string, NextQuestion][] {
  const searches = Object.entries(FILTERS).flatMap(([name, filter]): [string, NextQuestion][] => {
    const page = (offset: number) => () =>
      post(running, '/api/v1/evidence/search', { ...filter(), limit: SEARCH_LIMIT, offset });
    return [
      [`search: ${name}, page 1`, page(0)],
      [`search: ${name}, page ${PAGES}`, page((PAGES - 1) * SEARCH_LIMIT)],
    ];
  });
  // The lists of surface B have no filter by type.
  const listed = Object.entries(FILTERS).filter(([, filter]) => !('artifact_type' in filter()));
  const lists = listed.flatMap(([name, filter]): [string, NextQuestion][] => [
    [`list: ${name}, page 1`, () => get(running, listUrl(filter()))],
    [`list: ${name}, to page ${PAGES}`, walk(running, filter)],
  ]);
  const reason = 'Names a person who asked to be forgotten';
  return [
    ...searches,
    ...lists,
    ['latest of each type', () => get(running, '/api/v1/evidence/latest')],
    ['one record', () => get(running, `/v1/evidence/${draw.one(ids)}`)],
    ['proof of inclusion', () => get(running, `/api/v1/evidence/${draw.one(ids)}/proof`)],
    [
      'proof of consistency',
      () => get(running, `/api/v1/evidence/consistency?from=${1 + draw.below(artifacts)}`),
    ],
    ['proof: the checkpoint', () => get(running, '/api/v1/evidence/checkpoint')],
    ['usage summary', () => get(running, '/api/v1/usage/summary')],
    ['redaction', () => post(running, `/api/v1/evidence/${ids.pop()}/redact`, { reason })],
  ];
}

async function sampleIds(context: Context, running: RunningAssize, count: number): Promise<string[]> {
  const ids = new Set<string>();
  while (ids.size < count) {
    const page = { limit: 20, offset: draw.below(context.options.artifacts - 20) };
    const found = await askJson<{ items: { id: string }[] }>(post(running, '/api/v1/evidence/search', page));
    for (const { id } of found.items) ids.add(id);
  }
  return [...ids];
}

/** Goes from page to page, and starts again after the hundredth or the last. */
function walk(running: RunningAssize, filter: () => Filter): NextQuestion {
  let wanted = filter();
  let page = 0;
  return (before) => {
    const cursor = before && (JSON.parse(before.body) as { next_cursor: string | null }).next_cursor;
    page = cursor === null || page === PAGES ? 1 : page + 1;
    if (page > 1 && cursor !== null) return get(running, listUrl({ ...wanted, cursor }));
    wanted = filter();
    return get(running, listUrl(wanted));
  };
}

/** Surface B has other names for the period. */
function listUrl({ from_date, to_date, ...rest }: Filter): string {
  const period = { ...(from_date && { from: from_date }), ...(to_date && { to: to_date }) };
  return `/v1/evidence?${new URLSearchParams({ ...rest, ...period })}`;
}
