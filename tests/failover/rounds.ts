/**
 * The rounds of a run: callers ask both nodes, a fault strikes the database, and once it has recovered the service is
 * held to every answer it gave.
 */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type RunningService, spawnService } from '../support/processes/service.ts';
import { Callers, type Round } from './callers.ts';
import { CALLERS, type Cluster, NODE_PORTS } from './cluster.ts';
import type { Fault } from './faults.ts';
import { Chain, type Held, requireSameAnswers } from './holds.ts';
import { Witness } from './witness.ts';

/** The promise: at most this much longer than the database itself took, ms. */
export const BEYOND_MS = 5000;
const CALLERS_BY_HAPROXY = 8;
const CALLERS_OF_A_NODE = 1;
/** Answers before each fault, so that it strikes during work. */
const FIRST_ANSWERS = 40;

export interface RoundResult extends Held {
  fault: string;
  answered: number;
  refused: number;
  broken: number;
  /** Keys that were sent again and got the answer that was on record. */
  replayed: number;
  /** The longest wait of a caller, and the longest time without a write to the database, ms. */
  waitedMs: number;
  databaseMs: number;
  /** Any other fault; null if there was none. */
  problem: string | null;
}

export class Run {
  readonly #cluster: Cluster;
  readonly #witness: Witness;
  readonly #chain: Chain;
  readonly #callers: Callers;
  #isEnding = false;
  readonly nodes: readonly RunningService[];

  private constructor(cluster: Cluster, nodes: readonly RunningService[]) {
    this.#cluster = cluster;
    this.nodes = nodes;
    this.#witness = new Witness(cluster);
    this.#chain = new Chain({ kind: 'postgres', url: cluster.url });
    this.#callers = new Callers('round');
  }

  /** Two nodes: one reaches the database through PgBouncer, the other through HAProxy only. */
  static async start(cluster: Cluster, folder: string): Promise<Run> {
    const shared = { ASSIZE_SIGNING_DIR: path.join(folder, 'signing'), ASSIZE_SECRETS_KEY: '5e'.repeat(32) };
    const nodes: RunningService[] = [];
    for (const [place, url] of [cluster.pooledUrl, cluster.url].entries()) {
      const dataDir = path.join(folder, `node-${place + 1}`);
      mkdirSync(dataDir);
      const own = { ASSIZE_PORT: String(NODE_PORTS[place]), ASSIZE_DATA_DIR: dataDir };
      const node = await spawnService({ kind: 'postgres', url }, { ...shared, ...own });
      node.process.stderr?.on('data', (chunk) =>
        appendFileSync(path.join(folder, `node-${place + 1}.log`), chunk),
      );
      nodes.push(node);
    }
    const run = new Run(cluster, nodes);
    for (const { process: node } of nodes)
      node.once('exit', () => run.#isEnding || console.error('a node ended'));
    await run.#witness.start();
    run.#callers.start(`http://${CALLERS}`, CALLERS_BY_HAPROXY);
    for (const node of nodes) run.#callers.start(node.baseUrl, CALLERS_OF_A_NODE);
    await run.#untilAnswered(FIRST_ANSWERS);
    return run;
  }

  /** @param timed whether it also has to be in time. */
  async round(fault: Fault, timed: boolean): Promise<RoundResult> {
    await this.#untilAnswered(FIRST_ANSWERS);
    this.#callers.take();
    this.#witness.begin();
    let problem: string | null = null;
    try {
      await fault.strike(this.#cluster);
      await this.#cluster.untilWhole();
      await this.#untilAnswered(FIRST_ANSWERS);
    } catch (error) {
      problem = String(error);
    }
    const round = this.#callers.take();
    const databaseMs = this.#witness.databaseMs();
    const late = round.longestMs - databaseMs - BEYOND_MS;
    if (timed && late > 0) problem ??= `a caller waited ${Math.round(late)} ms longer than promised`;
    return this.#judged(fault.name, round, databaseMs, problem);
  }

  /** Waits for everyone's answer, and stops the nodes cleanly. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#callers.stop();
    await this.#witness.stop();
    for (const { process: node, output } of this.nodes) {
      // PgBouncer keeps the connection of a node that has ended, so this waits only for its exit.
      const ended = new Promise((resolve) => node.once('exit', resolve));
      node.kill('SIGTERM');
      assert.equal(await ended, 0, output());
    }
  }

  get artifacts(): number {
    return this.#chain.size;
  }

  async #judged(
    fault: string,
    round: Round,
    databaseMs: number,
    before: string | null,
  ): Promise<RoundResult> {
    let problem = before;
    let held: Held = { lost: 0, forks: 0, answeredTwice: 0 };
    try {
      held = await this.#chain.check(round.answered);
      await this.#witness.requireKept();
      await requireSameAnswers(`http://${CALLERS}`, round.answered);
      assert.deepEqual(round.wrong, [], 'answers that make no sense');
    } catch (error) {
      problem ??= error instanceof Error ? error.message : String(error);
    }
    return {
      fault,
      ...held,
      answered: round.answered.length,
      refused: round.refused,
      broken: round.broken,
      replayed: round.answered.filter(({ replayed }) => replayed).length,
      waitedMs: round.longestMs,
      databaseMs,
      problem,
    };
  }

  async #untilAnswered(count: number): Promise<void> {
    await this.#callers.untilAnswered(count);
  }
}
