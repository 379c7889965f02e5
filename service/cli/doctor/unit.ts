/** The findings of `assize doctor` on the unit of systemd, if any: it must restart, and have time to stop. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Finding, findingsOn } from './finding.ts';

/** The folders that systemd searches, in its order. */
const FOLDERS = [
  'etc/systemd/system',
  'run/systemd/system',
  'usr/local/lib/systemd/system',
  'usr/lib/systemd/system',
];
const UNIT = 'assize.service';
/** The service may take 30 seconds to stop. */
const MIN_STOP_SECONDS = 31;
/** The values of `systemd.service(5)` that restart it after a signal, and after an exit code other than 0. */
const COMES_BACK = ['always', 'on-failure'];
const WITHOUT_LIMIT = ['infinity', '0'];

export function unitFindings({ root }: { root: string }): Finding[] {
  const lines = linesOfUnit(root);
  if (lines === null) return [];
  const { ok, warning } = findingsOn(UNIT);
  const findings: Finding[] = [];
  const restart = lastOf(lines, 'Restart') ?? 'no';
  if (!COMES_BACK.includes(restart))
    findings.push(
      warning(`Restart=${restart}: a service that has ended does not start again. Set Restart=always.`),
    );
  const stop = lastOf(lines, 'TimeoutStopSec');
  if (stop !== undefined && !WITHOUT_LIMIT.includes(stop) && secondsOf(stop) < MIN_STOP_SECONDS)
    findings.push(
      warning(`TimeoutStopSec=${stop}: it may be killed before it has answered all requests. Set 40.`),
    );
  const user = lastOf(lines, 'User') ?? 'root';
  if (user === 'root' && lastOf(lines, 'DynamicUser') !== 'yes')
    findings.push(warning('it runs as root, which it never needs: set User=assize.'));
  if (findings.length === 0) findings.push(ok(`Restart=${restart}, as ${user}`));
  return findings;
}

/** The unit, followed by its drop-ins; null where there is none. */
function linesOfUnit(root: string): string[] | null {
  const folders = FOLDERS.map((folder) => path.join(root, folder));
  const main = folders.map((folder) => read(path.join(folder, UNIT))).find((text) => text !== null);
  if (main === undefined) return null;
  const dropped = folders.flatMap((folder) =>
    globSync(`${UNIT}.d/*.conf`, { cwd: folder }).map((file) => path.join(folder, file)),
  );
  const inOrder = dropped.sort((one, other) => (path.basename(one) < path.basename(other) ? -1 : 1));
  return [main, ...inOrder.map(read)].flatMap((text) => (text ?? '').split('\n'));
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The last value counts; an empty one clears those before it. */
function lastOf(lines: readonly string[], name: string): string | undefined {
  const values = lines.flatMap((line) => /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line)?.slice(1, 3).join('=') ?? []);
  const last = values.findLast((value) => value.startsWith(`${name}=`))?.slice(name.length + 1);
  return last === '' ? undefined : last;
}

const UNITS: Record<string, number> = { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600 };

/** Such as `90`, `90s` or `1min 30s`. */
function secondsOf(text: string): number {
  const parts = [...text.matchAll(/(\d+)\s*([a-z]*)/g)];
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit || 's'] ?? 1), 0);
}
