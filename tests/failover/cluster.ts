/**
 * Three machines with etcd, Patroni and PostgreSQL, behind HAProxy, from the very files of `deploy/failover`. Only
 * addresses, ports, folders and passwords differ.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, openSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from '../support/databases/postgres.ts';
import { until } from '../support/until.ts';
import { Machine, type User } from './machine.ts';
import { NETWORK } from './site.ts';

const FILES = path.join(import.meta.dirname, '../../deploy/failover');
export const CALLERS = '127.0.0.1:8000';
export const NODE_PORTS = [8081, 8082] as const;
/** The third node of the files, which does not run here. */
const NO_NODE = '127.0.0.1:8083';
const ASK_MS = 1000;

export interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

export class Cluster {
  readonly machines: readonly Machine[];
  readonly #folder: string;
  readonly #passwords: Record<string, string>;

  private constructor(folder: string, machines: readonly Machine[], passwords: Record<string, string>) {
    this.#folder = folder;
    this.machines = machines;
    this.#passwords = passwords;
  }

  /** @param folder an empty one on a real disk, that every user may enter. */
  static async start(folder: string): Promise<Cluster> {
    chmodSync(folder, 0o755);
    const user = userNamed('postgres');
    const machines: Machine[] = [];
    for (const number of [1, 2, 3]) {
      const inside = path.join(folder, `machine-${number}`);
      machines.push(await Machine.start({ number, address: `10.77.0.1${number}`, folder: inside, user }));
    }
    const names = ['SUPERUSER', 'REPLICATION', 'REWIND', 'ASSIZE', 'RESTAPI'];
    const passwords = Object.fromEntries(
      names.map((name) => [`${name}_PASSWORD`, randomBytes(16).toString('hex')]),
    );
    const cluster = new Cluster(folder, machines, passwords);
    for (const [place, machine] of machines.entries()) cluster.#fillIn(machine, place + 1);
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, ...machines.map((each) => each.folder)]);
    for (const machine of machines) cluster.startMachine(machine);
    cluster.#startBeside('haproxy', ['-db', '-f', 'haproxy.cfg']);
    await cluster.untilWhole();
    await cluster.#createDatabase();
    cluster.#startBeside('pgbouncer', ['--user=postgres', 'pgbouncer.ini']);
    return cluster;
  }

  /** Through HAProxy, which leads to the primary. */
  get url(): string {
    return `postgres://assize:${this.#passwords.ASSIZE_PASSWORD}@127.0.0.1:5000/assize`;
  }

  /** Through PgBouncer, with HAProxy behind it. */
  get pooledUrl(): string {
    return this.url.replace(':5000', ':6432');
  }

  superuserUrl(machine: Machine): string {
    return `postgres://postgres:${this.#passwords.SUPERUSER_PASSWORD}@${machine.address}:5432/postgres`;
  }

  startMachine(machine: Machine): void {
    machine.launch('etcd', ['--config-file', path.join(machine.folder, 'etcd.yml')]);
    this.startPatroni(machine);
  }

  startPatroni(machine: Machine): void {
    machine.launch('patroni', [path.join(machine.folder, 'patroni.yml')]);
  }

  /** Returns the members as the first machine that answers knows them; empty if none does. */
  async members(): Promise<Member[]> {
    for (const machine of this.machines) {
      try {
        const answer = await fetch(`http://${machine.address}:8008/cluster`, {
          signal: AbortSignal.timeout(ASK_MS),
        });
        const { members } = (await answer.json()) as { members: Member[] };
        if (members.some(({ role }) => role === 'leader')) return members;
      } catch {
        // It is cut off or down.
      }
    }
    return [];
  }

  async leader(): Promise<Machine> {
    const named = async () => (await this.members()).find(({ role }) => role === 'leader')?.name;
    let name = await named();
    while (name === undefined) {
      await sleep(100);
      name = await named();
    }
    return this.#machineNamed(name);
  }

  async synchronousStandby(): Promise<Machine> {
    // Patroni may be appointing another one at this moment.
    const named = async () => (await this.members()).find(({ role }) => role === 'sync_standby')?.name;
    let name = await named();
    await until(async () => {
      name ??= await named();
      return name !== undefined;
    });
    return this.#machineNamed(name ?? '');
  }

  /** The primary has two standbys, and the one that Patroni may promote is synchronous. */
  async untilWhole(): Promise<void> {
    let seen = '';
    await until(
      async () => {
        try {
          const members = await this.members();
          const leader = members.find(({ role }) => role === 'leader');
          const standby = members.find(({ role }) => role === 'sync_standby');
          seen = JSON.stringify(members);
          if (leader === undefined || standby === undefined) return false;
          const states = await this.#standbysOf(this.#machineNamed(leader.name));
          seen += JSON.stringify(states);
          return (
            states.length === 2 && states.some(({ name, sync }) => sync === 'sync' && name === standby.name)
          );
        } catch (error) {
          seen = String(error);
          return false;
        }
      },
      () => `the database did not become whole again: ${seen}`,
    );
  }

  /** Returns the standbys that stream from a primary, as it sees them. */
  async #standbysOf(machine: Machine): Promise<{ name: string; sync: string }[]> {
    const client = new pg.Client({
      connectionString: this.superuserUrl(machine),
      connectionTimeoutMillis: ASK_MS,
      query_timeout: ASK_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query(
        `SELECT application_name AS name, sync_state AS sync FROM pg_stat_replication
          WHERE state = 'streaming' AND NOT pg_is_in_recovery()`,
      );
      return rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #machineNamed(name: string): Machine {
    const machine = this.machines.find((each) => each.name === name);
    if (machine === undefined) throw new Error(`no machine is named ${name}`);
    return machine;
  }

  #fillIn(machine: Machine, number: number): void {
    const values = {
      ...Object.fromEntries(this.machines.map(({ address }, place) => [`ADDRESS_${place + 1}`, address])),
      NETWORK,
      CALLERS,
      NODE_1: `127.0.0.1:${NODE_PORTS[0]}`,
      NODE_2: `127.0.0.1:${NODE_PORTS[1]}`,
      NODE_3: NO_NODE,
      ETCD_DIR: path.join(machine.folder, 'etcd'),
      DATA_DIR: machine.dataDir,
      RUN_DIR: path.join(machine.folder, 'run'),
      PGBOUNCER_DIR: this.#folder,
      PROGRAMS: programsFolder(),
      ...this.#passwords,
    };
    const file = path.join(this.#folder, 'values');
    writeFileSync(
      file,
      Object.entries(values)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    for (const folder of [machine.folder, ...(number === 1 ? [this.#folder] : [])])
      execFileSync(path.join(FILES, 'fill-in.sh'), [file, String(number), folder]);
  }

  /** Starts a program that runs on a node's machine. */
  #startBeside(program: string, words: readonly string[]): void {
    const log = openSync(path.join(this.#folder, `${program}.log`), 'a');
    if (program === 'pgbouncer')
      execFileSync('chown', ['postgres', 'pgbouncer.ini', 'userlist.txt'], { cwd: this.#folder });
    spawn(program, words, { cwd: this.#folder, stdio: ['ignore', log, log] });
    closeSync(log);
  }

  async #createDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.superuserUrl(await this.leader()) });
    await client.connect();
    await client.query(`CREATE ROLE assize LOGIN PASSWORD '${this.#passwords.ASSIZE_PASSWORD}'`);
    await client.query('CREATE DATABASE assize OWNER assize');
    await client.end();
  }
}

/** Returns the folder of all PostgreSQL programs: Patroni needs more than the two that may be linked elsewhere. */
function programsFolder(): string {
  return path.dirname(realpathSync(path.join(findPostgres() ?? '', 'postgres')));
}

function userNamed(name: string): User {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`there is no user ${name}`);
  return { name, uid: Number(uid), gid: Number(gid) };
}
