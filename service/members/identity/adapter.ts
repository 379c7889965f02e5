/**
 * The database adapter of the sign-in library. It stores session tokens only as their hashes. The library reads the
 * machine's clock itself, so its times are stored by the service's clock, which can be shifted, and shifted back when the
 * library reads them.
 */
import type { DBAdapter, Where } from '@better-auth/core/db/adapter';
import { hashToken } from './single-use.ts';

const SESSION = 'session';

/** Results contain the token that the library asked with, or else the hash. */
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

export function withMovedTimes(adapter: DBAdapter, offsetMs: number): DBAdapter {
  if (offsetMs === 0) return adapter;
  const out = <Value>(value: Value) => moved(value, offsetMs);
  const back = <Value>(value: Value) => moved(value, -offsetMs);
  const asked = <Wanted extends { where?: Where[] | undefined }>(wanted: Wanted): Wanted =>
    wanted.where === undefined ? wanted : { ...wanted, where: wanted.where.map(out) };
  return {
    ...adapter,
    create: async (wanted) => back(await adapter.create({ ...wanted, data: out(wanted.data) })) as never,
    findOne: async (wanted) => back(await adapter.findOne(asked(wanted))) as never,
    findMany: async (wanted) => (await adapter.findMany(asked(wanted))).map(back) as never,
    update: async (wanted) =>
      back(await adapter.update({ ...asked(wanted), update: out(wanted.update) })) as never,
    updateMany: (wanted) => adapter.updateMany({ ...asked(wanted), update: out(wanted.update) }),
    incrementOne: async (wanted) =>
      back(
        await adapter.incrementOne({ ...asked(wanted), ...(wanted.set && { set: out(wanted.set) }) }),
      ) as never,
    consumeOne: async (wanted) => back(await adapter.consumeOne(asked(wanted))) as never,
    delete: (wanted) => adapter.delete(asked(wanted)),
    deleteMany: (wanted) => adapter.deleteMany(asked(wanted)),
    count: (wanted) => adapter.count(asked(wanted)),
    transaction: (work) =>
      adapter.transaction((inside) => work(withMovedTimes(inside as DBAdapter, offsetMs))),
  };
}

/** A row or a condition with each of its times shifted. */
function moved<Value>(value: Value, byMs: number): Value {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    each instanceof Date ? new Date(each.getTime() + byMs) : each,
  ]);
  return Object.fromEntries(entries);
}
