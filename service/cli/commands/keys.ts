/** `assize keys create|list|revoke`, like the API, and the commands for signing keys. */
import {
  createKey,
  DEFAULT_SCOPES,
  keyFields,
  listKeys,
  MAX_LIFETIME_DAYS,
  SCOPES,
  type Scope,
  statusOf,
} from '../../keys/index.ts';
import { revokeKey } from '../../keys/revoking/index.ts';
import { type Environment, findTenant } from '../../tenants/index.ts';
import type { Run, ServiceCommand, TenantOptions, View } from '../command.ts';
import { rotateSigningCommand } from '../evidence/signing.ts';
import { verifierKeysCommand } from '../evidence/verifier.ts';
import { LONGEST_AGENT_ID, listOfScopes, textUpTo, wholeNumber } from '../options.ts';
import { isoOrDash, table } from '../terminal.ts';

/** The scopes that a key has only where they are named. */
const ONLY_NAMED = SCOPES.filter((scope) => !DEFAULT_SCOPES.includes(scope)).join(' and ');

interface CreateOptions extends TenantOptions {
  environment: Environment;
  agent?: string;
  scopes?: Scope[];
  expiresInDays?: number | 'never';
}

export function keyCommands(program: ServiceCommand): void {
  const keys = program
    .command('keys')
    .description('create, list and revoke API keys; show and change signing keys');

  keys
    .command('create')
    .argument('<name>', 'what the key is for')
    .description('create a key and print its secret, which is shown only once')
    .onChain('whose key', 'the environment that it works in')
    .option(
      '--agent <agent_id>',
      'the agent that the key belongs to: its requests are of no other',
      textUpTo(LONGEST_AGENT_ID),
    )
    .option(
      '--scopes <scopes>',
      `comma-separated, of ${SCOPES.join(', ')} (default: all but ${ONLY_NAMED}, and for an agent keys:manage)`,
      listOfScopes,
    )
    .option(
      '--expires-in-days <days>',
      `1 to ${MAX_LIFETIME_DAYS}, or never on the enterprise tier (default: 90)`,
      parseDays,
    )
    .json()
    .run(create, {
      lines: ({ id, environment, expires_at, key }) => [
        `${id}  ${environment}  expires ${expires_at ?? '-'}`,
        key,
      ],
    });

  keys
    .command('list')
    .description('list the keys of a tenant, newest first')
    .onTenant('whose keys')
    .json()
    .run(list, LISTED);

  keys
    .command('revoke')
    .argument('<key_id>', 'such as key_0123456789abcdef01234567')
    .description('revoke a key permanently')
    .onTenant('whose key')
    .json()
    .run(revoke, {
      lines: ({ id, revoked_at }) => `${id} is revoked since ${revoked_at}`,
    });

  rotateSigningCommand(keys);
  verifierKeysCommand(keys);
}

async function create({ options, withService }: Run<CreateOptions>, name: string) {
  const { tenant, environment, agent, scopes, expiresInDays: days } = options;
  const wanted = { name, environment, agentId: agent, scopes, expiresInDays: days === 'never' ? null : days };
  const created = await withService(async (service) =>
    createKey(service, await findTenant(service.db, tenant), null, wanted),
  );
  if (created === null) throw new Error('The key was not stored.');
  return { ...keyFields(created.key), key: created.secret };
}

function list({ options, withService }: Run<TenantOptions>) {
  return withService(async ({ db, clock }) => {
    const { tenantId } = await findTenant(db, options.tenant);
    const nowMs = clock.now();
    return (await listKeys(db, tenantId)).map((key) => ({ key, status: statusOf(key, nowMs) }));
  });
}

const LISTED: View<Awaited<ReturnType<typeof list>>, unknown> = {
  json: (all) =>
    all.map(({ key, status }) => {
      const { prefix, last4 } = key;
      return { ...keyFields(key), prefix, last4, status };
    }),
  lines: (all) =>
    table(all, {
      id: ({ key }) => key.keyId,
      name: ({ key }) => key.name,
      environment: ({ key }) => key.environment,
      status: 'status',
      secret: ({ key }) => key.prefix + key.last4,
      agent: ({ key }) => key.agentId ?? '–',
      'made by': ({ key }) => key.madeBy ?? '–',
      expires: ({ key }) => isoOrDash(key.expiresAt),
      'last used': ({ key }) => isoOrDash(key.lastUsedAt),
    }),
};

function revoke({ options, withService }: Run<TenantOptions>, keyId: string) {
  return withService(async (service) => {
    const { tenantId } = await findTenant(service.db, options.tenant);
    const { revokedAt } = await revokeKey(service, tenantId, null, keyId);
    return { id: keyId, revoked: true, revoked_at: isoOrDash(revokedAt) };
  });
}

const days = wholeNumber(1, MAX_LIFETIME_DAYS, `It must be 1 to ${MAX_LIFETIME_DAYS}, or never.`);

/** The option parser takes null for a mistake, so a key that never expires is written `never`. */
function parseDays(text: string): number | 'never' {
  return text === 'never' ? text : days(text);
}
