/** The person of a token is the one whom its agent acts for: they don't decide on what it asks, in any of their forms. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { identitiesOf } from '@assize/service/audit/recompute-identity.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { IdentityFact } from '@assize/service/evaluation/question/index.ts';
import { buildApp } from '@assize/service/http/app.ts';
import { partyOf } from '@assize/service/issuers/tokens/index.ts';
import type { Identity } from '@assize/service/keys/index.ts';
import { isSameParty, isWorkingParty } from '@assize/service/members/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE, serviceWithClock } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, assertTrue, evaluate, PRODUCTION_KEY } from './support/http/in-process.ts';
import { agentKey } from './support/people/agent-keys.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';

interface Named {
  subject: string;
  agentId?: string;
  userId?: string;
}

interface TokenWorld {
  app: FastifyInstance;
  service: Service;
  /** @returns the credential to send for a token that names these, and its party. */
  tokenOf(named: Named): Promise<{ key: string; party: string }>;
}

/** A service that takes each token for the first key, as verified elsewhere. */
async function worldOfTokens(t: TestContext, location: DatabaseLocation): Promise<TokenWorld> {
  const { service } = await serviceWithClock(t, location);
  const { authenticator, db, clock } = service;
  const identities = new Map<string, { party: string; identity: Identity }>();
  const chain = await authenticator.authenticate(PRODUCTION_KEY);
  const known: Service = {
    ...service,
    approvalSettings: { ...service.approvalSettings, separationOfDuties: true },
    authenticator: {
      ...authenticator,
      authenticate: async (presented) => {
        const token = identities.get(presented);
        if (token === undefined) return authenticator.authenticate(presented);
        return { ...(await authenticator.authenticate(PRODUCTION_KEY)), ...token };
      },
    },
  };
  const health = { problems: async () => [] };
  const { baseUrl } = service.config;
  const app = await buildApp({ services: known, health, logger: service.log, baseUrl });
  t.after(() => app.close());
  const tokenOf = async ({ subject, agentId, userId }: Named) => {
    const [agent_id, user_id] = [agentId ?? null, userId ?? null];
    const party = partyOf('iss_1', subject, agent_id, user_id);
    const hash = createHash('sha256').update(party).digest('hex');
    const token = {
      issuerId: 'iss_1',
      issuer: 'https://id.example',
      subject,
      actors: [],
      hash: `sha256:${hash}`,
    };
    identities.set(party, { party, identity: { how: 'token', agentId: agent_id, userId: user_id, token } });
    const row = {
      tenant_id: chain.tenantId,
      party,
      issuer_id: 'iss_1',
      subject,
      agent_id,
      user_id,
      first_seen_at: clock.now(),
    };
    await db
      .insertInto('token_parties')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { key: party, party };
  };
  return { app, service, tokenOf };
}

async function hasSubject({ db }: Service, { userId }: SignedIn, subject: string): Promise<void> {
  const at = new Date(0).toISOString();
  const row = {
    id: subject,
    user_id: userId,
    account_id: subject,
    provider_id: 'single-sign-on',
    created_at: at,
    updated_at: at,
  };
  await db.insertInto('person_accounts').values(row).execute();
}

