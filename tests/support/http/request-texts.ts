/** Every text that a request can carry, from the API description. */
import type { FastifyInstance } from 'fastify';
import { type Answer, ask } from './in-process.ts';

type Schema = Answer['body'];
const METHODS = ['post', 'put', 'patch', 'delete'];
const TIMES = ['date', 'date-time'];

/** @returns `operation .path` for each free string, with `?` before a name in the query. */
export async function textsOfRequests(app: FastifyInstance): Promise<string[]> {
  const { body: api } = await ask(app, 'a', '/openapi.json', { key: null });
  const found = new Set<string>();
  for (const [, operations] of Object.entries<Schema>(api.paths)) {
    for (const [method, operation] of Object.entries<Schema>(operations)) {
      if (!METHODS.includes(method)) continue;
      const note = (path: string) => found.add(`${operation.operationId} ${path}`);
      for (const { in: place, name, schema } of operation.parameters ?? []) {
        if (place === 'query') walk(api.components.schemas, schema, `?${name}`, note, []);
      }
      const body = operation.requestBody?.content?.['application/json']?.schema;
      if (body !== undefined) walk(api.components.schemas, body, '', note, []);
    }
  }
  return [...found].sort();
}

function walk(
  named: Record<string, Schema>,
  schema: Schema,
  path: string,
  note: (path: string) => void,
  within: readonly string[],
): void {
  const go = (next: Schema, at: string, into = within) => walk(named, next, at, note, into);
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1);
    if (!within.includes(name)) go(named[name], path, [...within, name]);
    return;
  }
  for (const union of ['anyOf', 'oneOf', 'allOf']) for (const one of schema[union] ?? []) go(one, path);
  const isFree = schema.enum === undefined && schema.const === undefined && !TIMES.includes(schema.format);
  if ([schema.type].flat().includes('string') && isFree) note(path);
  for (const [name, member] of Object.entries(schema.properties ?? {})) go(member, `${path}.${name}`);
  for (const member of Object.values(schema.patternProperties ?? {})) go(member, `${path}.*`);
  if (typeof schema.additionalProperties === 'object') go(schema.additionalProperties, `${path}.*`);
  if (schema.items !== undefined) go(schema.items, `${path}[]`);
}
