/**
 * A site of its own for everything that a run starts: a network, a table of processes and mounts that the machine
 * around it does not see. When the process that entered it ends, however it ends, all of it is gone.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';

const INSIDE = 'ASSIZE_FAILOVER_SITE';
const BRIDGE = 'site';
const ADDRESS = '10.77.0.1';
export const NETWORK = '10.77.0.0/24';

/** New namespaces for a command, which end with the process that starts it. */
export const IN_NAMESPACES = [
  ...['setpriv', '--pdeathsig', 'KILL'],
  ...['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--'],
];

/** @returns why no site can be made here; null where one can. */
export function whyNoSite(): string | null {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const [command = '', ...words] = [...IN_NAMESPACES, 'ip', 'link', 'set', 'lo', 'up'];
  return spawnSync(command, words).status === 0 ? null : 'network namespaces can not be made here';
}

export const isInside = (): boolean => process.env[INSIDE] === '1';

/** Runs this program again, inside. @returns its exit code. */
export function enterSite(program: string, words: readonly string[]): Promise<number> {
  const [command = '', ...before] = IN_NAMESPACES;
  const child = spawn(command, [...before, process.execPath, program, ...words], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  });
  // The first process of a table of processes hears no signal that it does not ask for.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill('SIGKILL'));
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** Inside: the switch that the machines are connected to. */
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

/** From now on nothing arrives, in either direction, and neither side is told. */
export function cutOff(card: string): void {
  run('ip', 'link', 'set', card, 'nomaster');
}

export function reconnect(card: string): void {
  run('ip', 'link', 'set', card, 'master', BRIDGE);
}

export function run(command: string, ...words: string[]): string {
  return execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
