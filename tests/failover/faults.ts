/** Faults of the database, by kind. Each ends as it would in production: the machine comes back. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';

/** Longer than the leader's key lives without its Patroni (`ttl` in patroni.yml), ms. */
const BEYOND_TTL_MS = 13_000;
/** How long a full disk stays full, ms. */
const FULL_MS = 6000;

export interface Fault {
  name: string;
  /** Resolves once the machine runs again, though perhaps not yet as a standby. */
  strike(cluster: Cluster): Promise<void>;
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill-postgres',
    strike: async (cluster) => (await cluster.leader()).kill('postgres'),
  },
  {
    name: 'kill-machine',
    async strike(cluster) {
      const leader = await cluster.leader();
      leader.signal('SIGKILL', 'patroni', 'etcd', 'postgres');
      await leader.kill('patroni', 'etcd', 'postgres');
      await untilReplaced(cluster, leader);
      cluster.startMachine(leader);
    },
  },
  {
    name: 'cut-off',
    async strike(cluster) {
      const leader = await cluster.leader();
      leader.cutOff();
      await untilReplaced(cluster, leader);
      leader.reconnect();
    },
  },
  {
    // Nothing demotes this primary, because the machine has no watchdog: two machines act as the primary.
    name: 'stop-patroni',
    async strike(cluster) {
      const leader = await cluster.leader();
      leader.signal('SIGSTOP', 'patroni');
      await untilReplaced(cluster, leader);
      await sleep(BEYOND_TTL_MS / 4);
      leader.signal('SIGCONT', 'patroni');
    },
  },
  {
    name: 'pause-postgres',
    async strike(cluster) {
      const leader = await cluster.leader();
      leader.signal('SIGSTOP', 'postgres');
      await sleep(BEYOND_TTL_MS);
      leader.signal('SIGCONT', 'postgres');
    },
  },
  {
    name: 'pause-machine',
    async strike(cluster) {
      const leader = await cluster.leader();
      leader.signal('SIGSTOP', 'patroni', 'etcd', 'postgres');
      await untilReplaced(cluster, leader);
      leader.signal('SIGCONT', 'patroni', 'etcd', 'postgres');
    },
  },
  {
    name: 'fill-disk',
    async strike(cluster) {
      const leader = await cluster.leader();
      leader.fillDisk();
      await sleep(FULL_MS);
      leader.freeDisk();
    },
  },
  {
    name: 'kill-standby',
    strike: async (cluster) => (await cluster.synchronousStandby()).kill('postgres'),
  },
  {
    name: 'cut-off-standby',
    async strike(cluster) {
      const standby = await cluster.synchronousStandby();
      standby.cutOff();
      await sleep(BEYOND_TTL_MS / 2);
      standby.reconnect();
    },
  },
];

async function untilReplaced(cluster: Cluster, machine: Machine): Promise<void> {
  while ((await cluster.leader()) === machine) await sleep(100);
}
