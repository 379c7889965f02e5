/**
 * Keeps a running service busy with a mixture of all requests that leave evidence, and remembers the answers. The
 * tests hold the service to every evidence id in an answer.
 */
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, connect } from '../http/client.ts';
import { type Answer, PRODUCTION_KEY, SANDBOX_KEY, SURFACES, type Surface } from '../http/in-process.ts';

const BATCH_ITEMS = 5;
/** Pause after an answer without a verdict, ms: a refused caller should not hammer. */
const PAUSE_MS = 20;

interface Item {
  action: string;
  context: object;
  idempotency_key?: string;
}

/** One evaluation that was answered with a verdict. */
export interface Promised {
  evidenceId: string;
  escalationId: string | null;
  /** The owner of the evidence. */
  key: string;
  action: string;
}

/** A request under an idempotency key, and the evidence it was answered with; null if no answer arrived. */
export interface Keyed {
  surface: Surface;
  body: Item;
  evidenceId: string | null;
}

export interface Load {
  promised: Promised[];
  keyed: Keyed[];
  /** Answers other than 200, and refused items of a batch. */
  refused: Answer[];
  /** Requests that ended without an answer. */
  broken: Error[];
  /** The longest time of any request, answered or not, ms. */
  longestMs(): number;
  /** Resolves once this many evaluations were answered with a verdict. */
  untilPromised(count: number): Promise<void>;
  untilRefused(count: number): Promise<void>;
  /** Lets running requests end. */
  stop(): Promise<void>;
}

interface Question {
  surface: Surface;
  key: string;
  body: Item | { evaluations: Item[] };
}

/**
 * Ends with the test at the latest. @param name distinguishes the actions of this load from those of others.
 * @param hangMs after which a request is aborted.
 * @param restMs pause between an answer and the next request on its connection. A test that kills nothing needs a
 * service in use, not one that fills the processor, which its own start and checks need.
 */
export function startLoad(
  t: TestContext,
  baseUrl: string,
  name: string,
  { connections = 16, hangMs, restMs = 0 }: { connections?: number; hangMs?: number; restMs?: number } = {},
): Load {
  const client = connect(baseUrl, connections, hangMs);
  const load = { promised: [], keyed: [], refused: [], broken: [] } as Omit<
    Load,
    'longestMs' | 'stop' | 'untilPromised' | 'untilRefused'
  >;
  let stopped = false;
  let asked = 0;
  let longestMs = 0;

  async function work(): Promise<void> {
    while (!stopped) {
      const before = load.refused.length + load.broken.length;
      const startedAt = performance.now();
      await putQuestion(client, questionNumber(name, asked++), load);
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      if (load.refused.length + load.broken.length > before) await sleep(PAUSE_MS);
      else if (restMs > 0) await sleep(restMs);
    }
  }

  const workers = Array.from({ length: connections }, work);
  t.after(() => {
    stopped = true;
  });
  return {
    ...load,
    longestMs: () => longestMs,
    async untilPromised(count) {
      while (load.promised.length < count) await sleep(5);
    },
    async untilRefused(count) {
      while (load.refused.length < count) await sleep(5);
    },
    async stop() {
      stopped = true;
      await Promise.all(workers);
      client.close();
    },
  };
}

/** A seventh each: one evaluation on each surface, an escalation, a batch on each surface, keys, sandbox. */
function questionNumber(name: string, number: number): Question {
  const action = `${name}.${number}`;
  const easy = { action, context: { risk_level: 'low' } };
  const hard = { action, context: { risk_level: 'high', confidence_score: 0.8 } };
  const key = PRODUCTION_KEY;
  const several = Array.from({ length: BATCH_ITEMS }, (_, place) => ({
    ...easy,
    action: `${action}.${place}`,
  }));
  const questions: [Question, ...Question[]] = [
    { surface: 'a', key, body: easy },
    { surface: 'b', key, body: easy },
    { surface: 'a', key, body: hard },
    { surface: 'b', key, body: { ...hard, idempotency_key: action } },
    { surface: 'a', key, body: { evaluations: several } },
    { surface: 'b', key, body: { evaluations: several } },
    { surface: 'a', key: SANDBOX_KEY, body: easy },
  ];
  return questions[number % questions.length] ?? questions[0];
}

async function putQuestion(
  client: Client,
  { surface, key, body }: Question,
  load: Pick<Load, 'promised' | 'keyed' | 'refused' | 'broken'>,
): Promise<void> {
  const keyed: Keyed | null = 'idempotency_key' in body ? { surface, body, evidenceId: null } : null;
  if (keyed !== null) load.keyed.push(keyed);
  try {
    const batch = 'evaluations' in body;
    const url = batch ? `${SURFACES[surface].evaluate}/batch` : SURFACES[surface].evaluate;
    const answer = await client.ask(surface, url, { key, body });
    if (answer.status !== 200) {
      load.refused.push(answer);
      return;
    }
    const items = batch ? body.evaluations : [body];
    const verdicts = batch ? answer.body.results : [answer.body];
    for (const [place, verdict] of verdicts.entries()) {
      if (verdict.evidence_id === undefined) {
        load.refused.push({ status: verdict.status, headers: answer.headers, body: verdict });
        continue;
      }
      load.promised.push({
        evidenceId: verdict.evidence_id,
        escalationId: verdict.escalation_id ?? null,
        key,
        action: items[place]?.action ?? '',
      });
      if (keyed !== null) keyed.evidenceId = verdict.evidence_id;
    }
  } catch (error) {
    load.broken.push(error as Error);
  }
}
