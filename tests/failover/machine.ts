/**
 * One machine of the database: its own namespaces with a network card, a disk that can be filled, and the processes
 * that docs/failover.md describes. It can lose its processes, its network, its disk space or its time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { cutOff, IN_NAMESPACES, plugIn, reconnect, run } from './site.ts';

/** The file is sparse, so it only takes up what is written. */
const DISK = '2G';
/** Adopts processes whose parents are gone, as the first process of a system does. */
const FIRST_PROCESS = 'while :; do sleep 3600 & wait; done';
const FULL = 'full';

export type Program = 'etcd' | 'patroni' | 'postgres';

/** The user that etcd, Patroni and PostgreSQL run as. */
export interface User {
  name: string;
  uid: number;
  gid: number;
}

export interface MachineOptions {
  number: number;
  address: string;
  /** On a real disk, and emptied by its creator. */
  folder: string;
  user: User;
}

export class Machine {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly #card: string;
  readonly #user: User;
  readonly #first: ChildProcess;
  #pid = 0;

  private constructor({ number, address, folder, user }: MachineOptions) {
    this.name = `machine-${number}`;
    this.address = address;
    this.folder = folder;
    this.#card = `card-${number}`;
    this.#user = user;
    const [command = '', ...words] = [...IN_NAMESPACES, 'bash', '-c', FIRST_PROCESS];
    this.#first = spawn(command, words, { stdio: 'ignore' });
  }

  static async start(options: MachineOptions): Promise<Machine> {
    const { folder, user } = options;
    for (const each of [folder, ...['disk', 'etcd', 'run'].map((name) => path.join(folder, name))]) {
      mkdirSync(each, { recursive: true });
      chownSync(each, user.uid, user.gid);
    }
    const machine = new Machine(options);
    await machine.#untilThere();
    plugIn(machine.#card, machine.#pid, machine.address);
    machine.#makeDisk();
    return machine;
  }

  /** The data folder, which is the only one on its disk. */
  get dataDir(): string {
    return path.join(this.folder, 'disk', 'data');
  }

  /** Starts a program as its user; its output goes to the machine's folder. */
  launch(program: string, words: readonly string[], environment: Record<string, string> = {}): void {
    const log = openSync(path.join(this.folder, `${path.basename(program)}.log`), 'a');
    const { uid, gid } = this.#user;
    const asUser = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
    spawn('nsenter', [...this.#inside(), ...asUser, program, ...words], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  /** Sends a signal to every process of these programs. */
  signal(signal: NodeJS.Signals, ...programs: readonly Program[]): void {
    for (const pid of this.pidsOf(...programs)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended in the meantime.
      }
    }
  }

  /** Resolves once all have ended: PostgreSQL keeps starting processes until its first one is gone. */
  async kill(...programs: readonly Program[]): Promise<void> {
    while (this.pidsOf(...programs).length > 0) {
      this.signal('SIGKILL', ...programs);
      await sleep(10);
    }
  }

  pidsOf(...programs: readonly Program[]): number[] {
    const own = readlinkSync(`/proc/${this.#pid}/ns/pid`);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => {
        try {
          const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() as Program;
          const isGone = readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
          return programs.includes(name) && !isGone && readlinkSync(`/proc/${pid}/ns/pid`) === own;
        } catch {
          return false;
        }
      });
  }

  cutOff(): void {
    cutOff(this.#card);
  }

  reconnect(): void {
    reconnect(this.#card);
  }

  /** Fills the disk. */
  fillDisk(): void {
    const all = 'fallocate -l "$(df --output=avail -B1 "$2" | tail -n 1)" "$1"';
    const script = `${all}; dd if=/dev/zero of="$1.rest" bs=512 2>/dev/null; true`;
    const disk = path.join(this.folder, 'disk');
    run('nsenter', ...this.#inside(), 'sh', '-c', script, 'sh', path.join(disk, FULL), disk);
  }

  freeDisk(): void {
    const file = path.join(this.folder, 'disk', FULL);
    run('nsenter', ...this.#inside(), 'rm', '-f', file, `${file}.rest`);
  }

  #inside(): string[] {
    return ['--target', String(this.#pid), '--net', '--mount', '--pid', '--'];
  }

  async #untilThere(): Promise<void> {
    const { pid } = this.#first;
    const children = `/proc/${pid}/task/${pid}/children`;
    const named = () => Number(readFileSync(children, 'utf8').trim().split(' ')[0] ?? 0);
    await until(() => named() > 0 && readFileSync(`/proc/${named()}/comm`, 'utf8').trim() === 'bash');
    this.#pid = named();
  }

  #makeDisk(): void {
    const image = path.join(this.folder, 'disk.ext4');
    run('truncate', '--size', DISK, image);
    run('mkfs.ext4', '-q', '-F', '-m', '0', image);
    const disk = path.join(this.folder, 'disk');
    run('nsenter', ...this.#inside(), 'mount', '-o', 'loop', image, disk);
    run('nsenter', ...this.#inside(), 'chown', `${this.#user.uid}:${this.#user.gid}`, disk);
  }
}
