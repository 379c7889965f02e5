/**
 * Lists that a policy defines for its rules. Looking a value up takes the same short time however long the list is.
 */
import { type CelInput, type CelList, type CelMap, celList, celMap } from '@bufbuild/cel';

export type ListValue = string | number;
export type WrittenLists = Readonly<Record<string, readonly ListValue[]>>;

export class NamedLists {
  readonly #lists: ReadonlyMap<string, CelList>;
  /** The map that a rule sees as `lists`. */
  readonly map: CelMap;

  constructor(written: WrittenLists) {
    const lists = Object.entries(written).map(([name, values]) => [name, listOf(values)] as const);
    this.#lists = new Map(lists);
    this.map = celMap(new Map<string, CelInput>(lists));
  }

  get(name: string): CelList | undefined {
    return this.#lists.get(name);
  }
}

const sets = new WeakMap<CelList, ReadonlySet<unknown>>();

function listOf(values: readonly ListValue[]): CelList {
  const list = celList([...values]);
  sets.set(list, new Set(values));
  return list;
}

/** Whether the list is one of these. */
export function isNamed(list: CelList): boolean {
  return sets.has(list);
}

/**
 * Whether the value is in a list for which {@link isNamed} holds. Values compare as with `==`: an int equals a double
 * of the same value.
 */
export function isInNamed(value: unknown, list: CelList): boolean {
  const set = sets.get(list);
  if (set === undefined) return false;
  if (typeof value !== 'bigint') return set.has(value);
  const double = Number(value);
  return set.has(double) && BigInt(double) === value;
}
