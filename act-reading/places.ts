/**
 * Paths that hold secrets or start programs: reading the former gives access to something else, and writing the
 * latter runs code later. Folders are compared as written; where a link leads is not seen.
 */
import { madeOf, oneOf } from './lists.ts';
import type { RiskLevel } from './risk.ts';

interface Places {
  secret_folders: readonly string[];
  secret_files: readonly string[];
  starting: readonly string[];
}

const places = madeOf('./places.yaml', ({ secret_folders, secret_files, starting }: Places) => ({
  secretFolders: oneOf(
    secret_folders.map((folder) => folder.replaceAll('.', '\\.')),
    '(?:^|/)',
    '(?:/|$)',
  ),
  secretFiles: oneOf(secret_files, '^', '$', 'i'),
  starting: oneOf(starting, '(?:^|/)'),
}));

/** A home folder, or one that contains homes, as `withoutDots` leaves it. */
const HOME = String.raw`(?:~[^/]*|\$\{?HOME\}?|(?:home|Users)/[^/]+|root|(?:\.\./)*\.\.)`;
const PATTERN_IN_HOME = new RegExp(`(?<=^${HOME}/)\\.[^/]*[*?[][^/]*`);
const HIDDEN = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.netrc', '.pgpass', '.git-credentials'];
const MAX_PATTERN_CHARACTERS = 32;

/** Replaces `.s*` and `.[a-z]sh`, which may match a folder of keys. */
function hiddenFor(pattern: string): string {
  if (pattern.length > MAX_PATTERN_CHARACTERS) return '.ssh';
  const written = pattern.replace(/\[[^\]]*\]?/g, '?').replace(/[.+^${}()|\\]/g, '\\$&');
  const expression = new RegExp(`^${written.replace(/\*+/g, '.*').replaceAll('?', '.')}$`);
  return HIDDEN.find((name) => expression.test(name)) ?? pattern;
}

export function holdsSecrets(path: string): boolean {
  const plain = withoutDots(path).replace(PATTERN_IN_HOME, hiddenFor);
  const { secretFolders, secretFiles } = places();
  if (secretFolders.test(plain)) {
    return !/\.pub$|\/known_hosts$|\/etc\/ssh\/ssh_config$/.test(plain);
  }
  return secretFiles.test(plain.slice(plain.lastIndexOf('/') + 1));
}

/** Whether writing there changes what runs, or who may run it. */
export function startsPrograms(path: string): boolean {
  return places().starting.test(withoutDots(path));
}

const ROOTS =
  /^(?:\/|~|\/\*{1,2}|~\/\*{0,2}|\$\{?HOME\}?\/?\*?|\.|\.\.|\*|\.\/\*?|\/(?:home|root|etc|usr|var|bin|lib|boot|opt|srv|sys|proc|dev|Users|System)(?:\/\*)?|[A-Za-z]:[\\/]?\*?)$/;

/** Whether the path is a whole machine, home or top folder. */
export function isWholeTree(path: string): boolean {
  // A path that begins at the root may climb back to it.
  const plain = /^\/.*(?:\/|^)\.{1,2}(?:\/|$)/.test(path) ? withDots(path) : path;
  return ROOTS.test(plain.length > 1 ? plain.replace(/\/+$/, '') || '/' : plain);
}

export function isDevice(path: string): boolean {
  return /^\/dev\/(?!null$|zero$|stdin$|stdout$|stderr$|tty$|fd\/|u?random$|full$)/.test(withDots(path));
}

const HOMES = /^(?:\/?|~[^/]*|\$\{?HOME\}?|\/root|\/(?:home|Users)(?:\/[^/]+)?)(?:\/\*\*)?$/;

/** Whether reading the whole folder reads the keys in a home. */
export function isHome(path: string): boolean {
  return HOMES.test(withDots(path));
}

/** Returns the risk of reading there, and of writing there. */
export function riskOfReading(path: string): RiskLevel | undefined {
  return holdsSecrets(path) ? 'high' : undefined;
}

export function riskOfWriting(path: string): RiskLevel | undefined {
  if (startsPrograms(path) || isDevice(path) || holdsSecrets(path)) return 'high';
  return /^\/(?:etc|usr|bin|sbin|lib|lib64|boot|sys|proc)\//.test(withDots(path)) ? 'high' : undefined;
}

const withDots = (path: string) => `${path.startsWith('/') ? '/' : ''}${withoutDots(path)}`;

/** Turns `a/./b//c/../d` into `a/b/d`. */
function withoutDots(path: string): string {
  if (!/[\\]|\/[/.]|^\.|\/$/.test(path)) return path.replace(/^\//, '');
  const kept: string[] = [];
  for (const part of path.split(/[\\/]+/)) {
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (part !== '' && part !== '.' && !(part === '..' && path.startsWith('/'))) kept.push(part);
  }
  return kept.join('/');
}
