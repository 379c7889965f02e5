/**
 * The operations of an OpenAPI 3 or Swagger 2 document as tools. Parameters and members of the body become arguments
 * side by side, as other converters of such documents do; a body that is not an object becomes the argument `body`.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { isObject, memberOf, type Read, textOf } from './definition.ts';
import { resolve } from './references.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const MAX_PARAMETERS = 200;
const MAX_MEMBERS = 400;
/** If a body has several forms, the first of these is read, or else the first one listed. */
const BODIES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

export function isOpenApi(document: JsonValue): document is JsonObject {
  if (!isObject(document)) return false;
  const isOfKind = typeof document.openapi === 'string' || document.swagger !== undefined;
  return isOfKind && isObject(document.paths);
}

export function* operationsIn(document: JsonObject): Generator<Read> {
  for (const [path, written] of Object.entries(document.paths as JsonObject)) {
    const at = `paths[${JSON.stringify(path.slice(0, 200).toWellFormed())}]`;
    const item = isObject(written) ? resolve(written, document, [])?.schema : undefined;
    if (item === undefined) {
      yield { fault: { place: at, message: 'Input should be an object, or point to one in this document' } };
      continue;
    }
    for (const method of METHODS) {
      const operation = memberOf(item, method);
      if (operation === undefined) continue;
      const place = `${at}.${method}`;
      if (isObject(operation)) yield read({ document, item, operation, method, path, place });
      else yield { fault: { place, message: 'Input should be an object that describes an operation' } };
    }
  }
}

interface Operation {
  document: JsonObject;
  item: JsonObject;
  operation: JsonObject;
  method: string;
  path: string;
  place: string;
}

function read(given: Operation): Read {
  const { operation, method, path, place } = given;
  const id = textOf(memberOf(operation, 'operationId'));
  const summary = textOf(memberOf(operation, 'summary'));
  const description = textOf(memberOf(operation, 'description'));
  const output = outputOf(given);
  return {
    definition: {
      place,
      name: id === '' ? nameOf(method, path) : id,
      title: summary,
      description: description === '' ? summary : description,
      schema: argumentsOf(given),
      ...(output !== undefined && { output }),
      hints: {},
      http: { method, path },
    },
  };
}

/** Names `GET /pets/{petId}/toys` `get_pets_petId_toys`. */
function nameOf(method: string, path: string): string {
  const words = path.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return [method, ...words].join('_');
}

/** Includes the document's own schemas, so that references can be followed, but only by {@link fieldsOf}. */
function argumentsOf(given: Operation): JsonObject {
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const parameter of parametersOf(given)) {
    const name = textOf(memberOf(parameter, 'name'));
    const where = memberOf(parameter, 'in');
    if (name === '' || where === 'header' || where === 'cookie') continue;
    if (where === 'body') addBody(given.document, memberOf(parameter, 'schema'), properties, required);
    else {
      set(properties, name, schemaOf(parameter));
      if (memberOf(parameter, 'required') === true) required.push(name);
    }
  }
  addBody(given.document, bodySchema(given), properties, required);
  return { type: 'object', properties, required };
}

function parametersOf({ document, item, operation }: Operation): JsonObject[] {
  const lists = [memberOf(item, 'parameters'), memberOf(operation, 'parameters')];
  return lists.flatMap((list) =>
    (Array.isArray(list) ? list.slice(0, MAX_PARAMETERS) : []).flatMap((parameter) => {
      const resolved = isObject(parameter) ? resolve(parameter, document, []) : null;
      return resolved === null ? [] : [resolved.schema];
    }),
  );
}

/** In Swagger 2, the parameter itself is the schema. */
function schemaOf(parameter: JsonObject): JsonObject {
  const schema = memberOf(parameter, 'schema');
  const written = isObject(schema) ? schema : parameter;
  const description = textOf(memberOf(parameter, 'description'));
  if (Object.hasOwn(written, '$ref')) return { allOf: [written], description };
  const { name: _name, in: _in, required: _required, ...rest } = written;
  return description === '' ? rest : { ...rest, description };
}

function bodySchema({ document, operation }: Operation): unknown {
  return schemaOfContent(document, memberOf(operation, 'requestBody'));
}

/** Returns the schema of the answer to a request that succeeds. In Swagger 2, it stands in the answer itself. */
function outputOf({ document, operation }: Operation): JsonObject | undefined {
  const responses = memberOf(operation, 'responses');
  if (!isObject(responses)) return undefined;
  const status = ['200', '201', '202', '2XX'].find((one) => Object.hasOwn(responses, one));
  const written = status === undefined ? undefined : responses[status];
  const response = isObject(written) ? resolve(written, document, [])?.schema : undefined;
  const schema = schemaOfContent(document, written) ?? (response && memberOf(response, 'schema'));
  return isObject(schema) ? schema : undefined;
}

function schemaOfContent(document: JsonObject, written: unknown): unknown {
  const body = isObject(written) ? resolve(written, document, [])?.schema : undefined;
  const content = body === undefined ? undefined : memberOf(body, 'content');
  if (!isObject(content)) return undefined;
  const types = Object.keys(content);
  const type =
    BODIES.find((one) => types.includes(one)) ?? types.find((one) => one.includes('json')) ?? types[0];
  const media = type === undefined ? undefined : content[type];
  return isObject(media) ? memberOf(media, 'schema') : undefined;
}

function addBody(document: JsonObject, schema: unknown, properties: JsonObject, required: string[]): void {
  if (!isObject(schema)) return;
  const members = membersOf(document, schema, 0);
  if (members === null) {
    set(properties, 'body', schema);
    return;
  }
  for (const [name, member] of members.properties) set(properties, name, member);
  required.push(...members.required);
}

interface Members {
  properties: [string, JsonValue][];
  required: string[];
}

const MAX_VARIANTS_DEEP = 4;

/** Returns null if the body is not an object. */
function membersOf(document: JsonObject, written: JsonObject, depth: number): Members | null {
  const schema = resolve(written, document, [])?.schema;
  if (schema === undefined || depth > MAX_VARIANTS_DEEP) return null;
  const properties = memberOf(schema, 'properties');
  const required = memberOf(schema, 'required');
  const own: Members = {
    properties: isObject(properties) ? Object.entries(properties).slice(0, MAX_MEMBERS) : [],
    required: Array.isArray(required)
      ? required.filter((name) => typeof name === 'string').slice(0, MAX_MEMBERS)
      : [],
  };
  const variants = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => {
    const list = memberOf(schema, name);
    return Array.isArray(list) ? list.filter(isObject).slice(0, 32) : [];
  });
  for (const variant of variants) {
    const inner = membersOf(document, variant, depth + 1);
    if (inner === null) continue;
    own.properties.push(...inner.properties.slice(0, MAX_MEMBERS));
    own.required.push(...inner.required);
  }
  return own.properties.length === 0 && memberOf(schema, 'type') !== 'object' ? null : own;
}

/** Sets an own member, and never the prototype, for any name. */
function set(properties: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(properties, name, { value, enumerable: true, configurable: true, writable: true });
}
