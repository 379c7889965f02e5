/**
 * The names under which a record may know a target: its own, and wider ones that contain it, such as the domain of an
 * address or the folder of a file.
 */
import { posix } from 'node:path';
import { getDomain } from 'tldts';
import { mayClimb } from './climbing.ts';
import type { Target, TargetKind } from './vocabulary.ts';

/** Persons, channels, accounts and objects share `name`, because tools put the same target in different fields. */
type NameKind = 'email' | 'domain' | 'url' | 'path' | 'phone' | 'name' | 'program';

/** Deeper paths and domains are covered only from this depth. */
const MAX_LEVELS = 32;

const KINDS: Record<TargetKind, NameKind> = {
  email: 'email',
  domain: 'domain',
  url: 'url',
  path: 'path',
  phone: 'phone',
  person: 'name',
  channel: 'name',
  account: 'name',
  object: 'name',
  program: 'program',
};

/** The name of the target itself. */
export function nameOf({ kind, value }: Target): string {
  switch (kind) {
    case 'url':
      return `url ${withoutSlash(value)}`;
    case 'account':
    case 'object':
      return `name ${compatible(value)
        .replace(/^[@#]+\s*/, '')
        .toLowerCase()}`;
    default:
      return `${KINDS[kind]} ${value}`;
  }
}

const compatible = (text: string) => (/^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKC'));

/** Returns the target's own name first, then wider ones. */
export function namesOf(target: Target): string[] {
  return [...new Set([nameOf(target), ...widerNames(target)])];
}

function widerNames({ kind, value }: Target): string[] {
  switch (kind) {
    case 'email':
      return domainNames(value.slice(value.lastIndexOf('@') + 1));
    case 'domain':
      return domainNames(value);
    case 'url':
      return urlNames(value);
    case 'path':
      return parentPaths(value).map((parent) => `path ${parent}`);
    default:
      return [];
  }
}

/** Stops at the registrable domain (by the public suffix list), so that no domain covers those of other owners. */
function domainNames(host: string): string[] {
  const registrable = getDomain(host, { allowPrivateDomains: true }) ?? host;
  const labels = host.split('.').slice(-MAX_LEVELS);
  const names: string[] = [];
  for (let first = 0; first < labels.length; first += 1) {
    const parent = labels.slice(first).join('.');
    if (parent.length < registrable.length) break;
    names.push(`domain ${parent}`);
  }
  return names;
}

function urlNames(value: string): string[] {
  const { origin, pathname, hostname, protocol, host } = new URL(value);
  const hosts = domainNames(hostname.replace(/^\[|\]$/g, ''));
  if (mayClimb(pathname)) return hosts;
  const base = origin === 'null' ? `${protocol}//${host}` : origin;
  const folders = parentPaths(withoutSlash(pathname)).map(
    (parent) => `url ${withoutSlash(`${base}${parent}`)}`,
  );
  const whole = `url ${withoutSlash(`${base}${pathname}`)}`;
  return [whole, ...folders, ...hosts];
}

function parentPaths(path: string): string[] {
  const parents: string[] = [];
  for (let at = posix.dirname(path); parents.length < MAX_LEVELS; at = posix.dirname(at)) {
    if (at === '..' || at.endsWith('/..')) break;
    parents.push(at);
    if (at === '/' || at === '~' || at === '.') break;
  }
  return parents;
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
