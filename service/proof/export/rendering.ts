/** Renders exports on threads, a few at a time and fewer for one tenant, no faster than the client reads. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { Thread } from '../../foundation/thread.ts';
import type { ExportDefinition } from './definition.ts';
import type { Chunk, ExportThreadData } from './export-thread.ts';

export interface RenderingLimits {
  /** In this process. */
  atOnce: number;
  /** In both environments together. This is less than `atOnce`, so that one tenant can't block the others. */
  ofATenant: number;
  waitForTurnMs: number;
  /** The total time to wait for a client, which grows by a second for each 32 kB read. */
  patienceMs: number;
}

const LIMITS: RenderingLimits = { atOnce: 4, ofATenant: 2, waitForTurnMs: 5000, patienceMs: 60_000 };
const MIN_BYTES_PER_MS = 32;
const LOOK_EVERY_MS = 50;
const RETRY_AFTER_SECONDS = 10;
/** How long a download may go on when the service stops. */
const GRACE_MS = 5000;
/** Bytes that may wait for the client in this process, in addition to the chunks under way. */
const BUFFERED_BYTES = 512 * 1024;
/** Chunks requested ahead of the client. */
const CHUNKS_UNDER_WAY = 4;
const NURSERY_MB = 32;

export class Renderings {
  readonly #database: DatabaseLocation;
  readonly #clock: Clock;
  readonly #limits: RenderingLimits;
  readonly #underWay = new Set<Rendering>();
  /** The tenants, each as often as it has renderings. */
  readonly #turns: string[] = [];
  #closed = false;

  constructor(database: DatabaseLocation, clock: Clock, limits = LIMITS) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** The number of threads. */
  get underWay(): number {
    return this.#underWay.size;
  }

  /**
   * Resolves once there are bytes to read. Destroying the stream ends the rendering.
   * @throws {Failure} `unavailable` if too many are under way, or the database can't be read.
   */
  async open(definition: ExportDefinition, tenantId: string): Promise<Rendering> {
    await this.#takeTurn(tenantId);
    const rendering = new Rendering(
      { database: this.#database, definition },
      this.#clock,
      this.#limits.patienceMs,
    );
    this.#underWay.add(rendering);
    rendering.once('close', () => {
      this.#underWay.delete(rendering);
      this.#turns.splice(this.#turns.indexOf(tenantId), 1);
    });
    await rendering.begun;
    return rendering;
  }

  /** Starts no new rendering and soon aborts the remaining ones, so that a slow client does not delay a stop. */
  finish(): void {
    this.#closed = true;
    setTimeout(() => void this.close(), GRACE_MS).unref();
  }

  /** Aborts the renderings under way, and starts no new one. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#underWay].map((rendering) => rendering.end()));
  }

  async #takeTurn(tenantId: string): Promise<void> {
    const { atOnce, ofATenant, waitForTurnMs } = this.#limits;
    for (let waitedMs = 0; !this.#closed; waitedMs += LOOK_EVERY_MS) {
      const already = this.#turns.filter((other) => other === tenantId).length;
      if (this.#turns.length < atOnce && already < ofATenant) {
        this.#turns.push(tenantId);
        return;
      }
      if (waitedMs >= waitForTurnMs) break;
      await sleep(LOOK_EVERY_MS);
    }
    throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('too many exports are being rendered'));
  }
}

/** The bytes of one export, as its thread makes them. */
export class Rendering extends Readable {
  /** Rejects if there will never be any bytes. */
  readonly begun: Promise<void>;
  /** Bytes passed on so far. */
  bytes = 0;
  /** Artifacts in these bytes. */
  artifacts = 0;
  readonly #thread: Thread<'next', Chunk | null>;
  readonly #clock: Clock;
  readonly #patienceMs: number;
  readonly #begin = Promise.withResolvers<void>();
  #complete = false;
  /** Chunks received from the thread and not yet acknowledged. */
  #owed = 0;
  #waitedMs = 0;
  #waitingSince: number | null = null;
  #patience: NodeJS.Timeout | undefined;

  constructor(data: ExportThreadData, clock: Clock, patienceMs: number) {
    super({ highWaterMark: BUFFERED_BYTES });
    this.#clock = clock;
    this.#patienceMs = patienceMs;
    this.begun = this.#begin.promise;
    // Both reach the reader, which may not exist yet or may already have gone.
    this.begun.catch(() => undefined);
    this.on('error', () => undefined);
    const module = new URL('./export-thread.ts', import.meta.url);
    this.#thread = new Thread(module, { data, nurseryMb: NURSERY_MB });
    for (let asked = 0; asked < CHUNKS_UNDER_WAY; asked += 1) void this.#askForChunk();
  }

  /** Aborts; resolves when the thread has ended. */
  async end(): Promise<void> {
    this.destroy(new Error('the service stops'));
    await this.#thread.end();
  }

  override _read(): void {
    clearTimeout(this.#patience);
    if (this.#waitingSince !== null) this.#waitedMs += this.#clock.monotonic() - this.#waitingSince;
    this.#waitingSince = null;
    for (; this.#owed > 0; this.#owed -= 1) void this.#askForChunk();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#patience);
    this.#begin.reject(error ?? new Error('the client has disconnected'));
    void this.#thread.end().finally(() => callback(error));
  }

  async #askForChunk(): Promise<void> {
    try {
      const chunk = await this.#thread.ask('next');
      if (!this.destroyed && !this.#complete) this.#take(chunk);
    } catch (error) {
      const isUnavailable = error instanceof Failure;
      this.destroy(isUnavailable ? Failure.unavailable(RETRY_AFTER_SECONDS, error) : (error as Error));
    }
  }

  #take(chunk: Chunk | null): void {
    if (chunk === null) {
      this.#complete = true;
      this.push(null);
      this.#waitForClient();
      return;
    }
    this.#begin.resolve();
    this.bytes += chunk.bytes.length;
    this.artifacts = chunk.read;
    if (chunk.bytes.length === 0 || this.push(chunk.bytes)) void this.#askForChunk();
    else {
      this.#owed += 1;
      this.#waitForClient();
    }
  }

  #waitForClient(): void {
    if (this.#waitingSince !== null) return;
    this.#waitingSince = this.#clock.monotonic();
    const leftMs = this.#patienceMs + this.bytes / MIN_BYTES_PER_MS - this.#waitedMs;
    const giveUp = () => this.destroy(new Error('the client takes the export too slowly'));
    this.#patience = setTimeout(giveUp, Math.max(0, leftMs)).unref();
  }
}
