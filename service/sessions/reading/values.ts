/** The values of a result, by the names under which targets are compared. */
import { nameOf } from '@assize/act-reading/targets';
import type { ResultSource } from '@assize/act-reading/tools';
import type { JsonValue } from '@assize/evidence-format';

export interface ResultReader {
  source: ResultSource | null;
  fields: Readonly<Record<string, ResultSource>>;
}

export interface FoundValue {
  name: string;
  source: ResultSource | null;
}

const MAX_NAMES = 4000;
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const MAX_WHOLE = 120;

export function valuesOfResult(
  result: JsonValue,
  { source, fields }: ResultReader,
): { values: FoundValue[]; incomplete: boolean } {
  const found = new Map<string, FoundValue>();
  const add = (name: string, from: ResultSource | null) =>
    void (found.size < MAX_NAMES && found.set(`${name} ${from}`, { name, source: from }));
  const left: [JsonValue, ResultSource | null][] = [[result, source]];
  for (let next = left.pop(); next !== undefined && found.size < MAX_NAMES; next = left.pop()) {
    const [value, from] = next;
    if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) left.push([each as JsonValue, fields[name] ?? from]);
      continue;
    }
    const text = String(value);
    for (const [address] of text.matchAll(ADDRESS)) add(`email ${address.toLowerCase()}`, from);
    if (text.length <= MAX_WHOLE && text !== '') add(nameOf({ kind: 'object', value: text }), from);
  }
  return { values: [...found.values()], incomplete: found.size >= MAX_NAMES };
}
