/**
 * The browsers of members that ring. An address at a push service lets its holder ring that browser, so it is sealed
 * with its keys; only the host is shown. It is guarded like the address of a webhook.
 */
import { ECDH } from 'node:crypto';
import { parseJson, sha256 } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import type { PushSubscriptionsTable } from '../../database/tables/notification.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { type IdSource, isId } from '../../foundation/ids.ts';
import { literalFault, type SecretBox, urlFault } from '../../webhooks/endpoints/index.ts';

export interface SubscriptionDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
  config: { webhooks: { allowNetworks: readonly string[] } };
}

/** The member whose browsers they are. */
export interface Owner {
  tenantId: string;
  memberId: string;
}

/** A subscription as a browser states it (Push API, section 8). */
export interface PushTarget {
  endpoint: string;
  /** base64url. */
  keys: { p256dh: string; auth: string };
}

export type Subscription = Pick<
  PushSubscriptionsTable,
  'subscription_id' | 'host' | 'user_agent' | 'created_at'
>;

const PREFIX = 'psb';
const SHOWN = ['subscription_id', 'host', 'user_agent', 'created_at'] as const;
/** More browsers than a person has; the oldest give way. */
const MOST_OF_A_MEMBER = 20;
const AUTH_BYTES = 16;
const POINT_BYTES = 65;
const MAX_USER_AGENT_CHARACTERS = 400;

/**
 * A browser that subscribes again keeps its subscription; one that another member used before now rings for this one.
 * @throws {Failure} `invalid`
 */
export async function subscribe(
  deps: SubscriptionDeps,
  secretBox: SecretBox,
  { tenantId, memberId }: Owner,
  target: PushTarget,
  userAgent: string | undefined,
): Promise<Subscription> {
  const faults = faultsOf(target, deps.config.webhooks.allowNetworks);
  if (faults.length > 0) throw Failure.invalid(faults);
  const { endpoint, keys } = target;
  const endpointHash = sha256(endpoint);
  const known = await deps.db
    .selectFrom('push_subscriptions')
    .select(['subscription_id', 'member_id', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('endpoint_hash', '=', endpointHash)
    .executeTakeFirst();
  const mine = known?.member_id === memberId ? known : undefined;
  const row = {
    subscription_id: mine?.subscription_id ?? deps.ids.random(PREFIX),
    member_id: memberId,
    host: new URL(endpoint).host,
    user_agent: userAgent?.toWellFormed().replaceAll('\0', '').slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
    created_at: mine?.created_at ?? deps.clock.now(),
  };
  const text = Buffer.from(JSON.stringify({ endpoint, keys } satisfies PushTarget));
  const values = { ...row, sealed: secretBox.seal(text, boundTo(tenantId, row)) };
  await deps.db
    .insertInto('push_subscriptions')
    .values({ tenant_id: tenantId, endpoint_hash: endpointHash, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'endpoint_hash']).doUpdateSet(values))
    .execute();
  await dropOldest(deps.db, tenantId, memberId);
  const { subscription_id, host, user_agent, created_at } = row;
  return { subscription_id, host, user_agent, created_at };
}

/** Oldest first. */
export function subscriptionsOf(db: Database, { tenantId, memberId }: Owner): Promise<Subscription[]> {
  return ofMember(db, tenantId, memberId).select(SHOWN).execute();
}

/** @throws {Failure} `not_found`, also for another member's. */
export async function unsubscribe(
  db: Database,
  { tenantId, memberId }: Owner,
  subscriptionId: string,
): Promise<void> {
  if (isId(PREFIX, subscriptionId)) {
    const { numDeletedRows } = await db
      .deleteFrom('push_subscriptions')
      .where('tenant_id', '=', tenantId)
      .where('member_id', '=', memberId)
      .where('subscription_id', '=', subscriptionId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return;
  }
  throw new Failure('not_found', 'There is no such subscription.');
}

/** @returns where to send, leaving out what was sealed under a key that this node does not have. */
export async function targetsOf(
  db: Database,
  secretBox: SecretBox,
  { tenantId, memberId }: Owner,
): Promise<{ subscriptionId: string; target: PushTarget }[]> {
  const rows = await ofMember(db, tenantId, memberId)
    .select(['subscription_id', 'member_id', 'sealed'])
    .execute();
  return rows.flatMap((row) => {
    const target = opened(secretBox, row.sealed, boundTo(tenantId, row));
    return target === null ? [] : [{ subscriptionId: row.subscription_id, target }];
  });
}

function ofMember(db: Database, tenantId: string, memberId: string) {
  return db
    .selectFrom('push_subscriptions')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('subscription_id');
}

async function dropOldest(db: Database, tenantId: string, memberId: string): Promise<void> {
  const all = await ofMember(db, tenantId, memberId).select('subscription_id').execute();
  const old = all.slice(0, Math.max(0, all.length - MOST_OF_A_MEMBER));
  for (const { subscription_id } of old) await unsubscribe(db, { tenantId, memberId }, subscription_id);
}

function boundTo(
  tenantId: string,
  { subscription_id, member_id }: Pick<PushSubscriptionsTable, 'subscription_id' | 'member_id'>,
): string {
  return `push ${tenantId}/${member_id}/${subscription_id}`;
}

function opened(secretBox: SecretBox, sealed: Uint8Array, owner: string): PushTarget | null {
  try {
    return parseJson(Buffer.from(secretBox.open(sealed, owner)).toString()) as unknown as PushTarget;
  } catch {
    return null;
  }
}

function faultsOf({ endpoint, keys }: PushTarget, allowNetworks: readonly string[]): Fault[] {
  const of = (field: string[], message: string) => ({ field, message, type: 'value_error' });
  const address = urlFault(endpoint, 'production', allowNetworks) ?? literalFault(endpoint, allowNetworks);
  return [
    ...(address === null ? [] : [of(['endpoint'], address)]),
    ...(isPoint(keys.p256dh) ? [] : [of(['keys', 'p256dh'], 'Value should be a point of P-256')]),
    ...(Buffer.from(keys.auth, 'base64url').length === AUTH_BYTES
      ? []
      : [of(['keys', 'auth'], `Value should be ${AUTH_BYTES} bytes as base64url`)]),
  ];
}

function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== POINT_BYTES) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
