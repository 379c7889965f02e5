/** The names of all settings. */

/** Every setting, with what it means: the reader below and `assize doctor` go by this list. */
export const SETTINGS = {
  ASSIZE_HOST: 'address to listen on',
  ASSIZE_PORT: 'port to listen on',
  ASSIZE_DATA_DIR: 'folder of the embedded database',
  ASSIZE_DATABASE_URL: 'PostgreSQL to use instead of the embedded database',
  ASSIZE_SIGNING_DIR: 'folder of the keys that sign checkpoints',
  ASSIZE_BASE_URL: 'how callers reach the service',
  ASSIZE_TRUSTED_PROXIES: 'proxies that say where a request came from',
  ASSIZE_RETENTION: 'how long payloads of evidence are kept',
  ASSIZE_RATE_LIMITS: 'whether the limits of plans are kept',
  ASSIZE_LOG_LEVEL: 'how much is logged',
  ASSIZE_METRICS: 'where metrics are served',
  ASSIZE_METRICS_LABELS: 'names that verdicts are counted by',
  ASSIZE_APPROVAL_LIFETIME_HOURS: 'how long an approval may be given and used',
  ASSIZE_APPROVAL_QUORUM: 'how many must approve, by risk',
  ASSIZE_APPROVAL_SEPARATION: 'whether who asked may decide',
  ASSIZE_WEBHOOK_ALLOW_CIDRS: 'private networks that webhooks may reach',
  ASSIZE_SECRETS_KEY: 'key that encrypts the secrets of webhooks',
  ASSIZE_SMTP_URL: 'server that sends mail',
  ASSIZE_SMTP_FROM: 'address that mail comes from',
  ASSIZE_OIDC_ISSUER: 'provider of single sign-on for people',
  ASSIZE_OIDC_CLIENT_ID: 'this service, as the provider knows it',
  ASSIZE_OIDC_CLIENT_SECRET: 'secret that the provider gave this service',
  ASSIZE_OIDC_NAME: 'name of the provider on the page',
  ASSIZE_OIDC_ROLE: 'role of people who come for the first time',
  ASSIZE_OIDC_DOMAINS: 'domains whose addresses may sign in by the provider',
  ASSIZE_INIT_TENANT: 'name of the first tenant',
  ASSIZE_INIT_TIER: 'tier of the first tenant',
  ASSIZE_INIT_CONTACT: 'mail address of the first tenant',
  ASSIZE_INIT_PRODUCTION_KEY: 'production key of the first tenant',
  ASSIZE_INIT_SANDBOX_KEY: 'sandbox key of the first tenant',
  ASSIZE_API_KEY: 'key with which assize listen asks a service',
  ASSIZE_TEST_CLOCK_OFFSET_MS: 'shift of the clock, for tests',
} as const;
export type SettingName = keyof typeof SETTINGS;

/** Secrets of the service, which no output shows. Each can stand in a file instead, which the name with `_FILE` names. */
export const SECRETS = [
  'ASSIZE_DATABASE_URL',
  'ASSIZE_SECRETS_KEY',
  'ASSIZE_SMTP_URL',
  'ASSIZE_OIDC_CLIENT_SECRET',
  'ASSIZE_INIT_PRODUCTION_KEY',
  'ASSIZE_INIT_SANDBOX_KEY',
] as const satisfies readonly SettingName[];
export const SECRET_FILES: readonly string[] = SECRETS.map(fileSettingOf);

/** The variable that names the file of this secret. */
export function fileSettingOf(secret: (typeof SECRETS)[number]): string {
  return `${secret}_FILE`;
}

/** Reads one setting; one that is wrong is noted as a problem, and its fallback stands in until all are read. */
export type Read = <T>(
  name: SettingName,
  fallback: T,
  parse: (text: string) => T | undefined,
  expected: string,
) => T;
