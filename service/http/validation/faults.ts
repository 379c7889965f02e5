/**
 * Turns the schema validator's errors into the published list of faults: Pydantic 2's names and wording,
 * every location spelled out, one fault per mistake. A message never repeats a value that the caller sent.
 */
import { Failure, type Fault } from '../../foundation/failure.ts';
import { type SchemaError, settleUnions } from './fault-unions.ts';

/** A fault as it is published; `loc` begins with `body`, `query`, `path` or `header`. */
export interface LocatedFault {
  loc: string[];
  msg: string;
  type: string;
}

export function located(part: string, { field, message, type }: Fault): LocatedFault {
  return { loc: [part, ...field], msg: message, type };
}

/** A request whose faults HTTP itself finds and locates. */
export class LocatedFailure extends Failure {
  readonly faults: readonly LocatedFault[];

  constructor(faults: readonly LocatedFault[]) {
    const unplaced = faults.map(({ loc, msg, type }) => ({ field: loc.slice(1), message: msg, type }));
    super('invalid', 'The request is not valid.', { details: { faults: unplaced } });
    this.faults = faults;
  }
}

export type { Fault } from '../../foundation/failure.ts';

export type RequestPart = 'body' | 'querystring' | 'params' | 'headers';

export const MAX_FAULTS = 100;

/**
 * One mistake can raise several errors (a union raises one per branch), so more are read than are reported.
 */
const MAX_ERRORS_READ = 600;

/**
 * A caller's own key may fill the whole body, and appears in every fault below it: the answer must stay
 * small.
 */
const MAX_LOC_PART_CHARACTERS = 128;

const PART_NAMES: Record<RequestPart, string> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

const TYPES: Record<string, { type: string; noun: string; parsing?: string }> = {
  string: { type: 'string_type', noun: 'a valid string' },
  boolean: { type: 'bool_type', noun: 'a valid boolean', parsing: 'bool_parsing' },
  number: { type: 'float_type', noun: 'a valid number', parsing: 'float_parsing' },
  integer: { type: 'int_type', noun: 'a valid integer', parsing: 'int_parsing' },
  object: { type: 'dict_type', noun: 'a valid dictionary' },
  array: { type: 'list_type', noun: 'a valid list' },
  null: { type: 'none_required', noun: 'null' },
};

type Described = Omit<LocatedFault, 'loc'>;
type Bound = { type: string; says: string; unit?: 'character' | 'item' };

const BOUNDS: Record<string, Bound> = {
  minimum: { type: 'greater_than_equal', says: 'Input should be greater than or equal to' },
  maximum: { type: 'less_than_equal', says: 'Input should be less than or equal to' },
  exclusiveMinimum: { type: 'greater_than', says: 'Input should be greater than' },
  exclusiveMaximum: { type: 'less_than', says: 'Input should be less than' },
  minLength: { type: 'string_too_short', says: 'String should have at least', unit: 'character' },
  maxLength: { type: 'string_too_long', says: 'String should have at most', unit: 'character' },
  minItems: { type: 'too_short', says: 'List should have at least', unit: 'item' },
  maxItems: { type: 'too_long', says: 'List should have at most', unit: 'item' },
  minProperties: { type: 'too_short', says: 'Dictionary should have at least', unit: 'item' },
  maxProperties: { type: 'too_long', says: 'Dictionary should have at most', unit: 'item' },
};

const FORMATS: Record<string, Described> = {
  'date-time': {
    type: 'datetime_from_date_parsing',
    msg: 'Input should be a valid datetime with a time zone',
  },
  date: { type: 'date_from_datetime_parsing', msg: 'Input should be a valid date' },
  time: { type: 'time_parsing', msg: 'Input should be a valid time with a time zone' },
  duration: { type: 'time_delta_parsing', msg: 'Input should be a valid duration' },
  uuid: { type: 'uuid_parsing', msg: 'Input should be a valid UUID' },
  uri: { type: 'url_parsing', msg: 'Input should be a valid URL' },
  email: { type: 'value_error', msg: 'Input should be a valid email address' },
};

/**
 * @param errors Ajv's errors with `allErrors`
 * @param value the part as received, `undefined` if there was none; it decides between "absent" and "wrong"
 * @returns at least one fault, at most {@link MAX_FAULTS}
 */
