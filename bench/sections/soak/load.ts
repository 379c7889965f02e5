/**
 * An open loop: requests are sent on schedule, whether or not earlier ones were answered, so the requests that arrive
 * during a stall measure it. Each wrong answer is counted by its kind.
 */
import http from 'node:http';
import type { Draw } from '../../draw.ts';
import { type Answer, ask, type Method, type Question } from '../../http.ts';
import { type RunningAssize, send } from '../../servers/assize.ts';
import type { Body } from '../../servers/in-process.ts';
import { sum } from '../../statistics.ts';

const TICK_MS = 10;
const CONNECTIONS = 64;
/** Beyond this number, an arrival is not sent and counts as wrong: the service has stopped answering. */
const MAX_UNDER_WAY = 2000;
const EXAMPLES_OF_A_KIND = 2;
const IDS_KEPT_EVERY = 50;
const STOPS_WITHIN_MS = 120_000;

/** Evaluations and outcomes that were sent. */
export type Counts = Record<'evaluations' | 'outcomes', number>;

export interface Kind {
  name: string;
  perSecond: number;
  run(load: Load, dueAt: number): Promise<unknown>;
}

export class Load {
  readonly answered: Counts = { evaluations: 0, outcomes: 0 };
  /** Requests that may have been recorded without an answer. */
  readonly cutOff: Counts = { evaluations: 0, outcomes: 0 };
  readonly arrivals: Record<string, number> = {};
  readonly wrong: Record<string, number> = {};
  readonly examples: string[] = [];
  /** A sample of the answered evidence ids, to look up at the end. */
  readonly evidenceIds: string[] = [];
  requests = 0;
  underWay = 0;
  #latencies: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #running: RunningAssize;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'lifo' });

  constructor(running: RunningAssize) {
    this.#running = running;
  }

  /** Arrivals of each kind are independent of one another, like those of many agents. */
  start(kinds: readonly Kind[], draw: Draw): void {
    const gap = (kind: Kind) => (-Math.log(1 - draw.share()) * 1000) / kind.perSecond;
    const startedAt = performance.now();
    const next = kinds.map((kind) => ({ kind, dueAt: startedAt + gap(kind) }));
    this.#timer = setInterval(() => {
      const now = performance.now();
      for (const one of next) {
        for (; one.dueAt <= now; one.dueAt += gap(one.kind)) this.#arrive(one.kind, one.dueAt);
      }
    }, TICK_MS);
  }

  /** Resolves when all sent requests have ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const deadline = performance.now() + STOPS_WITHIN_MS;
    while (this.underWay > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    this.#agent.destroy();
  }

  /** @returns the body of a right answer, otherwise null. */
  async asks(
    kind: string,
    method: Method,
    path: string,
    body?: object,
    counts: Partial<Counts> = {},
  ): Promise<Body> {
    const answer = await this.send(kind, send(this.#running, method, path, body), counts);
    return answer === null || answer.body === '' ? null : JSON.parse(answer.body);
  }

  /** For answers that are not JSON. */
  opens(kind: string, path: string): Promise<Answer | null> {
    return this.send(kind, send(this.#running, 'GET', path));
  }

  /** @returns null if the answer was cut off or has another status. Both are counted. */
  async send(kind: string, question: Question, counts: Partial<Counts> = {}): Promise<Answer | null> {
    this.requests += 1;
    try {
      const answer = await ask(question, this.#agent);
      if (answer.status >= 200 && answer.status < 300) {
        add(this.answered, counts);
        return answer;
      }
      this.note(kind, `status ${answer.status}`, answer.body);
      // An overloaded service may have recorded requests that it did not answer in time.
      if (answer.status >= 500) add(this.cutOff, counts);
    } catch (error) {
      add(this.cutOff, counts);
      this.note(kind, (error as NodeJS.ErrnoException).code ?? 'no answer', error);
    }
    return null;
  }

  note(kind: string, what: string, example: unknown): void {
    const name = `${kind}: ${what}`;
    this.wrong[name] = (this.wrong[name] ?? 0) + 1;
    if (this.wrong[name] > EXAMPLES_OF_A_KIND) return;
    const text = example instanceof Error || typeof example === 'string' ? example : JSON.stringify(example);
    this.examples.push(`${new Date().toISOString()} ${name}: ${String(text).slice(0, 300)}`);
  }

  answeredEvaluation(evidenceId: string, dueAt: number | null): void {
    if (dueAt !== null) this.#latencies.push(performance.now() - dueAt);
    if (this.answered.evaluations % IDS_KEPT_EVERY === 0) this.evidenceIds.push(evidenceId);
  }

  /** The times from due to answered of single evaluations since the last call. */
  takeLatencies(): number[] {
    const taken = this.#latencies;
    this.#latencies = [];
    return taken;
  }

  get errors(): number {
    return sum(Object.values(this.wrong));
  }

  #arrive(kind: Kind, dueAt: number): void {
    if (this.underWay >= MAX_UNDER_WAY) {
      this.note(kind.name, 'not sent', 'too many are under way');
      return;
    }
    this.arrivals[kind.name] = (this.arrivals[kind.name] ?? 0) + 1;
    this.underWay += 1;
    void kind
      .run(this, dueAt)
      .catch((error: Error) => this.note(kind.name, 'unreadable', error))
      .finally(() => {
        this.underWay -= 1;
      });
  }
}

function add(total: Counts, { evaluations = 0, outcomes = 0 }: Partial<Counts>): void {
  total.evaluations += evaluations;
  total.outcomes += outcomes;
}
