/** Fills parts of the service that the tests of truth verification use. */
import assert from 'node:assert/strict';
import {
  accountsOf,
  makeChatCode,
  tieAccount,
  untieAccount,
} from '@assize/service/channels/accounts/index.ts';
import { changeRole, removeMember } from '@assize/service/members/index.ts';
import { beginReset, inviteMember } from '@assize/service/members/joining/index.ts';
import { recordingChanges } from '@assize/service/members/record/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { sql } from 'kysely';
import { decide, GRAVE, type Verb, withApproval } from '../approvals/approvals.ts';
import { ask, askOk, evaluate, type TestService } from '../http/in-process.ts';
import { newSession, signedIn } from '../people/members.ts';
import { until } from '../until.ts';
import type { FilledMandates } from './truth-acts.ts';

/** A service to try truth verification on, with the names of its contents. */
export interface Filled extends TestService {
  chain: number;
  tenantId: string;
  /** Ids of artifacts, by kind. */
  ids: Record<string, string>;
  /** Their positions. */
  at: Record<string, number>;
  /** Ids of keys. */
  keys: { made: string; revoked: string };
  halts: { lifted: string; standing: string };
  budgets: { spent: string; deleted: string };
  /** Users of the directory. */
  directories: { user: string; gone: string };
  groups: { changed: string; deleted: string; away: string; back: string };
  incidents: { open: string; closed: string };
  reviews: { open: string; closed: string; member: string; leaver: string };
  issuers: { changed: string; revoked: string; removed: string };
  targets: { known: string; removed: string };
  mandates: FilledMandates;
  foreign: { chain: number; evidenceId: string };
}

export async function executionOf(app: TestService['app']): Promise<Record<string, string>> {
  const asked = { action: 'at-once', context: {}, agent_id: 'swift', idempotency_key: 'd' };
  const { body } = await ask(app, 'a', '/api/v1/core/governance/execute', { body: asked });
  return { 'at-once': body.evidence_id, 'done-at-once': body.execution_evidence_id };
}

/** Makes an approval that was waited for, given and used, and one that was refused. */
export async function approvalsOf(app: TestService['app']): Promise<Record<string, string>> {
  const resolve = async (approvalId: string, verb: Verb): Promise<string> => {
    const { status, body } = await decide(app, verb, approvalId, { body: { comment: verb } });
    assert.equal(status, 200);
    return body.resolution_evidence_id;
  };
  const ask = async (body: object) => (await evaluate(app, 'b', body)).body;
  const asked = await ask(GRAVE);
  const waiting = await ask(withApproval(asked.approval_id));
  const agreement = await resolve(asked.approval_id, 'approve');
  const agreed = await ask(withApproval(asked.approval_id));
  assert.deepEqual(
    { waitingVerdict: waiting.verdict, agreedVerdict: agreed.verdict },
    { waitingVerdict: 'ESCALATE', agreedVerdict: 'PROCEED' },
  );
  const declined = await ask(GRAVE);
  const refusal = await resolve(declined.approval_id, 'reject');
  return {
    'agreed-to': asked.evidence_id,
    waiting: waiting.evidence_id,
    agreement,
    agreed: agreed.evidence_id,
    declined: declined.evidence_id,
    refusal,
  };
}

/** Makes an active key, and a revoked one. */
export async function keysOf(app: TestService['app']): Promise<Filled['keys']> {
  const make = async (name: string): Promise<string> => {
    const body = { name, environment: 'production' };
    return (await ask(app, 'a', '/api/v1/api-keys', { body })).body.id;
  };
  const [made, revoked] = [await make('m'), await make('g')];
  await ask(app, 'a', `/api/v1/api-keys/${revoked}`, { method: 'DELETE' });
  return { made, revoked };
}

/** Makes a member whose role changed and who left, and one who stays, with each way of signing in. */
export async function membersOf(service: Service): Promise<void> {
  const { name, tenantId } = await findTenant(service.db, service.config.init.tenant);
  const { memberId } = await signedIn(service, name, 'admin');
  const { userId, email } = await signedIn(service, name, 'owner');
  await recordingChanges(service, userId, () => waysOf(service, userId));
  await chatAccountsOf(service, tenantId, userId);
  await beginReset(service, email, 'mail');
  const offer = { email: 'asked@acme.example', role: 'viewer' as const, sandboxRole: 'admin' as const };
  await inviteMember(service, await findTenant(service.db, name), null, offer);
  const asking = { tenantId, maker: null };
  await changeRole(service, asking, memberId, { role: 'auditor', sandboxRole: 'admin' });
  await removeMember(service, asking, memberId);
}

