/** Readers of single settings: each returns undefined for a text that it can't read. */
import { isIP } from 'node:net';
import path from 'node:path';
import { RISK_LEVELS } from '@assize/act-reading/risk';
import { parseWitnessKey } from '@assize/evidence-format';
import ipaddr from 'ipaddr.js';
import { DEFAULT_APPROVAL_SETTINGS, MAX_APPROVERS } from '../governance/settings/terms/index.ts';
import { readSecret } from '../keys/index.ts';
import type { Witness } from '../proof/log/index.ts';
import { isMailAddress } from '../tenants/index.ts';

export interface ListenAddress {
  host: string;
  port: number;
}

export const asItIs = (text: string): string => text;

/** The path of a folder that does not depend on where the service was started. */
export function absolute(text: string): string | undefined {
  return path.isAbsolute(text) ? path.normalize(text) : undefined;
}

/** An address as written in a URL: IPv6 in brackets. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export function integerIn(text: string, min: number, max: number): number | undefined {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

export function oneOf<T extends string>(choices: readonly T[], text: string): T | undefined {
  return choices.find((choice) => choice === text);
}

/** For example `127.0.0.1:9464` or `[::1]:9464`; the port alone listens on this machine only. */
export function listenAddress(text: string): ListenAddress | undefined {
  const [, brackets, host = brackets, digits = ''] =
    /^(?:(?:\[([^\]]+)\]|([^:[\]]+)):)?(\d+)$/.exec(text) ?? [];
  const port = integerIn(digits, 0, 65_535);
  return port === undefined ? undefined : { host: host ?? '127.0.0.1', port };
}

export function onOrOff(text: string): boolean | undefined {
  if (text === 'on') return true;
  return text === 'off' ? false : undefined;
}

export function plainSecret(text: string): string | undefined {
  const read = readSecret(text);
  return read === null || read.marked ? undefined : read.secret;
}

export function postgresUrl(text: string): string | undefined {
  return isUrlOf(text, ['postgres:', 'postgresql:']) ? text : undefined;
}

export function httpUrl(text: string): string | undefined {
  return isUrlOf(text, ['http:', 'https:']) ? text.replace(/\/+$/, '') : undefined;
}

function isUrlOf(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

export function smtpUrl(text: string): string | undefined {
  return isUrlOf(text, ['smtp:', 'smtps:']) && new URL(text).hostname !== '' ? text : undefined;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Sign-in must be encrypted, except on this machine. */
export function issuerUrl(text: string): string | undefined {
  if (isUrlOf(text, ['https:'])) return text;
  return isUrlOf(text, ['http:']) && LOOPBACK.has(new URL(text).hostname) ? text : undefined;
}

export function mailDomains(text: string): string[] | undefined {
  const domains = text.split(',').map((part) => part.trim().toLowerCase());
  return domains.every((domain) => isMailAddress(`someone@${domain}`)) ? domains : undefined;
}

export function mailAddress(text: string): string | undefined {
  return isMailAddress(text) ? text : undefined;
}

/** For example `10.0.0.0/8,fd00::/8`; a single address is a network of one. */
export function networks(text: string): string[] | undefined {
  const named = text.split(',').map((part) => part.trim());
  return named.every((part) => ipaddr.isValidCIDR(part) || ipaddr.isValid(part)) ? named : undefined;
}

/** Networks, but not all addresses: otherwise any caller could claim any address. */
export function proxies(text: string): string[] | undefined {
  const named = networks(text);
  return named?.every((part) => isIP(part.split('/')[0] ?? '') > 0 && !part.endsWith('/0'))
    ? named
    : undefined;
}

const SECRETS_KEY = /^[0-9a-f]{64}$/;

export function secretsKey(text: string): Uint8Array | undefined {
  return SECRETS_KEY.test(text) ? Buffer.from(text, 'hex') : undefined;
}

/** For example `w1.example+1a2b3c4d+BA… https://w1.example/prefix`, with commas between; each name once. */
export function witnesses(text: string): Witness[] | undefined {
  const read = text.split(',').map((part) => {
    const [, vkey = '', url = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(part) ?? [];
    const prefix = httpUrl(url);
    try {
      return prefix === undefined ? undefined : { ...parseWitnessKey(vkey), url: prefix };
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  });
  const known = read.filter((witness) => witness !== undefined);
  const names = new Set(known.map(({ name }) => name));
  return known.length === read.length && names.size === read.length ? known : undefined;
}

/** For example `high=2,critical=3`: how many must approve, by risk; 1 for a risk that is not named. */
export function quorum(text: string): Record<string, number> | undefined {
  const required: Record<string, number> = { ...DEFAULT_APPROVAL_SETTINGS.required };
  for (const part of text.split(',')) {
    const [name = '', count = ''] = part.trim().split('=');
    const risk = oneOf(RISK_LEVELS, name);
    const many = integerIn(count, 1, MAX_APPROVERS);
    if (risk === undefined || many === undefined) return undefined;
    required[risk] = many;
  }
  return required;
}
