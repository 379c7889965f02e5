/**
 * The kinds of sinks: what each needs to be set up. Every option is checked here and shown, so that nothing is left to
 * find out while sending.
 */
import { X509Certificate } from 'node:crypto';
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { Failure, type Fault } from '../../foundation/failure.ts';
import type { Environment } from '../../tenants/index.ts';
import { hostFault, urlFault } from '../../webhooks/endpoints/index.ts';

export const SINK_KINDS = ['syslog', 'http', 'file'] as const;
export type SinkKind = (typeof SINK_KINDS)[number];

export const FORMATS = ['ocsf', 'cef'] as const;
export const DETAILS = ['none', 'summary'] as const;

/** The options of every kind. */
export interface CommonOptions {
  format: (typeof FORMATS)[number];
  detail: (typeof DETAILS)[number];
  /** The oldest records beyond this are skipped, and a message says so. */
  max_waiting: number;
  /** Records that have waited for longer are skipped too. */
  max_hours: number;
}

export interface SyslogOptions extends CommonOptions {
  host: string;
  port: number;
  tls: boolean;
  /** PEM; empty for the well-known ones. */
  authorities: string;
  /** RFC 5424, 6.2.1. */
  facility: number;
}

/** Where a sink may send to. */
export interface Where {
  environment: Environment;
  allowNetworks: readonly string[];
  /** The operator's folder for files; null where files are not allowed. */
  filesDir: string | null;
}

/** RFC 5425, 4.1. */
const TLS_PORT = 6514;
/** "Log audit". */
const FACILITY = 13;
const MAX_WAITING = 1_000_000;
const MAX_HOURS = 168;
const ROTATE_MB = 100;
const KEEP_FILES = 10;
const MAX_PEM_CHARACTERS = 65_536;
const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
/** One line of printable ASCII, as a header's value may be. */
const TOKEN = /^[\x21-\x7e](?:[\x20-\x7e]{0,4094}[\x21-\x7e])?$/;

/** Reads members one after the other, and refuses them all together. */
class Reader {
  readonly #of: string;
  readonly #given: JsonObject;
  readonly #known = new Set<string>();
  readonly #faults: Fault[] = [];

  constructor(of: 'options' | 'secrets', given: JsonObject) {
    this.#of = of;
    this.#given = given;
  }

  /** @param wanted ends the sentence "This must be …". */
  read<T extends JsonValue>(
    name: string,
    fallback: T | undefined,
    fits: (value: JsonValue) => boolean,
    wanted: string,
  ): T {
    this.#known.add(name);
    const value = this.#given[name] ?? fallback;
    if (value === undefined || !fits(value)) this.fault(name, `This must be ${wanted}.`);
    return value as T;
  }

  fault(name: string, message: string, type = 'value_error'): void {
    this.#faults.push({ field: [this.#of, name], message, type });
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const fits = (value: JsonValue) =>
      Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
    return this.read(name, fallback, fits, `an integer from ${min} to ${max}`);
  }

  oneOf<T extends string>(name: string, words: readonly T[], fallback = words[0] as T): T {
    return this.read(name, fallback, (value) => words.includes(value as T), `one of ${words.join(', ')}`);
  }

  /** @throws {Failure} `invalid`, where anything did not fit. */
  end(): void {
    for (const name of Object.keys(this.#given))
      if (!this.#known.has(name)) this.fault(name, 'Extra inputs are not permitted', 'extra_forbidden');
    if (this.#faults.length > 0) throw Failure.invalid(this.#faults);
  }
}

/** @throws {Failure} `invalid`, naming each field below `options`. */
export function readOptions(kind: SinkKind, given: JsonObject, where: Where): JsonObject {
  const reader = new Reader('options', given);
  const common = {
    format: reader.oneOf('format', kind === 'syslog' ? FORMATS : (['ocsf'] as const)),
    detail: reader.oneOf('detail', DETAILS),
    max_waiting: reader.integer('max_waiting', MAX_WAITING, 100, 100_000_000),
    max_hours: reader.integer('max_hours', MAX_HOURS, 1, 8760),
  };
  const own = OPTIONS[kind](reader, where);
  reader.end();
  return { ...common, ...own };
}

const OPTIONS: Record<SinkKind, (reader: Reader, where: Where) => JsonObject> = {
  syslog(reader, { allowNetworks }) {
    const host = reader.read<string>('host', undefined, (value) => typeof value === 'string', 'a host name');
    const tls = reader.read<boolean>('tls', true, (value) => typeof value === 'boolean', 'true or false');
    const fault = typeof host === 'string' ? hostFault(host, tls === true, allowNetworks) : null;
    if (fault !== null) reader.fault('host', fault);
    const wanted = 'PEM certificates of authorities, or empty';
    return {
      host,
      port: reader.integer('port', TLS_PORT, 1, 65_535),
      tls,
      authorities: reader.read<string>('authorities', '', arePem, wanted),
      facility: reader.integer('facility', FACILITY, 0, 23),
    };
  },
  http(reader) {
    const isName = (value: JsonValue) => typeof value === 'string' && HEADER_NAME.test(value);
    return { header: reader.read<string>('header', 'Authorization', isName, 'the name of a header') };
  },
  file(reader, { filesDir }) {
    if (filesDir === null) {
      throw Failure.invalid([
        {
          field: ['kind'],
          message: 'This service writes no files: its operator has not set ASSIZE_SIEM_FILES_DIR.',
          type: 'value_error',
        },
      ]);
    }
    return {
      rotate_mb: reader.integer('rotate_mb', ROTATE_MB, 1, 10_240),
      keep_files: reader.integer('keep_files', KEEP_FILES, 1, 1000),
    };
  },
};

/** @throws {Failure} `invalid`, naming each field below `secrets`; no message repeats a secret. */
export function readSecrets(kind: SinkKind, given: JsonObject, where: Where): JsonObject {
  const reader = new Reader('secrets', given);
  const secrets = SECRETS[kind](reader, where);
  reader.end();
  return secrets;
}

const none = () => ({});

const SECRETS: Record<SinkKind, (reader: Reader, where: Where) => JsonObject> = {
  syslog: none,
  file: none,
  /** An address may hold a token too. */
  http(reader, { environment, allowNetworks }) {
    const url = reader.read<string>('url', undefined, (value) => typeof value === 'string', 'a URL');
    const fault = typeof url === 'string' ? urlFault(url, environment, allowNetworks) : null;
    if (fault !== null) reader.fault('url', fault);
    const isToken = (value: JsonValue) => value === '' || (typeof value === 'string' && TOKEN.test(value));
    return { url, token: reader.read<string>('token', '', isToken, 'one line of ASCII') };
  },
};

function arePem(value: JsonValue): boolean {
  if (typeof value !== 'string' || value.length > MAX_PEM_CHARACTERS) return false;
  if (value === '') return true;
  const certificates = authoritiesIn(value);
  return certificates.length > 0 && certificates.every(isCertificate);
}

/** The certificates in a PEM text, one by one. */
export function authoritiesIn(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}
