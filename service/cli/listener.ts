/** Finds the process that listens on a port, so that a message can name it; on Linux only (proc(5): net/tcp, PID/fd). */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state LISTEN in /proc/net/tcp. */
const LISTEN = '0A';

/** @returns such as `process 4711 (node assize.js serve)`; null where it is not known, or belongs to another user. */
export function listenerOn(port: number): string | null {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listening(table, port)));
  const pid = sockets.size === 0 ? undefined : processes().find((pid) => holdsOne(pid, sockets));
  if (pid === undefined) return null;
  const command = textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return `process ${pid}${command === '' ? '' : ` (${command})`}`;
}

/** The sockets, as the links of descriptors name them. */
function listening(table: string, port: number): string[] {
  const rows = textOf(`/proc/net/${table}`).split('\n').slice(1);
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/);
    const isIt = state === LISTEN && Number.parseInt(local.split(':')[1] ?? '', 16) === port;
    return isIt ? [`socket:[${inode}]`] : [];
  });
}

function processes(): string[] {
  return orElse(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name));
}

function holdsOne(pid: string, sockets: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`;
  return orElse(() => readdirSync(folder), []).some((descriptor) =>
    sockets.has(orElse(() => readlinkSync(`${folder}/${descriptor}`), '')),
  );
}

function textOf(file: string): string {
  return orElse(() => readFileSync(file, 'utf8'), '');
}

/** Processes may end while they are read, and those of other users can't be read. */
function orElse<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
