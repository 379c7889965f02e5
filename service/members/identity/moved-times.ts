/**
 * The sign-in library reads the machine's clock itself. This adapter stores its times by the service's clock,
 * which can be shifted, and shifts them back when the library reads them.
 */
import type { DBAdapter, Where } from '@better-auth/core/db/adapter';

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
