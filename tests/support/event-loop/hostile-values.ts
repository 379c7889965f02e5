/** Makes JSON texts at the size limit for each place of a schema. They are texts because some are not valid JSON. */

/** The size limit of a body, minus some room for the rest of it. */
export const ROOM_BYTES = 256 * 1024 - 4096;

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  required?: string[];
}

export interface Hostile {
  name: string;
  text: string;
}

/** These may replace any value that the schema asks for. */
const ANYWHERE: readonly Hostile[] = [
  { name: 'a list of zeros', text: filled('0') },
  { name: 'a list of distinct texts', text: listed((place) => `"${place.toString(36)}"`) },
  { name: 'a list of small objects', text: filled('{"a":0}') },
  { name: 'members without end', text: members((place) => `"${place.toString(36)}":0`) },
  { name: 'the same member again and again', text: members(() => '"a":0') },
  {
    name: 'members that are spelled with escapes',
    text: members((place) => `"\\u0061${place.toString(36)}":0`),
  },
  { name: 'prototypes', text: listed(() => '{"__proto__":0}') },
  { name: 'lone surrogates', text: filled('"\\ud800"') },
  { name: 'nested to the limit, often', text: filled(`${'[{"a":'.repeat(14)}0${'}]'.repeat(14)}`) },
  { name: 'nested without end', text: nested(ROOM_BYTES / 8) },
  { name: 'one long text', text: quoted('a'.repeat(ROOM_BYTES)) },
  { name: 'one long text of escapes', text: quoted('\\u00e9'.repeat(ROOM_BYTES / 6)) },
  { name: 'one number of many digits', text: '7'.repeat(ROOM_BYTES) },
  { name: 'numbers of many digits', text: filled('0.1234567890123456789') },
];

/** Long texts that a pattern or a format could try in many ways before it refuses them. */
const TEXTS: readonly Hostile[] = [
  { name: 'one letter', text: quoted('a'.repeat(ROOM_BYTES)) },
  { name: 'spaces', text: quoted(' '.repeat(ROOM_BYTES)) },
  { name: 'stars', text: quoted('*a'.repeat(ROOM_BYTES / 2)) },
  { name: 'digits', text: quoted('0'.repeat(ROOM_BYTES)) },
  { name: 'dashes', text: quoted('-'.repeat(ROOM_BYTES)) },
  { name: 'a date that goes on', text: quoted(`2026-01-01T00:00:00.${'1'.repeat(ROOM_BYTES - 40)}Z`) },
  { name: 'slashes', text: quoted(`https://${'/'.repeat(ROOM_BYTES - 20)}`) },
  { name: 'dots', text: quoted(`https://${'a.'.repeat(ROOM_BYTES / 2 - 20)}`) },
  { name: 'percents', text: quoted(`https://a/${'%41'.repeat(ROOM_BYTES / 3 - 20)}`) },
  { name: 'an unlisted sign at the end', text: quoted(`${'a'.repeat(ROOM_BYTES - 20)}\\u0000`) },
];

/**
 * Returns values for this schema. A text costs the same to read wherever it stands, so a place that is not a text,
 * list or object gets few.
 */
export function hostileValues(schema: Schema): Hostile[] {
  const { type, items, properties, anyOf, enum: words, maxLength } = schema;
  if (items !== undefined) return [...ANYWHERE, ...hostileLists(items, schema.maxItems)];
  if (properties !== undefined || (type ?? words ?? anyOf) === undefined) return [...ANYWHERE];
  if (type !== 'string') return ANYWHERE.filter(({ name }) => name.startsWith('one '));
  const longest = maxLength === undefined ? [] : ['a', '*', ' '];
  return [
    ...TEXTS,
    ...longest.map((sign) => ({
      name: `the longest of '${sign}'`,
      text: quoted(sign.repeat(Math.min(maxLength ?? 0, ROOM_BYTES))),
    })),
  ];
}

/**
 * Lists of what the schema asks for: as many as fit, with the smallest and the largest items, and all that it allows.
 */
function hostileLists(item: Schema, most: number | undefined): Hostile[] {
  const small = smallest(item);
  const lists = [
    { name: 'as many of the smallest as fit', text: filled(small) },
    { name: 'as many as fit, one bad at the end', text: filled(small, ROOM_BYTES, ',"?"') },
  ];
  if (most !== undefined) {
    const room = Math.floor(ROOM_BYTES / most) - 2;
    lists.push(
      { name: 'as many of the smallest as are allowed', text: `[${Array(most).fill(small).join(',')}]` },
      {
        name: 'as many as are allowed, each as large as fits',
        text: `[${Array(most).fill(largest(item, room)).join(',')}]`,
      },
    );
  }
  return lists;
}

/** Returns a valid value that is as small as possible. */
export function smallest(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return JSON.stringify(schema.enum[0]);
  if (schema.anyOf !== undefined) return smallest(schema.anyOf[0] ?? {});
  if (schema.properties !== undefined) {
    const { required = [], properties } = schema;
    return `{${required.map((name) => `"${name}":${smallest(properties[name] ?? {})}`).join(',')}}`;
  }
  if (schema.type === 'string') return quoted(schema.format === 'date-time' ? '2026-01-01T00:00:00Z' : 'a');
  if (schema.type === 'integer' || schema.type === 'number') return String(schema.minimum ?? 0);
  if (schema.type === 'boolean') return 'true';
  return schema.type === 'array' ? '[]' : schema.type === 'null' ? 'null' : '{}';
}

/** Returns a valid value of about this many bytes, if the schema allows it. */
function largest(schema: Schema, bytes: number): string {
  if (schema.type === 'string' && schema.enum === undefined && schema.format === undefined) {
    return quoted(
      '*a'.repeat(Math.max(0, Math.floor(Math.min(schema.maxLength ?? bytes, bytes) / 2))) || 'a',
    );
  }
  if (schema.properties === undefined) {
    return schema.type === undefined
      ? members((place) => `"${place.toString(36)}":0`, bytes)
      : smallest(schema);
  }
  const names = Object.keys(schema.properties);
  const each = Math.floor(bytes / names.length) - 16;
  return `{${names.map((name) => `"${name}":${largest(schema.properties?.[name] ?? {}, each)}`).join(',')}}`;
}

export function quoted(text: string): string {
  return `"${text}"`;
}

/** Returns a list of as many of these as fit. */
function filled(item: string, bytes = ROOM_BYTES, last = ''): string {
  return `[${`${item},`.repeat(Math.floor((bytes - last.length) / (item.length + 1))).slice(0, -1)}${last}]`;
}

function listed(item: (place: number) => string): string {
  return `[${asManyAsFit(item, ROOM_BYTES)}]`;
}

function members(member: (place: number) => string, bytes = ROOM_BYTES): string {
  return `{${asManyAsFit(member, bytes)}}`;
}

function asManyAsFit(one: (place: number) => string, bytes: number): string {
  const all: string[] = [];
  for (let length = 0, place = 0; ; place += 1) {
    const next = one(place);
    length += next.length + 1;
    if (length > bytes) return all.join(',');
    all.push(next);
  }
}

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;
}
