/**
 * Makes hostile requests to each operation of the API: bodies, queries and paths at the size limit, valid and
 * invalid. They follow from the description alone, so each new operation is covered.
 */
import type { Surface } from '../http/in-process.ts';
import { type Hostile, hostileValues, type Schema } from './hostile-values.ts';
import type { RawRequest } from './raw-request.ts';

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
}

export interface HostileRequest extends RawRequest {
  /** The operation, and what is hostile about the request. */
  name: string;
}

/** How many bytes of request line and headers Node reads, minus some room for other headers. */
const ROOM_OF_THE_ADDRESS = 31_000;
/** Left out, so that a list that waits for news answers at once. */
const PATIENT = new Set(['wait']);

/** Members of a schema that are only for its readers. */
const WORDS = new Set(['description', 'default', 'example']);
/** How many values each object gets that resembles an earlier one. */
const SOME = 4;
/**
 * Attacks a place with all values the first time, and with the next few whenever a similar place occurs: most
 * operations share their fields, and all bodies are objects that accept only their own members.
 * @param known ids of existing things for paths, by the parameter's name.
 */
export function* hostileRequests(
  { paths }: Description,
  known: Record<string, string>,
): Generator<HostileRequest> {
  const chosen = chooser();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      yield* requestsOf(path, method.toUpperCase(), operation, known, chosen);
    }
  }
}

/** Chooses all values for a new kind of place, and this many for a repeated one. */
type Choose = (like: unknown, values: readonly Hostile[], again?: number) => readonly Hostile[];

function chooser(): Choose {
  const given = new Map<string, number>();
  return (like, values, again = 1) => {
    const key = JSON.stringify(like, (name, value) => (WORDS.has(name) ? undefined : value));
    const before = given.get(key);
    given.set(key, before === undefined ? 0 : before + again);
    if (before === undefined) return values;
    const first = before % values.length;
    return [...values, ...values].slice(first, first + again);
  };
}

function* requestsOf(
  path: string,
  method: string,
  { operationId, parameters = [], requestBody }: Operation,
  known: Record<string, string>,
  chosen: Choose,
): Generator<HostileRequest> {
  const url = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURI(known[name] ?? 'x'));
  const surface: Surface = path.startsWith('/api/') ? 'a' : 'b';
  const { schema, example = {} } = requestBody?.content['application/json'] ?? {};
  const body = schema === undefined ? null : JSON.stringify(example);
  const common = { surface, method, url, body };
  const named = (name: string) => `${operationId}, ${name}`;
  for (const { name, text } of hostileQueries(parameters, chosen))
    yield { ...common, name: named(name), url: url + text };
  for (const { name, text } of hostilePaths(path, parameters))
    yield { ...common, name: named(name), url: text };
  if (schema === undefined) return;
  for (const { name, text } of hostileRoots(schema, surface, chosen))
    yield { ...common, name: named(name), body: text };
  for (const { name, text } of hostileParts(schema, example, chosen))
    yield { ...common, name: named(name), body: text };
}

function* hostileQueries(parameters: readonly Parameter[], chosen: Choose): Generator<Hostile> {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const all = query.flatMap(({ name, schema }) =>
    schema.maximum === undefined || PATIENT.has(name) ? [] : [`${name}=${schema.maximum}`],
  );
  yield { name: 'as it stands', text: '' };
  if (all.length > 0) yield { name: 'the most that may be asked for', text: `?${all.join('&')}` };
  yield { name: 'parameters without end', text: `?${'a&'.repeat(ROOM_OF_THE_ADDRESS / 2)}` };
  yield { name: 'prototypes', text: `?${'__proto__[a]=1&'.repeat(ROOM_OF_THE_ADDRESS / 15)}` };
  for (const parameter of query) yield* chosen(parameter, hostileValuesOf(parameter));
}

function hostileValuesOf({ name, schema }: Parameter): Hostile[] {
  const word = schema.enum?.[0] ?? schema.items?.enum?.[0] ?? 1;
  const again = `${name}=${word}&`;
  const values = [
    {
      name: `${name} again and again`,
      text: `?${again.repeat(ROOM_OF_THE_ADDRESS / again.length)}`,
    },
    ...['a', '9', '%20', '%00', '-'].map((sign) => ({
      name: `${name} of ${sign} without end`,
      text: `?${name}=${sign.repeat(Math.floor((ROOM_OF_THE_ADDRESS - 100) / sign.length))}`,
    })),
  ];
  if (schema.maxLength === undefined) return values;
  const longest = 'a'.repeat(Math.min(schema.maxLength, ROOM_OF_THE_ADDRESS));
  return [...values, { name: `the longest ${name}`, text: `?${name}=${longest}` }];
}

function* hostilePaths(path: string, parameters: readonly Parameter[]): Generator<Hostile> {
  for (const { name } of parameters.filter((parameter) => parameter.in === 'path')) {
    for (const sign of ['a', '%25', '%2F', '.', '~']) {
      const times = Math.floor(3000 / sign.length);
      const text = path.replace(`{${name}}`, sign.repeat(times)).replace(/\{[^}]+\}/g, '1');
      yield { name: `a ${name} of ${sign} without end`, text };
    }
  }
}

/** In place of the whole body. */
function* hostileRoots(schema: Schema, surface: Surface, chosen: Choose): Generator<Hostile> {
  const like = { surface, body: isClosed(schema) ? CLOSED : schema };
  for (const { name, text } of chosen(like, hostileValues(schema), SOME))
    yield { name: `the body: ${name}`, text };
}

/** Makes each place of the example, and each that the schema knows, hostile in turn. */
function* hostileParts(schema: Schema, example: unknown, chosen: Choose): Generator<Hostile> {
  for (const { path, schema: below } of placesOf(schema, [])) {
    const values = hostileValues(below);
    const fresh = chosen(below, values);
    const isFresh = fresh.length === values.length;
    for (const { name, text } of isFresh && isClosed(below) ? chosen(CLOSED, values, SOME) : fresh) {
      yield { name: `${path.join('.')}: ${name}`, text: withValue(example, path, text) };
    }
  }
}

const CLOSED = 'an object that takes its own members alone';

/** No hostile value is such an object, and each is refused in the same way, with any members. */
function isClosed({ properties, additionalProperties }: Schema): boolean {
  return properties !== undefined && additionalProperties === false;
}

interface Place {
  path: (string | number)[];
  schema: Schema;
}

function* placesOf(schema: Schema, path: (string | number)[]): Generator<Place> {
  if (path.length > 0) yield { path, schema };
  for (const branch of schema.anyOf ?? []) if (branch.properties !== undefined) yield* placesOf(branch, path);
  for (const [name, below] of Object.entries(schema.properties ?? {}))
    yield* placesOf(below, [...path, name]);
  if (schema.items !== undefined) yield* placesOf(schema.items, [...path, 0]);
}

const MARK = '\u0001hostile\u0001';

/** Returns the example as text, with this text at that place. */
function withValue(example: unknown, path: readonly (string | number)[], text: string): string {
  const marked = JSON.stringify(put(example ?? {}, path));
  return marked.replace(JSON.stringify(MARK), () => text);
}

function put(value: unknown, [first, ...rest]: readonly (string | number)[]): unknown {
  if (first === undefined) return MARK;
  if (typeof first === 'number') {
    const items = Array.isArray(value) ? [...value] : [];
    items[first] = put(items[first], rest);
    return items;
  }
  const members = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { ...members, [first]: put(members[first], rest) };
}