testOnEachDatabase('no-person-decides-on-what-their-agent-asks', async (location, t) => {
  const { app, service, tokenOf } = await worldOfTokens(t, location);
  const dana = await signedIn(service, 'default', 'owner', 'Dana');
  const erik = await signedIn(service, 'default', 'owner', 'Erik');
  await hasSubject(service, dana, 'okta|4711');
  const by = ({ headers }: SignedIn) => ({ surface: 'a', key: null, headers: { ...headers } }) as const;
  const keyBody = { name: 'k', environment: 'production' };
  const own = (
    await ask(app, 'a', '/api/v1/api-keys', { key: null, headers: { ...dana.headers }, body: keyBody })
  ).body.key;
  const child = (await ask(app, 'a', '/api/v1/api-keys', { key: own, body: keyBody })).body.key;
  const personal = [
    await tokenOf({ subject: 'okta|4711' }),
    await tokenOf({ subject: 'other', userId: dana.email.toUpperCase() }),
  ];
  const agents = await Promise.all(
    [
      { subject: 'okta|4711', userId: 'okta|4711' },
      { subject: 'okta|4711', userId: 'E-17' },
      { subject: 'x', userId: dana.email },
      { subject: 'x', userId: ' dаna ' },
    ].map((named) => tokenOf({ ...named, agentId: 'agent-7' })),
  );
  for (const { key } of agents) {
    const id = await escalated(app, GRAVE, { key });
    const hers = [by(dana), { key: own }, { key: child }, ...personal];
    for (const way of hers) {
      for (const verb of ['approve', 'reject'] as const) {
        const { status, body } = await decide(app, verb, id, way);
        assert.equal(status, 403, JSON.stringify(body));
        assert.match(JSON.stringify(body), /Separation of duties/);
      }
    }
    const named = await decide(app, 'approve', id, { key: PRODUCTION_KEY, body: { decided_by: 'dana' } });
    assert.equal(named.status, 403, 'in her name');
    assert.equal((await decide(app, 'approve', id, by(erik))).body.status, 'approved');
  }
  const ofKey = await agentKey(app, 'agent-9', { key: null, headers: { ...dana.headers } });
  const asked = await escalated(app, { ...GRAVE, agent_id: 'agent-9' }, { key: ofKey });
  assert.equal((await decide(app, 'approve', asked, by(dana))).status, 403);
  assert.equal((await decide(app, 'approve', asked, personal[0] ?? {})).status, 403);
  assert.equal((await decide(app, 'approve', asked, by(erik))).status, 200);
});

testOnEachDatabase('a-token-speaks-for-its-agent-and-its-person-only', async (location, t) => {
  const { app, service, tokenOf } = await worldOfTokens(t, location);
  const token = await tokenOf({ subject: 'okta|4711', agentId: 'agent-7', userId: 'dana' });
  const { body: me } = await ask(app, 'a', '/api/v1/me', token);
  const told = [me.kind, me.id, me.name, me.agent_id];
  assert.deepEqual(told, ['token', token.party, 'okta|4711', 'agent-7']);
  const id = await escalated(app, GRAVE, token);
  for (const user_id of ['erik', 'danae']) {
    const { status, body } = await evaluate(app, 'b', { ...GRAVE, user_id }, token);
    assert.deepEqual([status, /acts for the user dana/.test(JSON.stringify(body))], [403, true], user_id);
  }
  assert.equal((await evaluate(app, 'b', { ...GRAVE, agent_id: 'agent-8' }, token)).status, 403);
  assert.equal((await decide(app, 'approve', id, token)).status, 403);
  assert.match(JSON.stringify((await decide(app, 'approve', id, token)).body), /A person decides/);
  const personal = await tokenOf({ subject: 'okta|9', userId: 'erik' });
  assert.equal((await decide(app, 'approve', id, personal)).body.status, 'approved');
  await assertTrue(app);

  const gapsWith = async (change: { agent_id: string } | null) => {
    const { db } = service;
    const mine = db.updateTable('token_parties').where('party', '=', personal.party);
    await (change === null
      ? db.deleteFrom('token_parties').where('party', '=', personal.party).execute()
      : mine.set(change).execute());
    return JSON.stringify((await ask(app, 'a', '/api/v1/evidence/truth-verification')).body.gaps);
  };
  assert.match(await gapsWith({ agent_id: 'agent-9' }), /decided, and it is of the agent agent-9/);
  assert.match(await gapsWith(null), /acted, and nothing says whom it names/);
});

