/**
 * The findings of `assize doctor` on how Assize is installed and runs here, with the faults of that kind of
 * installation, such as data that is lost with its container.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { Config } from '../../config/config.ts';
import { type Finding, findingsOn } from './finding.ts';
import { mountOf } from './mounts.ts';
import { unitFindings } from './unit.ts';

/** The surroundings to examine, passed in so that tests can describe other machines. */
export interface Surroundings {
  /** The root of the file system: `/`. */
  root: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The folder of this program. */
  program: string;
  /** null where the system has no users. */
  userId: number | null;
  /** Bytes that this process may use; 0, or more than any memory, without a limit. */
  memoryLimit: number;
  /** The maximum heap of one thread, bytes. */
  heapLimit: number;
}

export const HERE: Omit<Surroundings, 'environment'> = {
  root: '/',
  program: import.meta.dirname,
  userId: process.getuid?.() ?? null,
  memoryLimit: process.constrainedMemory(),
  heapLimit: getHeapStatistics().heap_size_limit,
};

const MEGABYTE = 1024 * 1024;
/** One process uses about 110 MB when it starts, and 200 under load. */
const MIN_MEMORY = 384 * MEGABYTE;
/** The memory that a process needs in addition to the heap of its main thread. */
const BESIDE_HEAP = 128 * MEGABYTE;
/** No machine has more, so a higher limit does not limit anything. */
const NO_LIMIT = 2 ** 50;
/** File systems that end with the container or the machine. */
const FLEETING = ['overlay', 'aufs', 'tmpfs', 'ramfs'];
/** File systems on which SQLite's locks do not hold between machines. */
const NETWORKED =
  /^(?:nfs4?|cifs|smb3?|9p|ceph|afs|glusterfs|fuse\.(?:glusterfs|sshfs|s3fs|ceph.*|juicefs))$/;

const KINDS = {
  clone: 'a clone of the repository',
  sources: 'the sources',
  npm: 'the package of npm',
  archive: 'the archive, with the Node that is in it',
} as const;

export function installationFindings(config: Config, here: Surroundings): Finding[] {
  const kind = kindOf(here.program);
  const place = placeOf(here);
  const found = `${KINDS[kind]}${place === null ? '' : `, in a ${place}`}`;
  // A clone in a container serves development.
  const isContained = place !== null && kind !== 'clone';
  return [
    findingsOn('installation').ok(found),
    ...databaseFindings(config, here),
    ...(isContained ? containerFindings(config, here) : unitFindings(here)),
    ...(place === 'pod of Kubernetes' ? podFindings(here) : []),
  ];
}

/** Told by the files beside the program: its sources, or the Node of the archive. */
function kindOf(program: string): keyof typeof KINDS {
  const above = path.dirname(program);
  const root = path.join(above, existsSync(path.join(program, 'installation.ts')) ? '../..' : '..');
  if (existsSync(path.join(root, 'service/build.ts')))
    return existsSync(path.join(root, '.git')) ? 'clone' : 'sources';
  return existsSync(path.join(above, 'node')) ? 'archive' : 'npm';
}

function placeOf({ root, environment }: Surroundings): 'pod of Kubernetes' | 'container' | null {
  if (environment.KUBERNETES_SERVICE_HOST !== undefined) return 'pod of Kubernetes';
  const marks = ['.dockerenv', 'run/.containerenv'].map((mark) => path.join(root, mark));
  return marks.some(existsSync) || environment.container !== undefined ? 'container' : null;
}

/** A SQLite database must be on a disk of its machine. */
function databaseFindings({ database, dataDir }: Config, { root }: Surroundings): Finding[] {
  if (database.kind !== 'sqlite') return [];
  const mount = mountOf(dataDir, root);
  if (mount === null || !NETWORKED.test(mount.type)) return [];
  const found = `${dataDir} is on ${mount.type}, over the network: its locks don't hold, and the database can be damaged. Put it on a disk of this machine, or use PostgreSQL.`;
  return [findingsOn('data folder').problem(found)];
}

function containerFindings(config: Config, here: Surroundings): Finding[] {
  return [
    ...volumeFindings(config, here),
    ...rootFindings(here),
    ...memoryFindings(here),
    ...hostFindings(config),
  ];
}

/** With PostgreSQL, the data folder holds at most the key of secrets, which may also be set directly. */
function volumeFindings(
  { database, dataDir, signingDir, webhooks }: Config,
  { root }: Surroundings,
): Finding[] {
  const keepsData = database.kind === 'sqlite' || webhooks.secretsKey === null;
  const folders = keepsData ? [dataDir] : [];
  if (!keepsData || !signingDir.startsWith(`${dataDir}/`)) folders.push(signingDir);
  return folders.flatMap((folder): Finding[] => {
    const mount = mountOf(folder, root);
    const isLost = mount !== null && (mount.point === '/' || FLEETING.includes(mount.type));
    if (!isLost) return [];
    const found = `${folder} is not on a volume: its files are lost with this container. Mount a volume there.`;
    return [findingsOn('volume').problem(found)];
  });
}

function rootFindings({ userId }: Surroundings): Finding[] {
  if (userId !== 0) return [];
  const found = 'it runs as root, which it never needs: leave the user of the image, 65532, as it is.';
  return [findingsOn('user').warning(found)];
}

function memoryFindings({ memoryLimit, heapLimit }: Surroundings): Finding[] {
  const { ok, warning } = findingsOn('memory');
  if (memoryLimit === 0 || memoryLimit > NO_LIMIT)
    return [warning('no limit: it can use all memory of its machine. Set one, 1 GB for one process.')];
  const inMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
  if (memoryLimit < MIN_MEMORY)
    return [warning(`a limit of ${inMegabytes(memoryLimit)}: give it ${inMegabytes(MIN_MEMORY)} at least.`)];
  if (heapLimit + BESIDE_HEAP > memoryLimit) {
    const found = `the heap may grow to ${inMegabytes(heapLimit)}, and the limit is ${inMegabytes(memoryLimit)}: the system would kill it. Set a lower --max-old-space-size in NODE_OPTIONS, or none.`;
    return [warning(found)];
  }
  return [ok(`a limit of ${inMegabytes(memoryLimit)}`)];
}

function hostFindings({ host }: Config): Finding[] {
  if (host !== '127.0.0.1' && host !== 'localhost' && host !== '::1') return [];
  const found = `it listens on ${host}, which can't be reached from outside this container, unless it shares the network of its machine: set ASSIZE_HOST to 0.0.0.0.`;
  return [findingsOn('address').warning(found)];
}

const ACCOUNT_TOKEN = 'var/run/secrets/kubernetes.io/serviceaccount/token';

function podFindings({ root }: Surroundings): Finding[] {
  if (!existsSync(path.join(root, ACCOUNT_TOKEN))) return [];
  const found =
    'it holds a key to the cluster, which it never needs: set automountServiceAccountToken to false.';
  return [findingsOn('service account').warning(found)];
}
