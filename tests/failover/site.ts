/**
 * An isolated site for everything that a run starts: its own network, process table and mounts, invisible from the
 * machine around it. When the process that entered it ends, in any way, all of it is gone.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';

const INSIDE = 'ASSIZE_FAILOVER_SITE';
const BRIDGE = 'site';
const ADDRESS = '10.77.0.1';
export const NETWORK = '10.77.0.0/24';

/** Runs a command in new namespaces, which end with the process that starts it. */
export const IN_NAMESPACES = [
  ...['setpriv', '--pdeathsig', 'KILL'],
  ...['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--'],
];

/** @returns why no site can be made here; null if one can. */
export function whyNoSite(): string | null {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const [command = '', ...words] = [...IN_NAMESPACES, 'ip', 'link', 'set', 'lo', 'up'];
  return spawnSync(command, words).status === 0 ? null : 'network namespaces cannot be made here';
}

export const isInside = (): boolean => process.env[INSIDE] === '1';

/** Runs this program again, inside the site. @returns its exit code. */
export function enterSite(program: string, words: readonly string[]): Promise<number> {
  const [command = '', ...before] = IN_NAMESPACES;
  const child = spawn(command, [...before, process.execPath, program, ...words], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  });
  // The first process of a process table only gets signals that it handles.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill('SIGKILL'));
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** Inside the site: makes the switch that connects the machines. */
export function buildNetwork(): void {
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  run('ip', 'address', 'add', `${ADDRESS}/24`, 'dev', BRIDGE);
  run('ip', 'link', 'set', BRIDGE, 'up');
}

/** Gives the namespaces of a process a network card at this address. */
export function plugIn(card: string, pid: number, address: string): void {
  run('ip', 'link', 'add', card, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid));
  run('ip', 'link', 'set', card, 'up');
  reconnect(card);
  const inside = ['nsenter', '--target', String(pid), '--net', 'ip'] as const;
  run(...inside, 'link', 'set', 'lo', 'up');
  run(...inside, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  run(...inside, 'link', 'set', 'eth0', 'up');
}

/** From now on nothing arrives in either direction, and neither side is told. */
export function cutOff(card: string): void {
  run('ip', 'link', 'set', card, 'nomaster');
}

export function reconnect(card: string): void {
  run('ip', 'link', 'set', card, 'master', BRIDGE);
}

export function run(command: string, ...words: string[]): string {
  return execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
