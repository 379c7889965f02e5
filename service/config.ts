/**
 * The settings of a running service, read once from the environment and checked together: whoever starts it with
 * three mistakes hears of three.
 */
import path from 'node:path';
import type { DatabaseLocation } from './database/location.ts';
import type { RetentionSetting } from './evidence/index.ts';
import { readSecret } from './keys/index.ts';
import { isTenantName, TIERS, type Tier } from './tenants/index.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  host: string;
  port: number;
  /** Absolute. Holds the embedded database. */
  dataDir: string;
  database: DatabaseLocation;
  /** Absolute. Holds the keys that sign checkpoints, and what was signed last. */
  signingDir: string;
  /** How callers reach the service, without a slash at the end. */
  baseUrl: string;
  /** How long payloads are kept: as each tenant's tier says, for ever, or so many days. */
  retention: RetentionSetting;
  logLevel: LogLevel;
  /** What an empty database begins with. */
  init: { tenant: string; tier: Tier; productionKey: string | null; sandboxKey: string | null };
  /** ms by which the wall clock is shifted. */
  clockOffsetMs: number;
  /** Names that look like settings of this service and are not. */
  unknown: string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting, with what it means: the reader below and `assize doctor` go by this list. */
export const SETTINGS = {
  ASSIZE_HOST: 'address to listen on',
  ASSIZE_PORT: 'port to listen on',
  ASSIZE_DATA_DIR: 'folder of the embedded database',
  ASSIZE_DATABASE_URL: 'PostgreSQL to use instead of the embedded database',
  ASSIZE_SIGNING_DIR: 'folder of the keys that sign checkpoints',
  ASSIZE_BASE_URL: 'how callers reach the service',
  ASSIZE_RETENTION: 'how long payloads of evidence are kept',
  ASSIZE_LOG_LEVEL: 'how much is logged',
  ASSIZE_INIT_TENANT: 'name of the first tenant',
  ASSIZE_INIT_TIER: 'tier of the first tenant',
  ASSIZE_INIT_PRODUCTION_KEY: 'production key of the first tenant',
  ASSIZE_INIT_SANDBOX_KEY: 'sandbox key of the first tenant',
  ASSIZE_TEST_CLOCK_OFFSET_MS: 'shift of the clock, for tests',
} as const;
type SettingName = keyof typeof SETTINGS;

const MOST_RETENTION_DAYS = 36_500;
/** Settings of the test suite, which share the prefix. */
const TEST_PREFIX = 'ASSIZE_TEST_';

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/** Reads one setting; one that is wrong is noted as a problem, and its fallback stands in until all are read. */
type Read = <T>(
  name: SettingName,
  fallback: T,
  parse: (text: string) => T | undefined,
  expected: string,
) => T;

const asItIs = (text: string): string => text;

/** @throws {ConfigError} with every problem at once. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const read: Read = (name, fallback, parse, expected) => {
    const text = environment[name];
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    problems.push(`${name} must be ${expected}`);
    return fallback;
  };

  const host = read('ASSIZE_HOST', '127.0.0.1', asItIs, 'an address');
  const port = read(
    'ASSIZE_PORT',
    8080,
    (text) => integerIn(text, 0, 65_535),
    'a port number from 0 to 65535',
  );
  const dataDir = path.resolve(read('ASSIZE_DATA_DIR', 'data', asItIs, 'a folder'));
  const config: Config = {
    host,
    port,
    dataDir,
    database: readDatabase(read, dataDir),
    signingDir: path.resolve(read('ASSIZE_SIGNING_DIR', path.join(dataDir, 'signing'), asItIs, 'a folder')),
    baseUrl: read('ASSIZE_BASE_URL', addressOf(host, port), httpUrl, 'an http:// or https:// URL'),
    retention: readRetention(read),
    logLevel: read(
      'ASSIZE_LOG_LEVEL',
      'info',
      (text) => oneOf(LOG_LEVELS, text),
      `one of ${LOG_LEVELS.join(', ')}`,
    ),
    init: readInit(read),
    clockOffsetMs: read(
      'ASSIZE_TEST_CLOCK_OFFSET_MS',
      0,
      (text) => integerIn(text, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      'a whole number of milliseconds',
    ),
    unknown: Object.keys(environment).filter(isUnknown),
  };
  problems.push(...contradictions(config, environment));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function readDatabase(read: Read, dataDir: string): DatabaseLocation {
  const expected = 'a postgres:// or postgresql:// URL';
  const url = read<string | null>('ASSIZE_DATABASE_URL', null, postgresUrl, expected);
  return url === null ? { kind: 'sqlite', path: path.join(dataDir, 'assize.db') } : { kind: 'postgres', url };
}

function readRetention(read: Read): RetentionSetting {
  const parse = (text: string) =>
    oneOf(['by-tier', 'unlimited'] as const, text) ?? integerIn(text, 1, MOST_RETENTION_DAYS);
  const expected = `by-tier, unlimited or a number of days from 1 to ${MOST_RETENTION_DAYS}`;
  return read<RetentionSetting>('ASSIZE_RETENTION', 'by-tier', parse, expected);
}

function readInit(read: Read): Config['init'] {
  const key = (name: SettingName) =>
    read<string | null>(name, null, plainSecret, 'of the form ak_ and 32 lower-case hex digits');
  return {
    tenant: read(
      'ASSIZE_INIT_TENANT',
      'default',
      (text) => (isTenantName(text) ? text : undefined),
      'a tenant name: 1 to 63 lower-case letters, digits and dashes',
    ),
    tier: read('ASSIZE_INIT_TIER', 'free', (text) => oneOf(TIERS, text), `one of ${TIERS.join(', ')}`),
    productionKey: key('ASSIZE_INIT_PRODUCTION_KEY'),
    sandboxKey: key('ASSIZE_INIT_SANDBOX_KEY'),
  };
}

/** What is right by itself, and wrong together. */
function contradictions({ clockOffsetMs, init }: Config, { NODE_ENV }: Environment): string[] {
  const found: string[] = [];
  if (clockOffsetMs !== 0 && NODE_ENV === 'production') {
    found.push('ASSIZE_TEST_CLOCK_OFFSET_MS must not be set when NODE_ENV is production');
  }
  if (init.productionKey !== null && init.productionKey === init.sandboxKey) {
    found.push('ASSIZE_INIT_PRODUCTION_KEY and ASSIZE_INIT_SANDBOX_KEY must differ');
  }
  return found;
}

function isUnknown(name: string): boolean {
  return name.startsWith('ASSIZE_') && !name.startsWith(TEST_PREFIX) && !Object.hasOwn(SETTINGS, name);
}

/** As a URL states it: IPv6 in brackets. */
function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function integerIn(text: string, least: number, greatest: number): number | undefined {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= greatest ? value : undefined;
}

function oneOf<T extends string>(choices: readonly T[], text: string): T | undefined {
  return choices.find((choice) => choice === text);
}

function plainSecret(text: string): string | undefined {
  const read = readSecret(text);
  return read === null || read.marked ? undefined : read.secret;
}

function postgresUrl(text: string): string | undefined {
  return isUrlOf(text, ['postgres:', 'postgresql:']) ? text : undefined;
}

function httpUrl(text: string): string | undefined {
  return isUrlOf(text, ['http:', 'https:']) ? text.replace(/\/+$/, '') : undefined;
}

function isUrlOf(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
