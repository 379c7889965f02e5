/** `assize keys create|list|revoke`, like the API, and the commands for signing keys. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type ApiKey,
  createKey,
  keyFields,
  listKeys,
  MANAGES_MEMBERS,
  MAX_LIFETIME_DAYS,
  revokeKey,
  SCOPES,
  type Scope,
  statusOf,
} from '../../keys/index.ts';
import { ENVIRONMENTS, type Environment, findTenant } from '../../tenants/index.ts';
import { rotateSigningCommand } from '../evidence/signing.ts';
import { verifierKeysCommand } from '../evidence/verifier.ts';
import type { JsonOption } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, print, printJson, table } from '../terminal.ts';

interface TenantOptions extends JsonOption {
  tenant: string;
}

interface CreateOptions extends TenantOptions {
  environment: Environment;
  scopes?: Scope[];
  expiresInDays?: number | 'never';
}

export function keyCommands(program: Command, withService: WithService): void {
  const keys = program
    .command('keys')
    .description('create, list and revoke API keys; show and change signing keys');

  keys
    .command('create')
    .argument('<name>', 'what the key is for')
    .description('create a key and print its secret, which is shown only once')
    .option('--tenant <name>', 'whose key', 'default')
    .addOption(
      new Option('--environment <environment>', 'the environment that it works in')
        .choices(ENVIRONMENTS)
        .default('production'),
    )
    .option(
      '--scopes <scopes>',
      `comma-separated, of ${SCOPES.join(', ')} (default: all but ${MANAGES_MEMBERS})`,
      parseScopes,
    )
    .option(
      '--expires-in-days <days>',
      `1 to ${MAX_LIFETIME_DAYS}, or never on the enterprise tier (default: 90)`,
      parseDays,
    )
    .option('--json', 'print JSON')
    .action((name: string, options: CreateOptions) => create(withService, name, options));

  keys
    .command('list')
    .description('list the keys of a tenant, newest first')
    .option('--tenant <name>', 'whose keys', 'default')
    .option('--json', 'print JSON')
    .action((options: TenantOptions) => list(withService, options));

  keys
    .command('revoke')
    .argument('<key_id>', 'such as key_0123456789abcdef01234567')
    .description('revoke a key permanently')
    .option('--tenant <name>', 'whose key', 'default')
    .option('--json', 'print JSON')
    .action((keyId: string, options: TenantOptions) => revoke(withService, keyId, options));

  rotateSigningCommand(keys, withService);
  verifierKeysCommand(keys, withService);
}

async function create(withService: WithService, name: string, options: CreateOptions): Promise<void> {
  const created = await withService(async (service) => {
    const { environment, scopes, expiresInDays } = options;
    return createKey(service, await findTenant(service.db, options.tenant), null, {
      name,
      environment,
      scopes,
      expiresInDays: expiresInDays === 'never' ? null : expiresInDays,
    });
  });
  if (created === null) throw new Error('The key was not stored.');
  const { key, secret } = created;
  if (options.json) printJson({ ...keyFields(key), key: secret });
  else print(`${key.keyId}  ${key.environment}  expires ${isoOrDash(key.expiresAt)}`, secret);
}

async function list(withService: WithService, options: TenantOptions): Promise<void> {
  await withService(async (service) => {
    const { tenantId } = await findTenant(service.db, options.tenant);
    const keys = await listKeys(service.db, tenantId);
    const nowMs = service.clock.now();
    if (options.json) {
      const shown = ({ prefix, last4 }: ApiKey) => ({ prefix, last4 });
      printJson(keys.map((key) => ({ ...keyFields(key), ...shown(key), status: statusOf(key, nowMs) })));
      return;
    }
    const rows = keys.map((key) => [
      key.keyId,
      key.name,
      key.environment,
      statusOf(key, nowMs),
      key.prefix + key.last4,
      key.madeBy ?? '–',
      isoOrDash(key.expiresAt),
      isoOrDash(key.lastUsedAt),
    ]);
    print(table(['id', 'name', 'environment', 'status', 'secret', 'made by', 'expires', 'last used'], rows));
  });
}

async function revoke(withService: WithService, keyId: string, options: TenantOptions): Promise<void> {
  const { revokedAt } = await withService(async (service) => {
    const { tenantId } = await findTenant(service.db, options.tenant);
    return revokeKey(service, tenantId, null, keyId);
  });
  if (options.json) printJson({ id: keyId, revoked: true, revoked_at: isoOrDash(revokedAt) });
  else print(`${keyId} is revoked since ${isoOrDash(revokedAt)}`);
}

function parseScopes(text: string): Scope[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`These scopes do not exist: ${unknown.join(', ')}.`);
  return scopes as Scope[];
}

/** The option parser takes null for a mistake, so a key that never expires is written `never`. */
function parseDays(text: string): number | 'never' {
  if (text === 'never') return text;
  const days = /^\d+$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MAX_LIFETIME_DAYS)
    throw new InvalidArgumentError(`It must be 1 to ${MAX_LIFETIME_DAYS}, or never.`);
  return days;
}
