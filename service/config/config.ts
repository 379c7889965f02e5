/**
 * The settings of a running service, read once from the environment and checked together, so three mistakes
 * give three messages.
 */

import path from 'node:path';
import type { DatabaseLocation } from '../database/location.ts';
import type { ApprovalSettings } from '../governance/settings/terms/index.ts';
import type { OidcSettings } from '../members/sign-in/index.ts';
import type { Witness } from '../proof/log/index.ts';
import type { TelemetrySettings } from '../telemetry/index.ts';
import type { RetentionSetting } from '../tenants/index.ts';
import {
  type InitSettings,
  type MailSettings,
  type MetricsSettings,
  readApprovals,
  readDatabase,
  readEvaluating,
  readInit,
  readMail,
  readMetrics,
  readOidc,
  readRetention,
  readSending,
  readWebhooks,
  type WebhookSettings,
} from './parts.ts';
import { type Environment, withSecretFiles } from './secret-files.ts';
import { type Read, SECRET_FILES, SETTINGS } from './settings.ts';
import { readTelemetry } from './telemetry.ts';
import { addressOf, asItIs, httpUrl, integerIn, oneOf, onOrOff, proxies } from './values.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  host: string;
  port: number;
  /** Absolute. Holds the embedded database. */
  dataDir: string;
  database: DatabaseLocation;
  /** Absolute. Holds the keys that sign checkpoints, and the last checkpoint signed. */
  signingDir: string;
  /** How callers reach the service, without a slash at the end. */
  baseUrl: string;
  /** Networks of the proxies in front of the service, whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** How long payloads are kept: as each tenant's tier says, for ever, or a number of days. */
  retention: RetentionSetting;
  /** Whether the plans' rate limits apply on Surface B. */
  rateLimits: boolean;
  /** Whether plain evaluations are answered before Fastify. */
  fastPath: boolean;
  /** How long an evaluation may wait, ms. */
  maxWaitMs: number;
  logLevel: LogLevel;
  metrics: MetricsSettings;
  telemetry: TelemetrySettings;
  /** The contents of a database that starts empty. */
  init: InitSettings;
  approvals: ApprovalSettings;
  webhooks: WebhookSettings;
  /** Where Slack is reached, with a slash at its end. The operator sets it, never a tenant. */
  slackApiUrl: string;
  /** Absolute. Where sinks of a SIEM may write files; null where they may not. */
  siemFilesDir: string | null;
  /** Those who vouch for having seen the log. */
  witnesses: Witness[];
  /** How mail is sent; null where none is sent. */
  mail: MailSettings | null;
  /** Single sign-on for people; null where there is none. */
  oidc: OidcSettings | null;
  /** The shift of the wall clock, ms. */
  clockOffsetMs: number;
  /** Names that look like settings of this service but are not. */
  unknown: string[];
}

/** Settings of the test suite, which shares the prefix. */
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

/** @throws {ConfigError} with all problems at once. */
export function readConfig(given: Environment): Config {
  const problems: string[] = [];
  const environment = withSecretFiles(given, problems);
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
    trustedProxies: read<string[]>(
      'ASSIZE_TRUSTED_PROXIES',
      [],
      proxies,
      'addresses or networks of proxies such as 127.0.0.1,10.0.0.0/8',
    ),
    retention: readRetention(read),
    rateLimits: read('ASSIZE_RATE_LIMITS', true, onOrOff, 'on or off'),
    ...readEvaluating(read),
    logLevel: read(
      'ASSIZE_LOG_LEVEL',
      'info',
      (text) => oneOf(LOG_LEVELS, text),
      `one of ${LOG_LEVELS.join(', ')}`,
    ),
    metrics: readMetrics(read),
    telemetry: readTelemetry(read),
    init: readInit(read),
    approvals: readApprovals(read),
    webhooks: readWebhooks(read),
    ...readSending(read),
    mail: readMail(read),
    oidc: readOidc(read),
    clockOffsetMs: read('ASSIZE_TEST_CLOCK_OFFSET_MS', 0, anyInteger, 'a whole number of milliseconds'),
    unknown: Object.keys(environment).filter(isUnknown),
  };
  problems.push(...contradictions(config, environment));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

const anyInteger = (text: string) => integerIn(text, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** Combinations of settings that are each valid but contradict each other. */
function contradictions({ clockOffsetMs, init }: Config, environment: Environment): string[] {
  const found: string[] = [];
  if (clockOffsetMs !== 0 && environment.NODE_ENV === 'production') {
    found.push('ASSIZE_TEST_CLOCK_OFFSET_MS must not be set when NODE_ENV is production');
  }
  if (init.productionKey !== null && init.productionKey === init.sandboxKey) {
    found.push('ASSIZE_INIT_PRODUCTION_KEY and ASSIZE_INIT_SANDBOX_KEY must differ');
  }
  if ((environment.ASSIZE_OIDC_ISSUER ?? '') !== '' && (environment.ASSIZE_OIDC_CLIENT_ID ?? '') === '') {
    found.push('ASSIZE_OIDC_ISSUER needs ASSIZE_OIDC_CLIENT_ID');
  }
  return found;
}

function isUnknown(name: string): boolean {
  if (!name.startsWith('ASSIZE_') || name.startsWith(TEST_PREFIX)) return false;
  return !Object.hasOwn(SETTINGS, name) && !SECRET_FILES.includes(name);
}
