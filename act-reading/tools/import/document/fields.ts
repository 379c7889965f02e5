/**
 * The fields of a schema, with the paths at which a call's arguments hold them: members of objects, elements of
 * lists, and all variants. The work is bounded, and a schema that was only read in part says so.
 */
import type { JsonObject } from '@assize/evidence-format';
import { singular, wordsOfName } from '../words.ts';
import { isObject, memberOf, textOf } from './definition.ts';
import { resolve } from './references.ts';

export const MAX_FIELDS = 400;
const MAX_DEPTH = 7;
const MAX_SCHEMAS = 4000;

export interface Field {
  path: string;
  name: string;
  /** The words of its name, with the last in the singular. */
  words: readonly string[];
  /** The words of its parents' names, nearest first. */
  parents: readonly (readonly string[])[];
  /** `string`, `integer`, `number`, `boolean`, `object`; empty if the schema does not say. */
  type: string;
  isList: boolean;
  format: string;
  description: string;
  /** The only texts allowed; empty if any is. */
  values: readonly string[];
  /** The field and all of its parents are required. */
  required: boolean;
}

export interface Fields {
  all: readonly Field[];
  /** Why a part of the schema was not read; null if all of it was. */
  incomplete: string | null;
  /** Why an entry could not name a field; null if it could name each one. */
  unreachable: string | null;
}

interface Place {
  schema: JsonObject;
  path: string;
  name: string;
  parents: readonly (readonly string[])[];
  trail: readonly string[];
  isList: boolean;
  required: boolean;
  depth: number;
}

/**
 * Returns fields nearer to the root first.
 * @param root the document that references point into.
 */
export function fieldsOf(schema: JsonObject, root: JsonObject = schema): Fields {
  const all = new Map<string, Field>();
  const queue: Place[] = [
    { schema, path: '', name: '', parents: [], trail: [], isList: false, required: true, depth: 0 },
  ];
  let incomplete: string | null = null;
  let unreachable: string | null = null;
  let looked = 0;
  for (const place of queue) {
    looked += 1;
    if (all.size >= MAX_FIELDS || looked > MAX_SCHEMAS) {
      incomplete = `it has more than ${MAX_FIELDS} fields`;
      break;
    }
    const resolved = resolve(place.schema, root, place.trail);
    if (resolved === null) {
      // The field may be anything, so only its name counts.
      if (place.path !== '') note(all, { ...place, schema: {} });
      continue;
    }
    const here = { ...place, ...resolved };
    for (const variant of variantsOf(here.schema)) queue.push({ ...here, schema: variant });
    const fault = here.depth > MAX_DEPTH ? null : descend(here, queue);
    unreachable ??= fault;
    if (here.path !== '') note(all, here);
  }
  return { all: [...all.values()], incomplete, unreachable };
}

function variantsOf(schema: JsonObject): JsonObject[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((name) => {
    const variants = memberOf(schema, name);
    return Array.isArray(variants) ? variants.filter(isObject) : [];
  });
}

/** @returns why no path can reach a member; null if one can reach each. */
function descend(here: Place, queue: Place[]): string | null {
  const { schema, path, parents, trail, depth } = here;
  let fault: string | null = null;
  const inner = { trail, depth: depth + 1 };
  const properties = memberOf(schema, 'properties');
  const required = memberOf(schema, 'required');
  const under = path === '' || here.name === '' ? parents : [wordsOfField(here.name), ...parents];
  for (const name of isObject(properties) ? Object.keys(properties).slice(0, MAX_FIELDS + 1) : []) {
    const member = (properties as JsonObject)[name];
    const step = stepOf(name);
    if (step === null) fault = 'A field has a name that no path can hold';
    else if (isObject(member)) {
      const isRequired = here.required && Array.isArray(required) && required.includes(name);
      const at = joined(path, step);
      if (at.length > 250) fault = 'A field has a path that is too long';
      else {
        queue.push({
          ...inner,
          schema: member,
          path: at,
          name,
          parents: under,
          isList: false,
          required: isRequired,
        });
      }
    }
  }
  const items = memberOf(schema, 'items');
  if (isObject(items) && path !== '')
    queue.push({ ...here, ...inner, schema: items, path: `${path}[*]`, isList: true });
  const others = memberOf(schema, 'additionalProperties');
  if (isObject(others)) {
    queue.push({
      ...inner,
      schema: others,
      path: joined(path, '*'),
      name: here.name,
      parents,
      isList: true,
      required: false,
    });
  }
  return fault;
}

const PLAIN = /^[^.[\]*"\s\p{Cc}]+$/u;

function stepOf(name: string): string | null {
  if (PLAIN.test(name)) return name;
  return name === '' || name.length > 200 || /["\p{Cc}]/u.test(name) ? null : `["${name}"]`;
}

function joined(path: string, step: string): string {
  return path === '' || step.startsWith('[') ? `${path}${step}` : `${path}.${step}`;
}

export function wordsOfField(name: string): string[] {
  const words = wordsOfName(name);
  const last = words.pop();
  return last === undefined ? [] : [...words, singular(last)];
}

/** Merges a field that several variants have: it may be what each of them says. */
function note(all: Map<string, Field>, { schema, path, name, parents, isList, required }: Place): void {
  const type = typeOf(schema);
  const known = all.get(path);
  all.set(path, {
    path,
    name,
    words: wordsOfField(name),
    parents,
    isList,
    required: required || known?.required === true,
    type: known?.type || type,
    format: known?.format || textOf(memberOf(schema, 'format')).toLowerCase(),
    description: (known?.description || textOf(memberOf(schema, 'description'))).slice(0, 512),
    values: [...new Set([...(known?.values ?? []), ...valuesOf(schema)])].slice(0, 64),
  });
}

function typeOf(schema: JsonObject): string {
  const type = memberOf(schema, 'type');
  const types = Array.isArray(type) ? type : [type];
  const found = types.find((one) => typeof one === 'string' && one !== 'null');
  if (typeof found === 'string') return found;
  if (memberOf(schema, 'properties') !== undefined) return 'object';
  return memberOf(schema, 'items') === undefined ? '' : 'array';
}

function valuesOf(schema: JsonObject): string[] {
  const written = [memberOf(schema, 'enum'), memberOf(schema, 'const')].flat();
  return written
    .filter((value): value is string => typeof value === 'string' && value.length <= 128)
    .slice(0, 64);
}