export function faultsFromAjv(
  errors: readonly SchemaError[],
  where: RequestPart,
  value: unknown,
): LocatedFault[] {
  const root = PART_NAMES[where];
  if (value === undefined) return [{ loc: [root], msg: 'Field required', type: 'missing' }];

  const faults = new Map<string, LocatedFault>();
  for (const error of settleUnions(errors.slice(0, MAX_ERRORS_READ))) {
    if (faults.size === MAX_FAULTS) break;
    const fault = toFault(error, where, value);
    const key = `${fault.type} ${JSON.stringify(fault.loc)}`;
    if (!faults.has(key)) faults.set(key, fault);
  }
  if (faults.size > 0) return [...faults.values()];
  return [{ loc: [root], msg: 'Input is not valid', type: 'value_error' }];
}

/** A caller's key as a location part: bounded, and always valid Unicode. */
export function locPart(key: string): string {
  const wellFormed = key.length > MAX_LOC_PART_CHARACTERS ? `${key.slice(0, MAX_LOC_PART_CHARACTERS)}…` : key;
  return wellFormed.toWellFormed();
}

function toFault(error: SchemaError, where: RequestPart, value: unknown): LocatedFault {
  const path = pointerParts(error.instancePath);
  const { msg, type } = describe(error, where, path, value);
  const named =
    error.params.missingProperty ??
    error.params.additionalProperty ??
    error.params.unevaluatedProperty ??
    error.propertyName;
  const parts = typeof named === 'string' ? [...path, named] : path;
  return { loc: [PART_NAMES[where], ...parts.map(locPart)], msg, type };
}

function describe(
  error: SchemaError,
  where: RequestPart,
  path: readonly string[],
  value: unknown,
): Described {
  const { keyword, params } = error;
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return { type: 'missing', msg: 'Field required' };
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'false schema':
      return { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' };
    case 'type':
      return describeType(params.type, where, path, value);
    case 'enum':
      return describeLiteral(params.allowedValues);
    case 'const':
      return describeLiteral([params.allowedValue]);
    case 'pattern':
      return { type: 'string_pattern_mismatch', msg: `String should match pattern '${params.pattern}'` };
    case 'format':
      return (
        FORMATS[String(params.format)] ?? { type: 'value_error', msg: 'Input is not of the expected format' }
      );
    case 'multipleOf':
      return { type: 'multiple_of', msg: `Input should be a multiple of ${params.multipleOf}` };
    default:
      return (
        describeBound(keyword, Number(params.limit)) ?? { type: 'value_error', msg: 'Input is not valid' }
      );
  }
}

function describeType(
  expected: unknown,
  where: RequestPart,
  path: readonly string[],
  value: unknown,
): Described {
  const names = (Array.isArray(expected) ? expected : [expected]).map(String);
  // For an optional member with a wrong value, the caller needs the type to send, not that null is allowed
  // too.
  const wanted = names.length > 1 ? names.filter((name) => name !== 'null') : names;
  const known = wanted.flatMap((name) => TYPES[name] ?? []);
  const first = known[0];
  if (first === undefined) return { type: 'value_error', msg: 'Input is not valid' };

  const msg = `Input should be ${listed(known.map((each) => each.noun))}`;
  if (where !== 'body' && first.parsing !== undefined) return { type: first.parsing, msg };
  if (first.type === 'int_type' && typeof valueAt(value, path) === 'number')
    return { type: 'int_from_float', msg };
  return { type: first.type, msg };
}

function describeLiteral(allowed: unknown): Described {
  const values = Array.isArray(allowed) ? allowed : [];
  const shown = values.map((each) => (typeof each === 'string' ? `'${each}'` : JSON.stringify(each)));
  return { type: 'literal_error', msg: `Input should be ${listed(shown)}` };
}

function describeBound(keyword: string, limit: number): Described | undefined {
  if (!Object.hasOwn(BOUNDS, keyword)) return undefined;
  const { type, says, unit } = BOUNDS[keyword] as Bound;
  const counted = unit === undefined ? '' : ` ${unit}${limit === 1 ? '' : 's'}`;
  return { type, msg: `${says} ${limit}${counted}` };
}

/** RFC 6901: `~1` is a slash, and `~0` a tilde, decoded in this order so that `~01` stays `~1`. */
function pointerParts(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let here = value;
  for (const part of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    here = (here as Record<string, unknown>)[part];
  }
  return here;
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
