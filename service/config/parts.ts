/** Groups of related settings. */

import path from 'node:path';
import type { DatabaseLocation } from '../database/location.ts';
import {
  type ApprovalSettings,
  DEFAULT_APPROVAL_SETTINGS,
  MAX_APPROVAL_HOURS,
  MAX_APPROVERS,
} from '../governance/settings/terms/index.ts';
import { ROLES, type Role } from '../keys/index.ts';
import type { OidcSettings } from '../members/sign-in/index.ts';
import { METRICS_LABELS, type MetricsLabel } from '../metrics/index.ts';
import type { Witness } from '../proof/log/index.ts';
import { isTenantName, type RetentionSetting, TIERS, type Tier } from '../tenants/index.ts';
import type { Read, SettingName } from './settings.ts';
import {
  absolute,
  asItIs,
  httpUrl,
  integerIn,
  issuerUrl,
  type ListenAddress,
  listenAddress,
  mailAddress,
  mailDomains,
  networks,
  oneOf,
  onOrOff,
  plainSecret,
  postgresUrl,
  quorum,
  secretsKey,
  smtpUrl,
  witnesses,
} from './values.ts';

const MAX_RETENTION_DAYS = 36_500;
const HOUR_MS = 3_600_000;

export interface MetricsSettings {
  /** On the API's port, nowhere, or on a separate address. */
  at: 'beside' | 'nowhere' | ListenAddress;
  labels: MetricsLabel[];
}

export function readMetrics(read: Read): MetricsSettings {
  const nowhere = (isOn: boolean) => (isOn ? 'beside' : 'nowhere');
  const whereIn = (text: string) =>
    onOrOff(text) === undefined ? listenAddress(text) : nowhere(text === 'on');
  const labelsIn = (text: string) => {
    const named = text.split(',').map((part) => oneOf(METRICS_LABELS, part.trim()));
    return named.every((label) => label !== undefined) ? named : undefined;
  };
  return {
    at: read<MetricsSettings['at']>(
      'ASSIZE_METRICS',
      'beside',
      whereIn,
      'on, off or an address such as 127.0.0.1:9464',
    ),
    labels: read<MetricsLabel[]>(
      'ASSIZE_METRICS_LABELS',
      [],
      labelsIn,
      `some of ${METRICS_LABELS.join(', ')}, with commas`,
    ),
  };
}

export interface InitSettings {
  tenant: string;
  tier: Tier;
  contact: string | null;
  productionKey: string | null;
  sandboxKey: string | null;
}

export interface WebhookSettings {
  /** Networks that webhooks may reach although they are private, over http as well. */
  allowNetworks: string[];
  /** 32 bytes that encrypt stored secrets; null where a file in the data folder holds the key. */
  secretsKey: Uint8Array | null;
}

export interface MailSettings {
  smtpUrl: string;
  from: string;
}

export function readDatabase(read: Read, dataDir: string): DatabaseLocation {
  const expected = 'a postgres:// or postgresql:// URL';
  const url = read<string | null>('ASSIZE_DATABASE_URL', null, postgresUrl, expected);
  return url === null ? { kind: 'sqlite', path: path.join(dataDir, 'assize.db') } : { kind: 'postgres', url };
}

export function readRetention(read: Read): RetentionSetting {
  const parse = (text: string) =>
    oneOf(['by-tier', 'unlimited'] as const, text) ?? integerIn(text, 1, MAX_RETENTION_DAYS);
  const expected = `by-tier, unlimited or a number of days from 1 to ${MAX_RETENTION_DAYS}`;
  return read<RetentionSetting>('ASSIZE_RETENTION', 'by-tier', parse, expected);
}

export function readInit(read: Read): InitSettings {
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
    contact: read<string | null>('ASSIZE_INIT_CONTACT', null, mailAddress, 'a mail address'),
    productionKey: key('ASSIZE_INIT_PRODUCTION_KEY'),
    sandboxKey: key('ASSIZE_INIT_SANDBOX_KEY'),
  };
}

