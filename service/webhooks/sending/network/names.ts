/**
 * Finds the addresses of a name where the system would: in its hosts file, and by its name servers and search domains.
 * The system's own look-up is not used: it occupies one of the process's four threads until it gives up, and can't be
 * aborted, so targets that do not exist would hold up a shutdown.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Resolve, ResolvedAddress } from './connect.ts';

export interface Names {
  /** @throws with a code of `getaddrinfo`: `ENOTFOUND`, or `EAI_AGAIN` if no server could answer. */
  resolve: Resolve;
  /** Aborts look-ups under way. */
  close(): void;
}

const HOSTS = '/etc/hosts';
const NAME_SERVERS = '/etc/resolv.conf';
/** The time for one attempt, and the attempts for each server: a webhook has 15 s in total. */
const PATIENCE = { timeout: 2000, tries: 3 };

export function systemNames(): Names {
  let known: { text: string; resolver: Resolver; search: Search } | null = null;
  let closed = false;

  /** Recreated if the system's settings have changed. */
  async function current() {
    const text = await textOf(NAME_SERVERS);
    if (known?.text !== text) known = { text, resolver: new Resolver(PATIENCE), search: searchIn(text) };
    return known;
  }

  return {
    async resolve(name) {
      const listed = addressesInHosts(await textOf(HOSTS), name);
      if (listed.length > 0) return listed;
      const { resolver, search } = await current();
      if (closed) throw notResolved('EAI_AGAIN');
      return ask(resolver, fullNames(name, search));
    },
    close() {
      closed = true;
      known?.resolver.cancel();
    },
  };
}

/** A missing file counts as empty. */
function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** The addresses in a hosts file: each line has an address, and its names after it. */
export function addressesInHosts(text: string, name: string): ResolvedAddress[] {
  const wanted = withoutDot(name).toLowerCase();
  return linesOf(text).flatMap(([address = '', ...names]) => {
    const family = isIP(address);
    const isNamed = names.some((each) => withoutDot(each).toLowerCase() === wanted);
    return isNamed && family !== 0 ? [{ address, family }] : [];
  });
}

export interface Search {
  domains: readonly string[];
  /** A name with at least this many dots is first tried unchanged. */
  dots: number;
}

/** The rules of `resolv.conf` for short names; the last entry counts. */
export function searchIn(text: string): Search {
  const search: Search = { domains: [], dots: 1 };
  for (const [keyword, ...words] of linesOf(text)) {
    if (keyword === 'search' || keyword === 'domain') search.domains = words.map(withoutDot);
    if (keyword !== 'options') continue;
    for (const word of words) if (/^ndots:\d{1,2}$/.test(word)) search.dots = Number(word.slice(6));
  }
  return search;
}

/** The full names to try, in order. */
export function fullNames(name: string, { domains, dots }: Search): string[] {
  if (name.endsWith('.')) return [withoutDot(name)];
  const searched = domains.map((domain) => `${name}.${domain}`);
  return name.split('.').length > dots ? [name, ...searched] : [...searched, name];
}

const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA']);

async function ask(resolver: Resolver, names: readonly string[]): Promise<ResolvedAddress[]> {
  let unknown: unknown = null;
  for (const name of names) {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }));
    for (const answer of answers) {
      if (answer.status === 'rejected' && !NO_SUCH_NAME.has(answer.reason.code)) unknown ??= answer.reason;
    }
  }
  throw notResolved(unknown === null ? 'ENOTFOUND' : 'EAI_AGAIN', unknown);
}

function notResolved(code: string, cause?: unknown): Error {
  return Object.assign(new Error('the name could not be resolved', { cause }), { code });
}

function linesOf(text: string): string[][] {
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
}

function withoutDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
