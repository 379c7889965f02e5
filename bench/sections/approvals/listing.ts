/** What waits for a human, as he sees it: page by page, with very many behind it that are resolved, and with none. */
import type { Context } from '../../context.ts';
import type { Answer, Question } from '../../http.ts';
import { type Latency, measureLatency } from '../../load/latency.ts';
import type { RunningAssize } from '../../servers/assize.ts';
import { type Asked, askJson, get, latencyTable, type Part, post, usedMs } from '../evidence/stand.ts';
import { graveRequest } from './filling.ts';

const PENDING = 200;
const AT_ONCE = 50;
const REQUESTS = 200;
const TARGET_MS = 20;

export type Listing = Latency & { database: string; behind: number };

interface Listed extends Asked {
  database: string;
  /** Approvals that are resolved. */
  behind: number;
}

export async function measureListing(
  context: Context,
  database: string,
  sides: readonly { running: RunningAssize; behind: number }[],
): Promise<Listing[]> {
  const found: Listing[] = [];
  for (const side of sides) {
    const listed = { ...side, database };
    await openPending(listed);
    for (const [name, next] of Object.entries(questionsTo(listed))) {
      context.progress(`approvals: ${database}: ${name}, ${side.behind} resolved`);
      const latency = await measureLatency(name, REQUESTS, next, () => usedMs(listed));
      found.push({ ...latency, name: `${name}, ${side.behind} resolved`, database, behind: side.behind });
    }
  }
  return found;
}

async function openPending(listed: Listed): Promise<void> {
  for (let done = 0; done < PENDING; done += AT_ONCE) {
    const evaluations = Array.from({ length: AT_ONCE }, (_, place) => graveRequest(done + place));
    await askJson(post(listed, '/v1/governance/evaluate/batch', { evaluations }));
  }
  const page = await askJson<{ total: number }>(get(listed, '/v1/approvals'));
  if (page?.total !== PENDING) throw new Error(`${page?.total} approvals wait instead of ${PENDING}`);
}

function questionsTo(listed: Listed): Record<string, (before: Answer | null) => Question> {
  let number = 0;
  return {
    'pending, page of 100': () => get(listed, '/v1/approvals'),
    'pending, page of 20': () => get(listed, '/v1/approvals?limit=20'),
    'pending, on to the last page': (before) => {
      const cursor = before && (JSON.parse(before.body) as { next_cursor: string | null }).next_cursor;
      return get(listed, `/v1/approvals?limit=20${cursor === null ? '' : `&cursor=${cursor}`}`);
    },
    'pending, of one agent': () => get(listed, `/v1/approvals?agent_id=agent-${number++ % PENDING}`),
  };
}

export function listingPart(all: readonly Listing[]): Part {
  const full = all.filter(({ behind }) => behind > 0);
  const slowest = [...Map.groupBy(full, ({ database }) => database).values()].map(
    (of) => of.toSorted((a, b) => (b.p95Ms ?? Infinity) - (a.p95Ms ?? Infinity))[0],
  );
  return {
    tables: [latencyTable(`list of ${PENDING} that wait`, all)],
    checks: slowest.flatMap((it) =>
      it === undefined
        ? []
        : [
            {
              what: `${it.database}: slowest list (${it.name}): p95`,
              figure: it.p95Ms,
              sense: 'at most' as const,
              target: TARGET_MS,
              unit: 'ms',
            },
          ],
    ),
    notes: [],
  };
}
