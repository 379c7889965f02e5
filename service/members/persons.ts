/**
 * The person behind a member, a key or a token: one person, with any number of keys and of present or former places. A
 * key made by the operator, or by an earlier version, stands for itself.
 */
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { isId } from '../foundation/ids.ts';
import { type ApiKey, keysOf, makersOf, statusOf } from '../keys/index.ts';
import { type Behind, namesOfPeople } from './names-of-people.ts';
import { isTokenParty, personsOfTokens } from './persons-of-tokens.ts';

/** @param parties ids of members, keys and tokens. */
export async function personsBehind(
  db: Database,
  tenantId: string,
  parties: readonly string[],
): Promise<ReadonlyMap<string, Behind>> {
  const roots = await rootsOf(db, tenantId, parties);
  const people = await peopleOf(db, tenantId, [...roots.values()].filter(isMember));
  const tokens = await personsOfTokens(db, tenantId, parties.filter(isTokenParty));
  return new Map(
    parties.map((party) => {
      const root = roots.get(party) ?? party;
      return [party, tokens.get(party) ?? people.get(root) ?? { person: root, names: [] }];
    }),
  );
}

const isMember = (id: string) => isId('mbr', id);

/** The member behind each key, or the first key if there is none. */
async function rootsOf(
  db: Database,
  tenantId: string,
  parties: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const roots = new Map(parties.map((party) => [party, party]));
  const keys = parties.filter((party) => isId('key', party));
  if (keys.length === 0) return roots;
  const made = await makersOf(db, tenantId, keys);
  const found = new Set(made.map(({ key_id }) => key_id));
  for (const { of, key_id: keyId, made_by: maker } of made) {
    if (maker !== null && isMember(maker)) roots.set(of, maker);
    else if (maker === null || !found.has(maker)) roots.set(of, keyId);
  }
  return roots;
}

async function peopleOf(
  db: Database,
  tenantId: string,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Behind>> {
  if (memberIds.length === 0) return new Map();
  const people = await namesOfPeople(db, tenantId, memberIds);
  return new Map(people.map(({ memberId, ...behind }) => [memberId, behind]));
}

/** The working keys, by the member behind them. */
export async function keysByMember(
  { db, clock }: { db: Database; clock: Clock },
  tenantId: string,
): Promise<ReadonlyMap<string, ApiKey[]>> {
  const all = new Map<string, ApiKey>();
  for await (const key of keysOf(db, tenantId)) all.set(key.keyId, key);
  const nowMs = clock.now();
  const working = [...all.values()].filter((key) => statusOf(key, nowMs) === 'active');
  return Map.groupBy(working, (key) => {
    const seen = new Set<string>();
    let maker = key.madeBy ?? '';
    while (all.has(maker) && !seen.has(maker)) {
      seen.add(maker);
      maker = all.get(maker)?.madeBy ?? '';
    }
    return maker;
  });
}
