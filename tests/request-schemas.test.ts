/** Checking a request takes time in proportion to its length, at most, under every schema. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const DESCRIPTION = path.join(import.meta.dirname, '../docs/openapi.json');

/** Keywords that compare items with each other, or a value with many schemas or patterns. */
const DEAR: Record<string, string> = {
  uniqueItems: 'it compares each item with every other: take requireDistinct, and maxItems',
  contains: 'look for the item in the domain',
  patternProperties: 'it tries every pattern on every member: name the members, or take them as they are',
  propertyNames: 'look at the names in the domain',
  oneOf: 'it tries every branch though one fits: take anyOf',
  not: 'say what may be sent',
  if: 'say it in the domain',
  dependentSchemas: 'say it in the domain',
};
const MAX_BRANCHES = 4;
/** Both begin with digits at fixed places, and repeat at most one thing. */
const FORMATS = ['date-time', 'date'];

interface Node {
  [keyword: string]: unknown;
}

interface Parameter {
  name: string;
  schema: Node;
}

function readRequestSchemas(): [where: string, schema: Node][] {
  const { paths } = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  return Object.values<Record<string, Node>>(paths).flatMap((operations) =>
    Object.values(operations).flatMap((operation) => schemasOf(operation)),
  );
}

function schemasOf({ operationId, parameters = [], requestBody }: Node): [string, Node][] {
  const body = (requestBody as { content: Record<string, { schema: Node }> } | undefined)?.content;
  return [
    ...(parameters as Parameter[]).map(({ name, schema }): [string, Node] => [
      `${operationId} ${name}`,
      schema,
    ]),
    ...Object.values(body ?? {}).map(({ schema }): [string, Node] => [`${operationId} body`, schema]),
  ];
}

/** @returns each part that costs too much, with a way to correct it. */
function dearParts(where: string, schema: Node): string[] {
  const { type, maxItems, pattern, format, anyOf = [], properties = {}, items } = schema;
  const branches = anyOf as Node[];
  return [
    ...Object.entries(DEAR).flatMap(([keyword, wayOut]) =>
      Object.hasOwn(schema, keyword) ? [`${where}: ${keyword}: ${wayOut}`] : [],
    ),
    ...(type === 'array' && maxItems === undefined
      ? [`${where}: a list without maxItems: say how long it may be`]
      : []),
    ...(typeof pattern === 'string' && !isLinear(pattern)
      ? [`${where}: the pattern ${pattern}: begin it with ^, and repeat without end at most once`]
      : []),
    ...(format !== undefined && !FORMATS.includes(String(format))
      ? [`${where}: the format ${format}: see that it does not backtrack, and name it here`]
      : []),
    ...(branches.length > MAX_BRANCHES
      ? [`${where}: ${branches.length} branches: say it in the domain`]
      : []),
    ...branches.flatMap((branch) => dearParts(where, branch)),
    ...Object.entries(properties as Record<string, Node>).flatMap(([name, below]) =>
      dearParts(`${where}.${name}`, below),
    ),
    ...(items === undefined ? [] : dearParts(`${where}[]`, items as Node)),
  ];
}

/** A pattern that repeats once, and only from the start, matches a text in one way. */
function isLinear(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, '_').replace(/\[[^\]]*\]/g, '_');
  const endless = plain.match(/[*+]|\{\d*,\}/g) ?? [];
  return pattern.startsWith('^') && endless.length <= 1 && !plain.includes('(');
}

test('no-schema-of-a-request-costs-more-than-its-length', () => {
  const schemas = readRequestSchemas();
  assert.ok(schemas.length > 100);
  const dear = schemas.flatMap(([where, schema]) => dearParts(where, schema));
  assert.deepEqual(dear, []);
});

test('and-what-costs-more-is-seen', () => {
  const dear: Node[] = [
    { type: 'array', maxItems: 9, uniqueItems: true },
    { type: 'array', items: {} },
    { type: 'string', pattern: '^(a+)+$' },
    { type: 'string', pattern: '^a*b*$' },
    { type: 'string', pattern: 'a*' },
    { type: 'string', format: 'email' },
    { anyOf: Array(5).fill({}) },
    { type: 'object', properties: { a: { anyOf: [{ type: 'array' }] } } },
    ...Object.keys(DEAR).map((keyword) => ({ [keyword]: {} })),
  ];
  for (const schema of dear) assert.equal(dearParts('x', schema).length, 1, JSON.stringify(schema));
});
