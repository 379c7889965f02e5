/** What the service and its database hold of the machine now: by their own metrics, and as Linux counts it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { ask } from '../../http.ts';
import { childrenOf, cpuMs } from '../../process-usage.ts';
import type { Installation, RunningAssize } from '../../servers/assize.ts';

/** null where it could not be read. */
export interface Held {
  rssMb: number | null;
  heapUsedMb: number | null;
  externalMb: number | null;
  descriptors: number | null;
  threads: number | null;
  eventLoopP99Ms: number | null;
  webhooksPending: number | null;
}

export interface DatabaseHeld {
  /** Of PostgreSQL's processes, each page that they share counted once. */
  databaseMemoryMb: number | null;
  databaseMb: number | null;
  /** The write-ahead log of SQLite. */
  walMb: number | null;
}

const BYTES_PER_MB = 1e6;

/** Scrapes as Prometheus does. */
export async function heldBy(running: RunningAssize): Promise<Held> {
  const { status, body } = await ask({ url: new URL('/metrics', running.url).href, method: 'GET' });
  if (status !== 200) throw new Error(`/metrics answered ${status}`);
  const metric = (name: string): number | null => {
    const text = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(body)?.[1];
    return text === undefined ? null : Number(text);
  };
  const megabytes = (name: string) => scaled(metric(name), 1 / BYTES_PER_MB);
  return {
    rssMb: megabytes('process_resident_memory_bytes'),
    heapUsedMb: megabytes('nodejs_heap_size_used_bytes'),
    externalMb: megabytes('nodejs_external_memory_bytes'),
    descriptors: metric('process_open_fds'),
    threads: threadsOf(running.pid),
    eventLoopP99Ms: scaled(metric('nodejs_eventloop_lag_p99_seconds'), 1000),
    webhooksPending: metric('assize_webhook_deliveries_pending'),
  };
}

export async function heldByDatabase({
  postgres,
  sqliteFile,
  askDatabase,
}: Installation): Promise<DatabaseHeld> {
  if (postgres === null) {
    return { databaseMemoryMb: null, databaseMb: fileMb(sqliteFile), walMb: fileMb(`${sqliteFile}-wal`) };
  }
  const bytes = await askDatabase('SELECT pg_database_size(current_database())');
  const shares = [postgres.pid, ...childrenOf(postgres.pid).map(({ pid }) => pid)].map(proportionalMb);
  return {
    databaseMemoryMb: shares.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    databaseMb: bytes / BYTES_PER_MB,
    walMb: null,
  };
}

export function cpuUsedMs({ pid, databasePid }: RunningAssize): {
  own: number | null;
  database: number | null;
} {
  if (databasePid === undefined) return { own: cpuMs(pid), database: null };
  // Sessions come and go with their processor time, so this is of those that live.
  const all = [databasePid, ...childrenOf(databasePid).map((child) => child.pid)];
  return { own: cpuMs(pid), database: all.reduce((sum, each) => sum + (cpuMs(each) ?? 0), 0) };
}

function threadsOf(pid: number): number | null {
  return orNull(() => readdirSync(`/proc/${pid}/task`).length);
}

/** Readable by root and by the same user only. */
function proportionalMb(pid: number): number | null {
  const text = orNull(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(text ?? '')?.[1];
  return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / BYTES_PER_MB;
}

function fileMb(file: string): number | null {
  return orNull(() => statSync(file).size / BYTES_PER_MB);
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
