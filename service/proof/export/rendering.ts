/**
 * Renders exports on threads of their own, few at a time and fewer for one tenant, and hands over their bytes no faster
 * than they are taken. Who goes away, or takes next to nothing for long, makes room for the next.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { Thread } from '../../foundation/thread.ts';
import type { ExportDefinition } from './definition.ts';
import type { Chunk, ExportThreadData } from './export-message.ts';

export interface RenderingLimits {
  /** In this process. */
  atOnce: number;
  /** In both environments together. Less, so that no tenant keeps all others waiting. */
  ofATenant: number;
  waitForTurnMs: number;
  /** For how long a client may be waited for in all, and longer by a second for each 32 kB it has taken. */
  patienceMs: number;
}

const LIMITS: RenderingLimits = { atOnce: 4, ofATenant: 2, waitForTurnMs: 5000, patienceMs: 60_000 };
const MIN_BYTES_PER_MS = 32;
const LOOK_EVERY_MS = 50;
const RETRY_AFTER_SECONDS = 10;
/** What a download may still take when the service stops. */
const GRACE_MS = 5000;
/** What may wait for the client in the event loop's process, beside the chunks under way. */
const BUFFERED_BYTES = 512 * 1024;
/** Chunks that are asked for ahead of the client. */
const CHUNKS_UNDER_WAY = 4;
const NURSERY_MB = 32;

export class Renderings {
  readonly #database: DatabaseLocation;
  readonly #clock: Clock;
  readonly #limits: RenderingLimits;
  readonly #underWay = new Set<Rendering>();
  /** Tenants, each as often as it has a turn. */
  readonly #turns: string[] = [];
  #closed = false;

  constructor(database: DatabaseLocation, clock: Clock, limits = LIMITS) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** How many threads there are. */
  get underWay(): number {
    return this.#underWay.size;
  }

  /**
   * Resolves once there is something to read. Destroying the stream ends the rendering.
   * @param tenantId whose export it is.
   * @throws {Failure} `unavailable` where too many are under way, or the database can't be read.
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

  /** Begins nothing more, and breaks off what is not done before long: a client that is slow holds up no stop. */
  finish(): void {
    this.#closed = true;
    setTimeout(() => void this.close(), GRACE_MS).unref();
  }

  /** Breaks off what is under way, and begins nothing more. */
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
  /** Rejects where there will never be any bytes. */
  readonly begun: Promise<void>;
  /** Handed over so far. */
  bytes = 0;
  /** Artifacts that these bytes are made of. */
  artifacts = 0;
  readonly #thread: Thread<'next', Chunk | null>;
  readonly #clock: Clock;
  readonly #patienceMs: number;
  readonly #begin = Promise.withResolvers<void>();
  #complete = false;
  /** Chunks that were taken from the thread, and after which none was asked for yet. */
  #owed = 0;
  #waitedMs = 0;
  #waitingSince: number | null = null;
  #patience: NodeJS.Timeout | undefined;

  constructor(data: ExportThreadData, clock: Clock, patienceMs: number) {
    super({ highWaterMark: BUFFERED_BYTES });
    this.#clock = clock;
    this.#patienceMs = patienceMs;
    this.begun = this.#begin.promise;
    // Both are told to whoever reads; nobody may be there yet, or any more.
    this.begun.catch(() => undefined);
    this.on('error', () => undefined);
    const module = new URL('./export-thread.ts', import.meta.url);
    this.#thread = new Thread(module, { data, nurseryMb: NURSERY_MB });
    for (let asked = 0; asked < CHUNKS_UNDER_WAY; asked += 1) void this.#askForChunk();
  }

  /** Breaks off; resolves when the thread is gone. */
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
    this.#begin.reject(error ?? new Error('nobody waits for the export any more'));
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