/** Ties two accounts of an owner, and unties one. */
async function chatAccountsOf(service: Service, tenantId: string, userId: string): Promise<void> {
  const session = await service.sessions.find(await newSession(service, userId));
  const owner = session?.principals.production ?? assert.fail('there is no session');
  const tie = async (account: string) => {
    const { code } = await makeChatCode(service, owner);
    await tieAccount(service, { tenantId, kind: 'slack', account }, code);
  };
  await tie('T0TRUTH/U0LEFT');
  const [left] = await accountsOf(service.db, tenantId, owner.party);
  await untieAccount(service, owner, left?.accountId ?? '');
  await tie('T0TRUTH/U0KEPT');
}

/** As the sign-in library writes them. */
async function waysOf({ db }: Service, userId: string): Promise<void> {
  await sql`INSERT INTO person_accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
    VALUES ('account', ${userId}, ${userId}, 'credential', 'scrypt$1', '2026-01-01', '2026-01-01')`.execute(
    db,
  );
  await sql`INSERT INTO person_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    VALUES ('passkey', ${userId}, 'key', 'credential', 0, 'singleDevice', 0)`.execute(db);
  await sql`INSERT INTO person_second_factors (id, user_id, secret, backup_codes, verified)
    VALUES ('factor', ${userId}, 'secret', '[]', 1)`.execute(db);
}

/** Halts agents that no other part uses. */
export async function haltsOf(app: TestService['app']): Promise<Filled['halts']> {
  const halt = async (agent_id: string): Promise<string> => {
    const body = await askOk(app, 'a', '/api/v1/core/halts', { body: { agent_id, reason: 'r' } });
    return body.halt_id;
  };
  const lifted = await halt('once halted');
  await ask(app, 'a', `/api/v1/core/halts/${lifted}`, { method: 'DELETE' });
  return { lifted, standing: await halt('halted') };
}

/** Registers agents that no other part uses, in each status. */
export async function inventoryOf(app: TestService['app']): Promise<void> {
  const call = async (path: string, body: object) => {
    const answer = await ask(app, 'a', `/api/v1/agents${path}`, { body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  };
  const described = { owner: { kind: 'team', id: 'Support' }, purpose: 'Refunds' };
  for (const name of ['suspended', 'retired', 'active']) {
    await call('', { agent_id: `listed-${name}`, ...described });
  }
  await call('/listed-suspended/suspend', { reason: 'r' });
  await call('/listed-retired/retire', { reason: 'r' });
}

export async function targetsOf(app: TestService['app']): Promise<Filled['targets']> {
  const targets = [
    { kind: 'domain', value: 'example.com', name: 'ours', until: '2099-01-01T00:00:00Z' },
    { kind: 'email', value: 'ann@example.org', role: 'recipient', agent_id: 'agent', effect: 'send' },
  ];
  const body = await askOk(app, 'a', '/api/v1/targets', { body: { targets } });
  const [known, removed] = body.added.map(({ target_id }: { target_id: string }) => target_id);
  await ask(app, 'a', `/api/v1/targets/${removed}`, { method: 'DELETE' });
  return { known, removed };
}

/** Returns the trust updates, by their causes. */
export async function trustedIn({ db }: Pick<Service, 'db'>): Promise<Record<string, string>> {
  await untilTakenUp({ db });
  const rows = await db
    .selectFrom('trust_updates')
    .selectAll()
    .orderBy('agent_id')
    .orderBy('revision')
    .execute();
  assert.deepEqual(
    rows.map(({ agent_id, revision }) => ({ agent_id, revision })),
    [
      { agent_id: 'agent', revision: 1 },
      { agent_id: 'agent-7', revision: 1 },
      { agent_id: 'agent-7', revision: 2 },
      { agent_id: 'spender', revision: 1 },
      { agent_id: 'spender', revision: 2 },
    ],
  );
  const [trusted, agreed, declined] = rows.map(({ evidence_id }) => evidence_id);
  return { trusted, 'trusted-by-agreement': agreed, 'trusted-less': declined } as Record<string, string>;
}

/** Nothing is appended in the background after this. */
export async function untilTakenUp({ db }: Pick<Service, 'db'>): Promise<void> {
  await until(async () => (await db.selectFrom('trust_causes').select('chain').execute()).length === 0);
}
