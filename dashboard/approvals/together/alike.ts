/** Approvals of one bundle: calls from one task that differ only in their targets. */
import type { Approval } from '../../../client/api.ts';
import { objectIn } from '../../evidence/record/act.ts';

type InBundle = Pick<Approval, 'bundle'>;

/** Joins the approvals of one bundle at the place of the first of them. */
export function bundled<Item extends InBundle>(items: readonly Item[]): Item[][] {
  const joined = new Map<string | Item, Item[]>();
  for (const item of items) {
    const key = item.bundle ?? item;
    joined.set(key, [...(joined.get(key) ?? []), item]);
  }
  return [...joined.values()];
}

/** The arguments in which calls differ, by the id of the approval. */
export function differencesOf(
  items: readonly Pick<Approval, 'approval_id' | 'context'>[],
): Map<string, { name: string; value: string }[]> {
  const given = items.map(({ context }) => objectIn(context?.arguments) ?? {});
  const names = [...new Set(given.flatMap((each) => Object.keys(each)))];
  const differing = names.filter((name) => new Set(given.map((each) => textOf(each, name))).size > 1);
  return new Map(
    items.map(({ approval_id: id }, place) => {
      const own = given[place] ?? {};
      return [id, differing.map((name) => ({ name, value: textOf(own, name) }))] as const;
    }),
  );
}

function textOf(given: Record<string, unknown>, name: string): string {
  if (!Object.hasOwn(given, name)) return 'not set';
  const value = given[name];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
