/** Checks that an evaluation records its agent as its key or token proves it. */
import { isSameName } from '@assize/act-reading/names';
import type { Database } from '../database/open.ts';
import type { EvaluationRequest, IdentityFact } from '../evaluation/question/index.ts';
import { partyOf } from '../issuers/tokens/index.ts';

export interface KnownIdentity {
  identity: IdentityFact | null;
  request: Pick<EvaluationRequest, 'agent_id' | 'user_id'>;
  /** The key, token or member that asked. */
  party: string;
}

/** The agent and the person that a party's credential proves. */
interface Proven {
  how: 'key' | 'token';
  agentId: string | null;
  userId: string | null;
  subject: string | null;
}

const NOTHING_PROVEN: Proven = { how: 'key', agentId: null, userId: null, subject: null };
const NOT_AS_PROVEN = 'This evaluation records its agent otherwise than its key or token proves.';

export function identitiesOf(db: Database, tenantId: string) {
  const known = new Map<string, Proven | null>();

  async function provenBy(party: string): Promise<Proven | null> {
    const before = known.get(party);
    if (before !== undefined) return before;
    const proven = party.startsWith('tok_')
      ? await ofToken(db, tenantId, party)
      : await ofKey(db, tenantId, party);
    known.set(party, proven);
    return proven;
  }

  return {
    /** @returns a sentence on a fault, or null; earlier records don't say how the agent was known. */
    async faultOf({ identity, request, party }: KnownIdentity): Promise<string | null> {
      if (identity === null) return null;
      const { how, agentId, userId, subject } = (await provenBy(party)) ?? NOTHING_PROVEN;
      const isProven =
        identity.how === (agentId === null ? 'claimed' : how) &&
        (agentId === null || isSameName(request.agent_id ?? '', agentId)) &&
        (userId === null || request.user_id === userId) &&
        (userId ?? undefined) === identity.on_behalf_of &&
        (subject ?? undefined) === identity.subject;
      return isProven ? null : NOT_AS_PROVEN;
    },
  };
}

async function ofKey(db: Database, tenantId: string, keyId: string): Promise<Proven | null> {
  const row = await db
    .selectFrom('api_keys')
    .select('agent_id')
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  const agentId = row?.agent_id ?? null;
  return agentId === null ? null : { how: 'key', agentId, userId: null, subject: null };
}

/** A row whose party is not its hash proves nothing. */
async function ofToken(db: Database, tenantId: string, party: string): Promise<Proven | null> {
  const row = await db
    .selectFrom('token_parties')
    .select(['issuer_id', 'subject', 'agent_id', 'user_id'])
    .where('tenant_id', '=', tenantId)
    .where('party', '=', party)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { issuer_id, subject, agent_id: agentId, user_id: userId } = row;
  if (partyOf(issuer_id, subject, agentId, userId) !== party) return null;
  return { how: 'token', agentId, userId, subject };
}
