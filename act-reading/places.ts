/**
 * Paths that hold secrets or that start programs: reading the ones gives access to something else, writing the others
 * runs code later. Folders are compared as they are written; what a link leads to is not seen.
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

/** A home folder, or one that holds some, as `withoutDots` leaves it. */
const HOME = String.raw`(?:~[^/]*|\$\{?HOME\}?|(?:home|Users)/[^/]+|root|(?:\.\./)*\.\.)`;
const PATTERN_IN_HOME = new RegExp(`(?<=^${HOME}/)\\.[^/]*[*?[][^/]*`);
const HIDDEN = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.netrc', '.pgpass', '.git-credentials'];
const MAX_PATTERN_CHARACTERS = 32;

/** `.s*` and `.[a-z]sh` may stand for a folder of keys. */
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

/** Whether writing there changes what is run, or who may run it. */
export function startsPrograms(path: string): boolean {
  return places().starting.test(withoutDots(path));
}

const ROOTS =
  /^(?:\/|~|\/\*{1,2}|~\/\*{0,2}|\$\{?HOME\}?\/?\*?|\.|\.\.|\*|\.\/\*?|\/(?:home|root|etc|usr|var|bin|lib|boot|opt|srv|sys|proc|dev|Users|System)(?:\/\*)?|[A-Za-z]:[\\/]?\*?)$/;

/** Whether a whole machine, home or folder goes with it. */
export function isWholeTree(path: string): boolean {
  // A path that begins at the root may lead back to it.
  const plain = /^\/.*(?:\/|^)\.{1,2}(?:\/|$)/.test(path) ? withDots(path) : path;
  return ROOTS.test(plain.length > 1 ? plain.replace(/\/+$/, '') || '/' : plain);
}

export function isDevice(path: string): boolean {
  return /^\/dev\/(?!null$|zero$|stdin$|stdout$|stderr$|tty$|fd\/|u?random$|full$)/.test(withDots(path));
}

const HOMES = /^(?:\/?|~[^/]*|\$\{?HOME\}?|\/root|\/(?:home|Users)(?:\/[^/]+)?)(?:\/\*\*)?$/;

/** Whether the keys in a home are read where all of it is. */
export function isHome(path: string): boolean {
  return HOMES.test(withDots(path));
}

/** The risk of reading there, and of writing there. */
export function riskOfReading(path: string): RiskLevel | undefined {
  return holdsSecrets(path) ? 'high' : undefined;
}

export function riskOfWriting(path: string): RiskLevel | undefined {
  if (startsPrograms(path) || isDevice(path) || holdsSecrets(path)) return 'high';
  return /^\/(?:etc|usr|bin|sbin|lib|lib64|boot|sys|proc)\//.test(withDots(path)) ? 'high' : undefined;
}

const withDots = (path: string) => `${path.startsWith('/') ? '/' : ''}${withoutDots(path)}`;

/** `a/./b//c/../d` is `a/b/d`. */
function withoutDots(path: string): string {
  if (!/[\\]|\/[/.]|^\.|\/$/.test(path)) return path.replace(/^\//, '');
  const kept: string[] = [];
  for (const part of path.split(/[\\/]+/)) {
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (part !== '' && part !== '.' && !(part === '..' && path.startsWith('/'))) kept.push(part);
  }
  return kept.join('/');
}
