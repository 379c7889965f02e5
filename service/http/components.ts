/**
 * Moves repeated parts of an API description under `components`: each schema with a title, and each refusal.
 * The meaning of the description does not change.
 */
import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;

export interface Operation extends Json {
  operationId?: string;
  parameters?: { name: string }[];
  requestBody?: Json;
  responses: Record<string, Json>;
}

export interface Description extends Json {
  components: Json;
  paths: Record<string, Record<string, Operation>>;
}

interface Components extends Json {
  schemas: Record<string, Json>;
  responses: Record<string, Json>;
  headers: Record<string, Json>;
}

const NAMES_OF_REFUSALS: Record<string, string> = {
  400: 'Invalid',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'NotJson',
  422: 'Invalid',
  429: 'LimitExceeded',
  500: 'Fault',
  503: 'Unavailable',
};
/** Their values are data, in which a title has no special meaning. */
const OF_DATA = new Set(['example', 'examples', 'default', 'const', 'enum', 'required']);

/** @throws if two different schemas have one title */
export function withComponents(description: Description): Description {
  const components: Components = {
    schemas: {},
    responses: {},
    headers: {},
    ...description.components,
  };
  const paths = lifted(description.paths, components) as Description['paths'];
  for (const path of Object.values(paths)) {
    for (const operation of Object.values(path)) operation.responses = responsesOf(operation, components);
  }
  return { ...description, components: sorted(components), paths };
}

/** The same value, with a reference in place of each schema that has a title. */
function lifted(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((each) => lifted(each, components));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    // A field may have the name of a keyword: its value is then a schema.
    const isData =
      OF_DATA.has(name) && (Array.isArray(member) || typeof member !== 'object' || !isSchema(member));
    return [name, isData ? member : lifted(member, components)];
  });
  const { title, ...schema } = Object.fromEntries(members) as Json;
  if (typeof title !== 'string' || !isSchema(schema))
    return title === undefined ? schema : { title, ...schema };
  return reference(title, schema, components);
}

function isSchema(value: object | null): boolean {
  return value !== null && ['type', 'anyOf', 'enum', '$ref'].some((keyword) => keyword in value);
}

/** A reference may have its own description (OpenAPI 3.1, section 4.8.23). */
function reference(title: string, schema: Json, { schemas }: Components): Json {
  const { description, ...shape } = schema;
  const known = schemas[title];
  if (known === undefined) schemas[title] = schema;
  else {
    const { description: _, ...shapeOfKnown } = known;
    if (!isDeepStrictEqual(shape, shapeOfKnown)) throw new Error(`Two different schemas are named ${title}.`);
  }
  const $ref = `#/components/schemas/${title}`;
  return description === undefined || description === schemas[title]?.description
    ? { $ref }
    : { $ref, description };
}

function responsesOf(operation: Operation, components: Components): Operation['responses'] {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const headers = headersOf(response, components);
    const described = headers === undefined ? response : { ...response, headers };
    const name = NAMES_OF_REFUSALS[status];
    return [status, name === undefined ? described : sharedAs(name, described, 'responses', components)];
  });
  return Object.fromEntries(responses);
}

function headersOf({ headers }: Json, components: Components): Json | undefined {
  if (headers === undefined) return undefined;
  const shared = Object.entries(headers as Record<string, Json>).map(([name, header]) => [
    name,
    sharedAs(name, header, 'headers', components),
  ]);
  return Object.fromEntries(shared);
}

/** Different values with one name are numbered, in the order of the paths. */
function sharedAs(name: string, what: Json, kind: 'responses' | 'headers', components: Components): Json {
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? name : `${name}${number}`;
    components[kind][key] ??= what;
    if (isDeepStrictEqual(components[kind][key], what)) return { $ref: `#/components/${kind}/${key}` };
  }
}

/** By name: a new route then changes only the lines that it adds. */
function sorted({ schemas, responses, headers, ...rest }: Components): Json {
  const byName = (members: Record<string, Json>) =>
    Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { ...rest, headers: byName(headers), responses: byName(responses), schemas: byName(schemas) };
}
