/** The names of all settings. */

/** Every setting and its meaning: the reader below and `assize doctor` use this list. */
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
  ASSIZE_MAX_WAIT_MS: 'how long an evaluation may wait',
  ASSIZE_FAST_PATH: 'whether plain evaluations take the short way',
  ASSIZE_LOG_LEVEL: 'how much is logged',
  ASSIZE_METRICS: 'where metrics are served',
  ASSIZE_METRICS_LABELS: 'names that verdicts are counted by',
  ASSIZE_APPROVAL_LIFETIME_HOURS: 'how long an approval may be given and used',
  ASSIZE_APPROVAL_QUORUM: 'how many must approve, by risk',
  ASSIZE_APPROVAL_SEPARATION: 'whether the requester may decide',
  ASSIZE_WEBHOOK_ALLOW_CIDRS: 'private networks that webhooks may reach',
  ASSIZE_SIEM_FILES_DIR: 'folder in which sinks of a SIEM may write files',
  ASSIZE_SLACK_API_URL: 'where Slack is reached',
  ASSIZE_WITNESSES: 'witnesses that cosign checkpoints',
  ASSIZE_SECRETS_KEY: 'key that encrypts the secrets of webhooks',
  ASSIZE_SMTP_URL: 'server that sends mail',
  ASSIZE_SMTP_FROM: 'address that mail comes from',
  ASSIZE_OIDC_ISSUER: 'provider of single sign-on for people',
  ASSIZE_OIDC_CLIENT_ID: 'client ID of this service at the provider',
  ASSIZE_OIDC_CLIENT_SECRET: 'client secret of this service at the provider',
  ASSIZE_OIDC_NAME: 'name of the provider on the page',
  ASSIZE_OIDC_ROLE: 'role of people on their first sign-in',
  ASSIZE_OIDC_DOMAINS: 'domains whose addresses may sign in through the provider',
  ASSIZE_INIT_TENANT: 'name of the first tenant',
  ASSIZE_INIT_TIER: 'tier of the first tenant',
  ASSIZE_INIT_CONTACT: 'mail address of the first tenant',
  ASSIZE_INIT_PRODUCTION_KEY: 'production key of the first tenant',
  ASSIZE_INIT_SANDBOX_KEY: 'sandbox key of the first tenant',
  ASSIZE_API_KEY: 'key that assize listen uses, and that acknowledges alarms',
  ASSIZE_TEST_CLOCK_OFFSET_MS: 'shift of the clock, for tests',
  OTEL_SDK_DISABLED: 'whether no telemetry is exported',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector of traces and logs',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector of traces',
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'collector of logs',
  OTEL_EXPORTER_OTLP_HEADERS: 'headers for the collector',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'headers for the collector of traces',
  OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'headers for the collector of logs',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'how telemetry is written',
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'how traces are written',
  OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'how logs are written',
  OTEL_EXPORTER_OTLP_TIMEOUT: 'time for the answer of the collector',
  OTEL_TRACES_EXPORTER: 'whether traces are exported',
  OTEL_LOGS_EXPORTER: 'whether logs are exported',
  OTEL_TRACES_SAMPLER: 'which requests are traced',
  OTEL_TRACES_SAMPLER_ARG: 'the part of requests that is traced',
  OTEL_SERVICE_NAME: 'name of the service in telemetry',
  OTEL_RESOURCE_ATTRIBUTES: 'further attributes of the service in telemetry',
  OTEL_BSP_SCHEDULE_DELAY: 'how long spans gather',
  OTEL_BSP_EXPORT_TIMEOUT: 'time for sending spans',
  OTEL_BSP_MAX_QUEUE_SIZE: 'spans that may wait',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'spans that are sent together',
  OTEL_BLRP_SCHEDULE_DELAY: 'how long log lines gather',
  OTEL_BLRP_EXPORT_TIMEOUT: 'time for sending log lines',
  OTEL_BLRP_MAX_QUEUE_SIZE: 'log lines that may wait',
  OTEL_BLRP_MAX_EXPORT_BATCH_SIZE: 'log lines that are sent together',
} as const;
export type SettingName = keyof typeof SETTINGS;

/**
 * Secrets of the service, which no output shows. Each can stand in a file instead, named by the setting with
 * `_FILE`.
 */
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

/**
 * Reads one setting. A wrong value is noted as a problem, and the fallback is used until all settings are
 * read.
 */
export type Read = <T>(
  name: SettingName,
  fallback: T,
  parse: (text: string) => T | undefined,
  expected: string,
) => T;
