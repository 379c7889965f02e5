/** The current memory and descriptors of the service and its database, from their own metrics and from Linux. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { ask } from '../../http.ts';
import { childrenOf, cpuMs } from '../../process-usage.ts';
import type { Installation, RunningAssize } from '../../servers/assize.ts';
import { sum } from '../../statistics.ts';

const PER_MB = 1e-6;
/** The service's own metrics, and their multipliers. */
const METRICS = {
  rssMb: ['process_resident_memory_bytes', PER_MB],
  heapUsedMb: ['nodejs_heap_size_used_bytes', PER_MB],
  externalMb: ['nodejs_external_memory_bytes', PER_MB],
  descriptors: ['process_open_fds', 1],
  eventLoopP99Ms: ['nodejs_eventloop_lag_p99_seconds', 1000],
  webhooksPending: ['assize_webhook_deliveries_pending', 1],
} as const;

/** null if it could not be read. */
export type Held = Record<keyof typeof METRICS | 'threads', number | null>;

/** Scrapes the metrics like Prometheus does. */
export async function heldBy(running: RunningAssize): Promise<Held> {
  const { status, body } = await ask({ url: new URL('/metrics', running.url).href, method: 'GET' });
  if (status !== 200) throw new Error(`/metrics answered ${status}`);
  const values = Object.entries(METRICS).map(([field, [metric, factor]]) => {
    const text = new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(body)?.[1];
    return [field, text === undefined ? null : Number(text) * factor];
  });
  const threads = orNull(() => readdirSync(`/proc/${running.pid}/task`).length);
  return { ...(Object.fromEntries(values) as Held), threads };
}

/** Memory: PostgreSQL's processes, with each shared page counted once. Log: SQLite's write-ahead log. */
export type DatabaseHeld = Record<'databaseMemoryMb' | 'databaseMb' | 'walMb', number | null>;

export async function heldByDatabase(installation: Installation): Promise<DatabaseHeld> {
  const { postgres, sqliteFile, askDatabase } = installation;
  const sizeOf = (file: string) => orNull(() => statSync(file).size * PER_MB);
  if (postgres === null)
    return { databaseMemoryMb: null, databaseMb: sizeOf(sqliteFile), walMb: sizeOf(`${sqliteFile}-wal`) };
  const bytes = await askDatabase('SELECT pg_database_size(current_database())');
  const databaseMemoryMb = sum(withChildren(postgres.pid).map(proportionalMb));
  return { databaseMemoryMb, databaseMb: bytes * PER_MB, walMb: null };
}

/** Sessions of the database come and go with their processor time, so this only covers the live ones. */
export function cpuUsedMs({ pid, databasePid }: RunningAssize) {
  const database =
    databasePid === undefined ? null : sum(withChildren(databasePid).map((each) => cpuMs(each) ?? 0));
  return { own: cpuMs(pid), database };
}

function withChildren(pid: number): number[] {
  return [pid, ...childrenOf(pid).map((child) => child.pid)];
}

/** Only root and the same user can read this; otherwise it is 0. */
function proportionalMb(pid: number): number {
  const text = orNull(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text ?? '')?.[1] ?? 0) * 1024 * PER_MB;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
