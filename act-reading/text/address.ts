/**
 * Reads what one URL reaches and carries. Fetching a plain address reads; an address with a query, a user, or text
 * that looks like data tells its host that data, so fetching it sends.
 */

import ipaddr from 'ipaddr.js';
import { type Act, type ContentTarget, shown, target } from '../content.ts';
import { setOf } from '../lists.ts';
import { riskOfReading } from '../places.ts';
import { canonicalHost } from '../targets/index.ts';
import { hidesText } from './encoded.ts';

export interface Address {
  scheme: string;
  /** '' if the scheme has none. */
  host: string;
  port: string;
  path: string;
  queryNames: string[];
  /** The parts that carry data: `query`, `user`, `fragment`, `path`, `host`. */
  carries: string[];
  isPrivate: boolean;
  /** An address at which a cloud gives credentials to every caller on the machine. */
  isMetadata: boolean;
}

const MAX_LENGTH = 8_192;
const WEB = setOf(
  'http https ws wss ftp ftps sftp git ssh scp ldap ldaps gopher dict telnet tftp smb s3 gs rsync',
);
const METADATA = new Set([
  '[fd00:ec2::254]',
  '[fd00:ec2::23]',
  '[fd20:ce::254]',
  'metadata.google.internal',
  'metadata.goog',
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'metadata.azure.com',
  'metadata.tencentyun.com',
]);
/** Each cloud has its own link-local address, which no router forwards. */
const LINK_LOCAL = /^169\.254\.\d+\.\d+$/;
/** Names at public resolvers that stand for the IP address in them. */
const NAMED_AFTER = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})\.[a-z][\w.-]*$/i;
const NAMED_IN_HEX = /(?:^|[.-])([0-9a-f]{8})\.[a-z][\w.-]*$/i;
/** Everything after the host is sent to it as written, on any port. */
const RAW = /^(?:gopher|dict|telnet):$/;

/** @returns null if the text is not an address. */
export function readAddress(text: string): Address | null {
  if (text.length > MAX_LENGTH) return null;
  // The parser silently drops line breaks and leading blanks, so two readers would see two addresses.
  if (/[\t\r\n]/.test(text) || text.trim() !== text || /\\/.test(text)) return null;
  const url = URL.parse(text);
  if (url === null) return null;
  const host = canonicalHost(url.hostname);
  return {
    scheme: url.protocol.slice(0, -1),
    host,
    port: url.port,
    path: url.pathname,
    queryNames: [...url.searchParams.keys()],
    carries: carriedBy(url, text),
    isPrivate: isPrivate(host),
    isMetadata: isMetadata(host),
  };
}

function isMetadata(host: string): boolean {
  const address = addressNamedBy(host);
  return METADATA.has(address) || LINK_LOCAL.test(address);
}

function addressNamedBy(host: string): string {
  const named = NAMED_AFTER.exec(host);
  if (named !== null) return named.slice(1).join('.');
  const bytes = NAMED_IN_HEX.exec(host)?.[1];
  return bytes === undefined ? host : [...Buffer.from(bytes, 'hex')].join('.');
}

function carriedBy(url: URL, written: string): string[] {
  const carries: string[] = [];
  if (url.search.length > 1) carries.push('query');
  if (url.username !== '' || url.password !== '') carries.push('user');
  if (/[=&%]/.test(url.hash) || looksEncoded(url.hash.slice(1))) carries.push('fragment');
  if (pathCarries(url.pathname) || (RAW.test(url.protocol) && url.pathname.length > 1)) carries.push('path');
  if (hostCarries(url.hostname, written)) carries.push('host');
  return carries;
}

/** The URL standard writes a host in lower case, and hidden data may depend on the case as written. */
function hostCarries(host: string, written: string): boolean {
  if (host.length > 80 || host.split('.').some(labelCarries)) return true;
  const [, own = ''] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(written) ?? [];
  const labels = own.split('.').slice(0, -1);
  return hidesText(labels) || hidesText(labels.slice(0, -1));
}

/** A label has one case, so it holds no ids. */
function labelCarries(label: string): boolean {
  if (label.length > 40) return true;
  const changes = label.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0;
  return label.length >= 24 && (changes * 6 >= label.length || /^[0-9a-f]+$/.test(label));
}

