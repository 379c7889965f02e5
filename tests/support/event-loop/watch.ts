/**
 * Checks that no single request blocks the event loop for long, while a second tenant asks for verdicts.
 *
 * The limit is for the longest turn, in processor time of the service's own thread; waiting for a processor does not
 * count. A request over the limit is tried again, and the shortest time counts, so that first compilation and garbage
 * collection are not mistaken for a costly request. A machine that takes longer for a fixed piece of work, measured
 * in between, gets proportionally more time.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Held } from './probe.ts';
import type { ProbedService } from './probed.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './raw-request.ts';

/** The promise, on a machine that takes this long for the fixed piece of work. */
const MAX_MS = 50;
const MEASURE_MS = 20;
/**
 * Each pause is longer than the one before, so that together they outlast the seconds in which a shared machine is
 * slow.
 */
const TRIES = 12;
const LONGER_MS = 100;

export interface Seen extends Held {
  name: string;
  /** The limit for this turn. */
  mostMs: number;
  answer: RawAnswer;
}

export interface Watch {
  /** Sends it, and repeats it if it is slow. */
  send(name: string, request: RawRequest): Promise<RawAnswer>;
  /** Does work that is one request of a tenant, or a few at once. */
  during(name: string, work: () => Promise<RawAnswer>): Promise<RawAnswer>;
  /** Ends the second tenant's requests, and fails if a request blocked the event loop for too long. */
  end(): Promise<Seen[]>;
}

export function watch(t: TestContext, service: ProbedService): Watch {
  const neighbour = keepAsking(service);
  const seen: Seen[] = [];

  async function once(name: string, work: () => Promise<RawAnswer>): Promise<Seen> {
    await service.held();
    const answer = await work();
    return { name, answer, mostMs: MAX_MS, ...(await service.held()) };
  }

  async function during(name: string, work: () => Promise<RawAnswer>): Promise<RawAnswer> {
    let shortest = await once(name, work);
    let measureMs = Number.POSITIVE_INFINITY;
    for (let tries = 1; tries < TRIES && shortest.turnMs >= shortest.mostMs; tries += 1) {
      await setTimeout(tries * LONGER_MS);
      measureMs = Math.min(measureMs, await service.measure());
      const next = await once(name, work);
      if (next.turnMs < shortest.turnMs) shortest = next;
      shortest.mostMs = MAX_MS * Math.max(1, measureMs / MEASURE_MS);
    }
    seen.push(shortest);
    return shortest.answer;
  }

  return {
    send: (name, request) => during(name, () => sendRaw(service.baseUrl, request)),
    during,
    async end() {
      const answered = await neighbour.stop();
      seen.sort((one, other) => other.turnMs - one.turnMs);
      for (const one of seen.slice(0, 5)) t.diagnostic(describe(one));
      t.diagnostic(`${seen.length} requests beside ${answered} verdicts for the other tenant`);
      assert.ok(answered > 0);
      const slow = seen.filter((one) => one.turnMs >= one.mostMs);
      assert.deepEqual(slow.map(describe), []);
      return seen;
    },
  };
}

function describe({ name, turnMs, mostMs, delayMs, answer: { status, bytes } }: Seen): string {
  const took = `${turnMs.toFixed(1)} of ${mostMs.toFixed(0)} ms of processor time, ${delayMs.toFixed(0)} ms by the clock`;
  return `${name}: ${took} (${status}, ${bytes} bytes)`;
}

/** Pause between the neighbour's requests, ms, so that they do not fill the processor. */
const PAUSE_MS = 25;

/** Sends one request after another. */
function keepAsking({ baseUrl, neighbourKey: key }: ProbedService): { stop(): Promise<number> } {
  let stopped = false;
  let answered = 0;
  const body = JSON.stringify({ action: 'look.up', context: {} });
  const question = { surface: 'b', method: 'POST', url: '/v1/governance/evaluate', body, key } as const;
  const asking = (async () => {
    while (!stopped) {
      const { status } = await sendRaw(baseUrl, question);
      assert.equal(status, 200);
      answered += 1;
      await setTimeout(PAUSE_MS);
    }
  })();
  // stop() throws the failure.
  asking.catch(() => undefined);
  return {
    async stop() {
      stopped = true;
      await asking;
      return answered;
    },
  };
}
