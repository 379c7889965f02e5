/**
 * Paths that hold secrets or start programs: reading the former gives access to something else, and writing the
 * latter runs code later. Folders are compared as written; where a link leads is not seen.
 */
import type { RiskLevel } from './risk.ts';

/** Each is a whole path segment, or several in a row. */
const SECRET_FOLDERS = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker/config.json',
  '.config/gcloud',
  '.config/gh',
  '.config/op',
  '.password-store',
  '.mozilla/firefox',
  '.config/google-chrome',
  'Library/Keychains',
  'etc/shadow',
  'etc/gshadow',
  'etc/sudoers',
  'etc/sudoers.d',
  'etc/ssh',
  'etc/krb5.keytab',
  'etc/kubernetes/pki',
  'etc/letsencrypt/live',
  'etc/ssl/private',
  'run/secrets',
  'proc/self/environ',
  'var/lib/kubelet',
  'root/.ssh',
];

const IN_SECRET_FOLDER = new RegExp(
  `(?:^|/)(?:${SECRET_FOLDERS.map((folder) => folder.replaceAll('.', '\\.')).join('|')})(?:/|$)`,
);

const SECRET_FILES =
  /^(?:\.env(?:\.(?!example$|sample$|template$|dist$)[\w.-]+)?|\.envrc|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.npmrc|\.pypirc|\.git-credentials|\.htpasswd|\.vault-token|\.bash_history|\.zsh_history|\.psql_history|\.mysql_history|\.python_history|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.(?:json|ya?ml|ini|csv|db|xml))?|secrets?\.(?:json|ya?ml|toml|env|ini|txt)|service[-_]?account[\w.-]*\.json|.*\.(?:pem|p12|pfx|jks|keystore|kdbx|key|ppk|ovpn)|environ|tokens?\.(?:json|txt)|passwords?(?:\.\w+)?|wallet\.dat|terraform\.tfstate(?:\.backup)?|shadow|Login Data|Cookies|key[34]\.db|logins\.json)$/i;

/** Files that a shell, a login, a scheduler or a tool runs or obeys without being asked. */
const STARTING =
  /(?:^|\/)(?:\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|inputrc|vimrc|xinitrc|xprofile|gitconfig|npmrc|pam_environment|forward)|authorized_keys2?|\.config\/(?:autostart|systemd|fish)(?:\/.*)?|\.git\/(?:hooks(?:\/.*)?|config)|\.ssh\/(?:config|rc)|crontab|etc\/(?:cron[\w.]*(?:\/.*)?|profile(?:\.d\/.*)?|bash\.bashrc|environment|init\.d\/.*|rc\.local|systemd\/.*|sudoers(?:\.d\/.*)?|passwd|shadow|group|ld\.so\.preload|ld\.so\.conf(?:\.d\/.*)?|pam\.d\/.*|hosts|resolv\.conf|ssh\/.*|apt\/.*|udev\/.*)|var\/spool\/cron(?:\/.*)?|Library\/Launch(?:Agents|Daemons)(?:\/.*)?|lib\/systemd\/.*)$/;

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
  if (IN_SECRET_FOLDER.test(plain)) {
    return !/\.pub$|\/known_hosts$|\/etc\/ssh\/ssh_config$/.test(plain);
  }
  return SECRET_FILES.test(plain.slice(plain.lastIndexOf('/') + 1));
}

/** Whether writing there changes what runs, or who may run it. */
export function startsPrograms(path: string): boolean {
  return STARTING.test(withoutDots(path));
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
