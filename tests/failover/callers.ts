/**
 * Callers that behave as the documentation asks: each evaluation has an Idempotency-Key, and one without a verdict is
 * sent again under the same key until it gets one. The run holds the service to each answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, connect } from '../support/http/client.ts';
import { type Answer, SURFACES, type Surface } from '../support/http/in-process.ts';

/** Between two evaluations of one caller, and before a retry, ms. */
const PAUSE_MS = 20;
const AGAIN_MS = 100;
/** The service, or a proxy in front of it, could not answer. */
export const RETRIED = new Set([502, 503, 504]);

export interface Answered {
  surface: Surface;
  /** The idempotency key, and the action that only this evaluation has. */
  key: string;
  evidenceId: string;
  verdict: string;
  /** How often it was sent. */
  times: number;
  replayed: boolean;
}

export interface Round {
  answered: Answered[];
  /** Answers without a verdict that asked for a retry, and requests without an answer. */
  refused: number;
  broken: number;
  /** Answers that the contract does not allow. */
  wrong: Answer[];
  /** The longest time from a caller's first request to its verdict, ms. */
  longestMs: number;
}

export class Callers {
  readonly #stopped = new AbortController();
  readonly #working: Promise<void>[] = [];
  readonly #name: string;
  #asked = 0;
  #answered = 0;
  #round: Round = emptyRound();
  readonly #waiting = new Set<{ since: number }>();

  /** @param name distinguishes their actions from those of others. */
  constructor(name: string) {
    this.#name = name;
  }

  /** @param baseUrl of HAProxy, or of one node. */
  start(baseUrl: string, count: number): void {
    for (let started = 0; started < count; started += 1) this.#working.push(this.#work(connect(baseUrl, 1)));
  }

  /** Waits until everyone has an answer. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#working);
  }

  /** Resolves once this many more have an answer. */
  async untilAnswered(count: number): Promise<void> {
    const wanted = this.#answered + count;
    while (this.#answered < wanted) await sleep(10);
  }

  /** Returns the numbers since the last call. Callers that still wait count with the time so far. */
  take(): Round {
    const round = this.#round;
    const now = performance.now();
    for (const { since } of this.#waiting) round.longestMs = Math.max(round.longestMs, now - since);
    this.#round = emptyRound();
    return round;
  }

  async #work(client: Client): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await this.#askUntilAnswered(client);
      await sleep(PAUSE_MS);
    }
    client.close();
  }

  async #askUntilAnswered(client: Client): Promise<void> {
    const number = this.#asked;
    this.#asked += 1;
    const surface = number % 2 === 0 ? 'a' : 'b';
    const key = `${this.#name}.${number}`;
    const waiting = { since: performance.now() };
    this.#waiting.add(waiting);
    for (let times = 1; ; times += 1) {
      const answer = await ask(client, surface, key).catch(() => null);
      const round = this.#round;
      if (answer?.status === 200) {
        const { evidence_id: evidenceId, verdict } = answer.body;
        const replayed = answer.headers['idempotency-replayed'] === 'true';
        this.#answered += 1;
        round.answered.push({ surface, key, evidenceId, verdict, times, replayed });
        round.longestMs = Math.max(round.longestMs, performance.now() - waiting.since);
        this.#waiting.delete(waiting);
        return;
      }
      if (answer === null) round.broken += 1;
      else if (RETRIED.has(answer.status)) round.refused += 1;
      else round.wrong.push(answer);
      await sleep(AGAIN_MS);
    }
  }
}

/** One in seven is risky, and waits for a human. */
export function ask(client: Client, surface: Surface, key: string): Promise<Answer> {
  const isRisky = Number(key.split('.').at(-1)) % 7 === 0;
  const context = isRisky ? { risk_level: 'high', confidence_score: 0.8 } : { risk_level: 'low' };
  return client.ask(surface, SURFACES[surface].evaluate, {
    body: { action: key, context },
    headers: { 'idempotency-key': key },
  });
}

function emptyRound(): Round {
  return { answered: [], refused: 0, broken: 0, wrong: [], longestMs: 0 };
}
