/**
 * Builds and runs images with Buildah and Podman, in a store of its own, as root, because CI has neither another user
 * nor systemd. The image's base can't be downloaded there, so it is assembled from this Debian.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../databases/databases.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Containers {
  podman(...words: string[]): Ended;
  buildah(...words: string[]): Ended;
  /** Runs the Compose file with its image and the next command in a separate network, where its port is free. */
  compose(folder: string, file: string, image: string, then: string): Ended;
  /** Ends each container, and removes the store. */
  remove(): void;
}

/** runc does not need systemd, and works where both kinds of control groups are mounted. */
const RUNTIME = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
/** Podman would raise them, which takes a privilege that a sandbox may lack. */
export const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];

/** @returns why none can run here; undefined if one can. */
export function whyNoContainers(): string | undefined {
  const missing = ['podman', 'buildah', 'runc'].find(
    (name) => spawnSync(name, ['--version']).error !== undefined,
  );
  if (missing !== undefined) return `no ${missing}`;
  if (process.getuid?.() !== 0) return 'the store of the test is that of root';
  return existsSync('/var/lib/dpkg/info/libstdc++6:amd64.list')
    ? undefined
    : 'the base is made of Debian for amd64';
}

/** Starts the services, and waits until Assize is ready. */
const COMPOSE = `file=$1
ip link set lo up
compose() {
  podman-compose --podman-path "$PWD/podman" --podman-run-args='${LIMITS.join(' ')}' -p assize -f "$file" "$@" >log 2>&1 || {
    cat log
    exit 1
  }
}
compose up --detach
tries=0
until ./podman exec assize_assize_1 assize health --ready >/dev/null 2>&1; do
  tries=$((tries + 1))
  test "$tries" -lt 600 || { cat log; exit 1; }
  sleep 0.1
done
`;
const COMPOSE_END = `
compose down --timeout 40
`;

export function openContainers(): Containers {
  const { path: folder, remove } = temporaryFolder();
  const store = [
    '--root',
    path.join(folder, 'store'),
    '--runroot',
    path.join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const run = (program: string, words: readonly string[]): Ended => {
    const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
    return { code: status, stdout: stdout.trim(), stderr: error?.message ?? stderr };
  };
  const podman = (...words: string[]) => run('podman', [...store, ...RUNTIME, ...words]);
  return {
    podman,
    buildah: (...words) => run('buildah', [...store, ...words]),
    compose: (place, file, image, then) => {
      const network = ['--network-config-dir', path.join(folder, 'networks')];
      const command = ['exec', 'podman', ...network, ...store, ...RUNTIME, '"$@"'].join(' ');
      writeFileSync(path.join(place, 'podman'), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
      const script = COMPOSE + then + COMPOSE_END;
      const words = ['--net', '--mount', 'env', `ASSIZE_IMAGE=${image}`, 'sh', '-euc', script, 'sh', file];
      const { status, stdout, stderr } = spawnSync('unshare', words, { cwd: place, encoding: 'utf8' });
      return { code: status, stdout, stderr };
    },
    remove: () => {
      podman('rm', '--all', '--force', '--time', '0');
      remove();
    },
  };
}

/** The packages of the Dockerfile's base, from the same Debian and without a shell. */
const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1'];
const FILES = ['/etc/services', '/etc/protocols', '/etc/nsswitch.conf', '/etc/ssl/certs/ca-certificates.crt'];
const USERS =
  'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n';

/** Assembles the root file system in the folder, and imports it under the name. */
export function importBase({ podman }: Containers, folder: string, name: string): Ended {
  for (const each of ['usr/lib', 'usr/lib64', 'etc/ssl/certs', 'tmp', 'proc', 'sys', 'dev', 'run', 'var/lib'])
    mkdirSync(path.join(folder, each), { recursive: true });
  chmodSync(path.join(folder, 'tmp'), 0o1777);
  for (const each of ['lib', 'lib64']) symlinkSync(`usr/${each}`, path.join(folder, each));
  const owned = PACKAGES.flatMap((each) =>
    execFileSync('dpkg', ['-L', each], { encoding: 'utf8' }).split('\n'),
  );
  for (const file of owned.filter((each) => /^(?:\/usr)?\/lib.*\.so/.test(each)))
    cpSync(file, path.join(folder, 'usr', file.replace(/^\/usr/, '')), { verbatimSymlinks: true });
  for (const file of FILES.filter(existsSync)) cpSync(file, path.join(folder, file));
  writeFileSync(path.join(folder, 'etc/passwd'), USERS);
  writeFileSync(path.join(folder, 'etc/group'), 'root:x:0:\nnonroot:x:65532:\n');
  const tarball = `${folder}.tar`;
  execFileSync('tar', ['--owner=0', '--group=0', '-C', folder, '-cf', tarball, '.']);
  return podman('import', '--quiet', tarball, name);
}

/** @returns the output of an ended container on both streams. */
export function logsOf({ podman }: Containers, container: string): string {
  const { stdout, stderr } = podman('logs', container);
  return stdout + stderr;
}
