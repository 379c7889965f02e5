/** The values of a result and their authors: `cases/values.yaml` holds the cases. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '@assize/evidence-format';
import { readData } from '../data.ts';
import { type ResultReader, valuesInText, valuesOfResult } from './index.ts';

interface Case {
  in?: JsonValue;
  text?: string;
  reader?: ResultReader;
  finds?: string[];
  not?: string[];
  is?: string[];
}

const CASES = readData('./cases/values.yaml') as Record<string, Case[]>;
const UNKNOWN: ResultReader = { source: null, fields: {} };
/** Returns the names in an outgoing text, or those in a result, each also behind its source. */
const namesOf = (group: string, { in: result, text = '', reader = UNKNOWN }: Case): string[] =>
  group === 'outgoing'
    ? valuesInText(text).map(({ name }) => name)
    : valuesOfResult(result ?? text, reader).values.flatMap(({ name, source }) => [
        name,
        `${source} ${name}`,
      ]);

for (const [group, cases] of Object.entries(CASES)) {
  for (const each of cases) {
    test(`${group}: ${JSON.stringify(each.in ?? each.text)}`, () => {
      const names = namesOf(group, each);
      for (const name of each.finds ?? [])
        assert.ok(names.includes(name), `${name} is not in ${names.join(' | ')}`);
      for (const name of each.not ?? [])
        assert.ok(!names.includes(name), `${name} is in ${names.join(' | ')}`);
      if (each.is !== undefined) assert.deepEqual(names, each.is);
    });
  }
}
