/**
 * Writes to each PostgreSQL directly, apart from the service, to measure how long the database itself took no writes.
 * Afterwards it looks for acknowledged writes: if one is lost, the set-up is at fault, not the service.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';

const CONNECT_MS = 1000;
/** Longer than replacing a standby takes. */
const ANSWER_MS = 8000;
const PAUSE_MS = 50;
/** A few rows fill a page, so that a full disk is noticed. */
const ROW_BYTES = 1500;
/** SQLSTATE of a standby's answer. */
const READ_ONLY = '25006';

export class Witness {
  readonly #cluster: Cluster;
  readonly #acknowledged: number[] = [];
  /** When a write was last acknowledged, ms of the process. */
  #lastAt = performance.now();
  #lastOn: Machine | null = null;
  #longestMs = 0;
  #fault: { at: number; writtenTo: Machine | null; replacedMs: number } = {
    at: 0,
    writtenTo: null,
    replacedMs: 0,
  };
  #next = 0;
  #stopped = false;
  #writers: Promise<void>[] = [];

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async start(): Promise<void> {
    await this.#onLeader((client) =>
      client.query('CREATE TABLE witness (number bigint PRIMARY KEY, filling text)'),
    );
    this.#writers = this.#cluster.machines.map((machine) => this.#write(machine));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#writers);
  }

  /** Starts measuring the effect of a fault. */
  begin(): void {
    this.#longestMs = 0;
    this.#fault = { at: performance.now(), writtenTo: this.#lastOn, replacedMs: 0 };
  }

  /**
   * The longest time without a write, or until another machine took one, if that is longer: a primary without its
   * Patroni may keep taking writes that reach no one.
   */
  databaseMs(): number {
    return Math.max(this.#longestMs, performance.now() - this.#lastAt, this.#fault.replacedMs);
  }

  /** @throws if an acknowledged write is missing. */
  async requireKept(): Promise<void> {
    const acknowledged = this.#acknowledged.splice(0);
    const { rows } = await this.#onLeader((client) =>
      client.query<{ number: number }>('SELECT number FROM witness WHERE number = ANY ($1)', [acknowledged]),
    );
    const kept = new Set(rows.map(({ number }) => Number(number)));
    const lost = acknowledged.filter((number) => !kept.has(number));
    assert.deepEqual(lost, [], 'the database lost what it had acknowledged');
  }

  async #write(machine: Machine): Promise<void> {
    let client: pg.Client | null = null;
    while (!this.#stopped) {
      try {
        client ??= await this.#connect(machine);
        const number = this.#next;
        this.#next += 1;
        const filling = 'x'.repeat(ROW_BYTES);
        await client.query('INSERT INTO witness VALUES ($1, $2)', [number, filling]);
        this.#acknowledged.push(number);
        this.#note(machine);
      } catch (error) {
        if ((error as { code?: unknown }).code !== READ_ONLY) {
          client?.end().catch(() => undefined);
          client = null;
        }
      }
      await sleep(PAUSE_MS);
    }
    await client?.end().catch(() => undefined);
  }

  #note(machine: Machine): void {
    const now = performance.now();
    if (machine !== this.#fault.writtenTo && this.#fault.replacedMs === 0)
      this.#fault.replacedMs = now - this.#fault.at;
    this.#lastOn = machine;
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastAt);
    this.#lastAt = now;
  }

  async #connect(machine: Machine): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#cluster.superuserUrl(machine),
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async #onLeader<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await this.#connect(await this.#cluster.leader());
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}
