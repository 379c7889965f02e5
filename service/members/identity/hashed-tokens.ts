/** The database of the sign-in library, so that the tokens of sessions are stored only as their hashes. */
import type { DBAdapter, Where } from '@better-auth/core/db/adapter';
import { hashToken } from './token-hash.ts';

const SESSION = 'session';

/** What the library reads has the token that it asked with, or the hash where it did not ask with one. */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    async create(wanted) {
      const { token } = wanted.data as { token?: unknown };
      if (wanted.model !== SESSION || typeof token !== 'string') return adapter.create(wanted);
      const made = await adapter.create({ ...wanted, data: { ...wanted.data, token: hashToken(token) } });
      return { ...(made as object), token } as never;
    },
    async findOne(wanted) {
      if (wanted.model !== SESSION) return adapter.findOne(wanted);
      const found = await adapter.findOne({ ...wanted, where: hashed(wanted.where) });
      return restored(found, askedWith(wanted.where)) as never;
    },
    async update(wanted) {
      if (wanted.model !== SESSION) return adapter.update(wanted);
      const updated = await adapter.update({ ...wanted, where: hashed(wanted.where) });
      return restored(updated, askedWith(wanted.where)) as never;
    },
    findMany: (wanted) => adapter.findMany(hashedIn(wanted)),
    updateMany: (wanted) => adapter.updateMany(hashedIn(wanted)),
    delete: (wanted) => adapter.delete(hashedIn(wanted)),
    deleteMany: (wanted) => adapter.deleteMany(hashedIn(wanted)),
    count: (wanted) => adapter.count(hashedIn(wanted)),
    transaction: (work) => adapter.transaction((inside) => work(withHashedTokens(inside as DBAdapter))),
  };
}

function hashedIn<Wanted extends { model: string; where?: Where[] | undefined }>(wanted: Wanted): Wanted {
  return wanted.model === SESSION && wanted.where ? { ...wanted, where: hashed(wanted.where) } : wanted;
}

function hashed(where: Where[]): Where[] {
  return where.map((each) => {
    if (each.field !== 'token') return each;
    const { value } = each;
    if (Array.isArray(value)) return { ...each, value: value.map((token) => hashToken(String(token))) };
    return { ...each, value: hashToken(String(value)) };
  });
}

function askedWith(where: Where[]): string | undefined {
  const value = where.find(({ field }) => field === 'token')?.value;
  return typeof value === 'string' ? value : undefined;
}

function restored(found: unknown, token: string | undefined): unknown {
  return found === null || token === undefined ? found : { ...(found as object), token };
}