export function readApprovals(read: Read): ApprovalSettings {
  const { lifetimeMs, required, separationOfDuties } = DEFAULT_APPROVAL_SETTINGS;
  const hours = read(
    'ASSIZE_APPROVAL_LIFETIME_HOURS',
    lifetimeMs / HOUR_MS,
    (text) => integerIn(text, 1, MAX_APPROVAL_HOURS),
    `a number of hours from 1 to ${MAX_APPROVAL_HOURS}`,
  );
  return {
    lifetimeMs: hours * HOUR_MS,
    required: read(
      'ASSIZE_APPROVAL_QUORUM',
      required,
      quorum,
      `such as high=2,critical=3, each from 1 to ${MAX_APPROVERS}`,
    ),
    separationOfDuties: read('ASSIZE_APPROVAL_SEPARATION', separationOfDuties, onOrOff, 'on or off'),
  };
}

/** How evaluations are answered. */
export function readEvaluating(read: Read): { fastPath: boolean; maxWaitMs: number } {
  return {
    fastPath: read('ASSIZE_FAST_PATH', true, onOrOff, 'on or off'),
    maxWaitMs: read(
      'ASSIZE_MAX_WAIT_MS',
      1000,
      (text) => integerIn(text, 100, 60_000),
      'a number of milliseconds from 100 to 60000',
    ),
  };
}

export function readWebhooks(read: Read): WebhookSettings {
  return {
    allowNetworks: read<string[]>(
      'ASSIZE_WEBHOOK_ALLOW_CIDRS',
      [],
      networks,
      'networks such as 10.0.0.0/8,fd00::/8',
    ),
    secretsKey: read<Uint8Array | null>('ASSIZE_SECRETS_KEY', null, secretsKey, '64 lower-case hex digits'),
  };
}

/** Where Slack is reached, with a slash at its end. */
function readSlackApiUrl(read: Read): string {
  const url = read('ASSIZE_SLACK_API_URL', 'https://slack.com/api', httpUrl, 'an http:// or https:// URL');
  return `${url}/`;
}

/** Where the service sends to, by the operator's will alone. */
export function readSending(read: Read) {
  const wanted = 'keys and URLs of witnesses, such as "w1.example+… https://w1.example", with commas between';
  return {
    slackApiUrl: readSlackApiUrl(read),
    siemFilesDir: read<string | null>(
      'ASSIZE_SIEM_FILES_DIR',
      null,
      absolute,
      'an absolute path of a folder',
    ),
    witnesses: read<Witness[]>('ASSIZE_WITNESSES', [], witnesses, wanted),
  };
}

export function readMail(read: Read): MailSettings | null {
  const url = read<string | null>('ASSIZE_SMTP_URL', null, smtpUrl, 'an smtp:// or smtps:// URL');
  const from = read('ASSIZE_SMTP_FROM', 'assize@localhost', mailAddress, 'a mail address');
  return url === null ? null : { smtpUrl: url, from };
}

export function readOidc(read: Read): OidcSettings | null {
  const expected = 'an https:// URL, or an http:// URL of this machine';
  const issuer = read<string | null>('ASSIZE_OIDC_ISSUER', null, issuerUrl, expected);
  const clientId = read<string | null>('ASSIZE_OIDC_CLIENT_ID', null, asItIs, 'a client id');
  const settings = {
    clientSecret: read<string | null>('ASSIZE_OIDC_CLIENT_SECRET', null, asItIs, 'a secret'),
    name: read('ASSIZE_OIDC_NAME', 'single sign-on', asItIs, 'a name'),
    role: read<Role | null>(
      'ASSIZE_OIDC_ROLE',
      null,
      (text) => oneOf(ROLES, text),
      `one of ${ROLES.join(', ')}`,
    ),
    domains: read<string[]>('ASSIZE_OIDC_DOMAINS', [], mailDomains, 'domains such as acme.example,acme.test'),
  };
  return issuer === null || clientId === null ? null : { issuer, clientId, ...settings };
}