const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** One id in a path is an address; text, codes and several ids in a row are data. */
function pathCarries(path: string): boolean {
  const segments = path.split('/');
  if (segments.filter((segment) => ID.test(segment)).length > 2 || hidesText(segments)) return true;
  return segments.some((segment) => {
    const plain = decoded(segment);
    if (plain === null || /[\s@=;{}"'<>]/.test(plain.replace(/^@/, ''))) return /%|[=;]/.test(segment);
    return plain.length > 120 || looksEncoded(plain);
  });
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Whether the text looks like encoded bytes: long, without words, letters and digits mixed. */
export function looksEncoded(text: string): boolean {
  if (text.length < 24 || ID.test(text)) return false;
  if (!/^[A-Za-z0-9+/_=-]+$/.test(text)) return false;
  return text.split(/[-_]/).some((run) => {
    if (run.length < 20) return false;
    const changes = run.match(/[a-z][A-Z0-9]|[A-Z][0-9]|[0-9][A-Za-z]|[a-z][A-Z]/g)?.length ?? 0;
    return changes * 5 >= run.length || run.length >= 48;
  });
}

function isPrivate(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (/^[\d.]+$|:/.test(bare) && ipaddr.isValid(bare)) return ipaddr.process(bare).range() !== 'unicast';
  return (
    !host.includes('.') || /\.(?:local|localhost|internal|lan|home|corp|intranet|test|invalid)$/.test(host)
  );
}

/** Returns the act of fetching it. `path` is a local file's. */
export function actOfAddress(text: string, address: Address): Act {
  const to = target('url', 'place', text);
  const { scheme, host, carries } = address;
  if (scheme === 'file') return fileAct(text, address);
  if (scheme === 'mailto') {
    const recipients = mailedBy(text);
    return {
      effect: 'send',
      what: `writes a mail to ${shown(recipients[0]?.text ?? 'an address')}`,
      targets: recipients,
    };
  }
  if (scheme === 'tel' || scheme === 'sms') {
    const number = text.slice(text.indexOf(':') + 1);
    return {
      effect: 'send',
      what: `calls ${shown(number)}`,
      targets: [target('phone', 'recipient', number)],
    };
  }
  if (scheme === 'data' || scheme === 'about' || scheme === 'blob')
    return { effect: 'read', what: `opens a ${scheme}: address`, targets: [] };
  if (!WEB.has(scheme)) {
    const what =
      scheme === 'javascript' || scheme === 'vbscript'
        ? 'runs a script in an address'
        : `opens a program by a ${shown(scheme)}: address`;
    return {
      effect: 'execute',
      what,
      targets: [target('program', 'program', `${scheme}:`)],
      risk_level: 'high',
    };
  }
  if (carries.length > 0) {
    return {
      effect: 'send',
      what: `sends data to ${shown(host)} in the ${carries.join(' and the ')} of its address`,
      targets: [to],
      ...(address.isMetadata && { risk_level: 'high' }),
    };
  }
  return {
    effect: 'read',
    what: `reads from ${shown(host)}`,
    targets: [to],
    ...(address.isMetadata && { risk_level: 'high' }),
  };
}

function fileAct(text: string, { path, host }: Address): Act {
  const plain = decoded(path) ?? path;
  const risk = riskOfReading(plain);
  const place = host === '' ? target('path', 'place', plain) : target('url', 'place', text);
  return {
    effect: 'read',
    what: `reads the file ${shown(plain)}`,
    targets: [place],
    ...(risk !== undefined && { risk_level: risk }),
  };
}

function mailedBy(text: string): ContentTarget[] {
  const url = URL.parse(text);
  const names = ['to', 'cc', 'bcc'];
  const more = [...(url?.searchParams ?? [])]
    .filter(([name]) => names.includes(name.toLowerCase()))
    .map(([, value]) => value);
  return [decoded(url?.pathname ?? '') ?? '', ...more]
    .flatMap((list) => list.split(','))
    .flatMap((address) => (address.trim() === '' ? [] : [target('email', 'recipient', address.trim())]));
}