testOnEachDatabase('a-record-says-no-other-than-its-credential-proves', async (location, t) => {
  const { app, service, tokenOf } = await worldOfTokens(t, location);
  const { tenantId, party: claiming } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const { party: ofAgent } = await tokenOf({ subject: 's', agentId: 'agent-7', userId: 'dana' });
  const { party: ofPerson } = await tokenOf({ subject: 'p', userId: 'dana' });
  const { party: ofKey } = await service.authenticator.authenticate(await agentKey(app, 'agent-7'));
  const { faultOf } = identitiesOf(service.db, tenantId);
  const byToken = { how: 'token', agent_registered: false, subject: 's', on_behalf_of: 'dana' } as const;
  const forPerson = { ...byToken, how: 'claimed', subject: 'p' } as const;
  const byKey = { how: 'key', agent_registered: false } as const;
  const claimed = { ...byKey, how: 'claimed' } as const;
  const request = { agent_id: 'agent-7', user_id: 'dana' };
  const cases: [party: string, identity: IdentityFact, request: object, isSound: boolean][] = [
    [ofAgent, byToken, { ...request, agent_id: 'Agent_7' }, true],
    [ofAgent, byToken, { ...request, agent_id: 'agent-8' }, false],
    [ofAgent, byToken, { ...request, user_id: 'erik' }, false],
    [ofAgent, { ...byToken, on_behalf_of: 'erik' }, request, false],
    [ofAgent, { ...byToken, subject: 'other' }, request, false],
    [ofAgent, { ...byToken, how: 'key' }, request, false],
    [ofPerson, forPerson, { ...request, agent_id: 'any' }, true],
    [ofPerson, forPerson, { ...request, user_id: 'erik' }, false],
    [ofPerson, { ...forPerson, on_behalf_of: 'erik' }, request, false],
    [ofPerson, { ...forPerson, how: 'token' }, request, false],
    [ofKey, byKey, request, true],
    [ofKey, claimed, request, false],
    [ofKey, { ...byKey, on_behalf_of: 'dana' }, request, false],
    [claiming, claimed, request, true],
    [claiming, byKey, request, false],
    ['tok_0123456789abcdef0123456789abcdef', byToken, request, false],
  ];
  for (const [party, identity, asked, isSound] of cases) {
    const fault = await faultOf({ party, identity, request: asked });
    assert.equal(fault === null, isSound, JSON.stringify([party, identity, asked]));
  }
});

testOnEachDatabase('all-credentials-of-one-agent-are-one-party', async (location, t) => {
  const { app, service, tokenOf } = await worldOfTokens(t, location);
  const { chain, party: first } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const dana = await signedIn(service, 'default', 'owner', 'Dana');
  const partyOf = async (key: string) => (await service.authenticator.authenticate(key)).party;
  const key7 = await partyOf(await agentKey(app, 'agent-7'));
  const key8 = await partyOf(await agentKey(app, 'agent-8'));
  const forDana = await tokenOf({ subject: 's', agentId: 'Agent_7', userId: 'Dana' });
  const forErik = await tokenOf({ subject: 's', agentId: 'agent-7', userId: 'erik' });
  const another = await tokenOf({ subject: 's', agentId: 'agent-8', userId: 'Dana' });
  const danaAlone = await tokenOf({ subject: 'd', userId: 'Dana' });
  const same = async (one: string, other: string, expected: boolean) => {
    assert.equal(await isSameParty(service.db, chain, one, other), expected, `${one} ${other}`);
    assert.equal(await isSameParty(service.db, chain, other, one), expected, `${other} ${one}`);
  };
  await same(key7, forDana.party, true);
  await same(forDana.party, forErik.party, true);
  await same(forDana.party, another.party, false);
  await same(key7, key8, false);
  await same(key7, another.party, false);
  await same(forDana.party, dana.memberId, true);
  await same(forErik.party, dana.memberId, false);
  await same(danaAlone.party, dana.memberId, true);
  await same(danaAlone.party, forErik.party, false);
  await same(danaAlone.party, first, false);
  await same(forDana.party, `tok_${'0'.repeat(32)}`, false);
  assert.equal(await isWorkingParty(service.db, chain, forDana.party, service.clock.now()), true);
});
