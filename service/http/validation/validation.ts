/**
 * Validates requests against their schemas: all faults at once, nothing dropped, and a body taken exactly as
 * it was sent. Only parts that arrive as text anyway (query, path, headers) are converted to the types of
 * their schemas.
 *
 * The first check of a body stops at the first fault. Only then are all faults collected, from no more of the
 * body than can be reported: collecting the faults of 36,000 bad items took 45 ms, and a hundred are
 * reported.
 */
import { Ajv, type AnySchema, type Options } from 'ajv';
import ajvFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { SchemaError } from './fault-unions.ts';
import { faultsFromAjv, type LocatedFault } from './faults.ts';
import { cutToReportedFaults, namesIn } from './faulty-part.ts';

type Validate = ReturnType<FastifySchemaCompiler<AnySchema>>;

const ajvOptions = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  coerceTypes: false,
  // A schema that says less than its author meant must fail when the service is built, not accept requests.
  strict: true,
  strictRequired: false,
  // Compiling the meta-schema takes longer than compiling a request's schema: see `requireSchema`.
  validateSchema: false,
  allowUnionTypes: true,
  // The annotations of OpenAPI, which don't affect validity.
  keywords: ['example', 'x-examples'],
} satisfies Options;

const bodies = withFormats(new Ajv({ ...ajvOptions, allErrors: false }));
const faultyBodies = withFormats(new Ajv(ajvOptions));
const texts = withFormats(new Ajv({ ...ajvOptions, coerceTypes: 'array' }));
/** By the schema's text: every address and application in the process shares the compiled result. */
const bodyChecks = new Map<string, Validate>();
const textChecks = new Map<string, Validate>();

/** For `app.setValidatorCompiler`. */
export const validatorCompiler: FastifySchemaCompiler<AnySchema> = ({ schema, httpPart }) =>
  httpPart === 'body'
    ? once(bodyChecks, schema, () => withAllFaults(bodies.compile(schema), schema))
    : once(textChecks, schema, () => withPlainNumbers(texts.compile(schema), schema));

/** The faults of a value against a schema, as if it were the body of a request. */
export function faultsBySchema(schema: AnySchema, value: unknown): LocatedFault[] {
  const validate = validatorCompiler({ schema, method: 'POST', url: '', httpPart: 'body' });
  if (validate(value) === true) return [];
  const { errors } = validate as { errors?: SchemaError[] | null };
  return faultsFromAjv(errors ?? [], 'body', value);
}

/**
 * @throws if it is not a JSON Schema. Called where all schemas are compiled, and not by a running service.
 */
export function requireSchema(schema: AnySchema): void {
  bodies.validateSchema(schema, true);
}

/** A schema with an id can't be compiled twice in the same Ajv, and several routes may share it. */
function once(known: Map<string, Validate>, schema: AnySchema, compile: () => Validate): Validate {
  const text = JSON.stringify(schema);
  let check = known.get(text);
  if (check === undefined) {
    check = compile();
    known.set(text, check);
  }
  return check;
}

/** The validator that collects all faults is compiled with the first body that is refused. */
function withAllFaults(isValid: Validate, schema: AnySchema): Validate {
  let collect: Validate | null = null;
  const names = namesIn(schema);
  const check: Validate = (body: unknown) => {
    check.errors = null;
    if (isValid(body) === true) return true;
    collect ??= faultyBodies.compile(schema);
    collect(cutToReportedFaults(body, names));
    check.errors = collect.errors ?? isValid.errors ?? null;
    return false;
  };
  return check;
}

const PLAIN_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/**
 * Ajv accepts all texts that JavaScript reads as numbers, including `0x10` and `Infinity`, and the latter
 * then passes every maximum. Texts that are not plain numbers are emptied first, which Ajv refuses.
 */
function withPlainNumbers(validate: Validate, schema: AnySchema): Validate {
  const properties: Record<string, { type?: unknown }> =
    (typeof schema === 'object' && schema.properties) || {};
  const numbers = Object.keys(properties).filter((name) =>
    ['number', 'integer'].includes(String(properties[name]?.type)),
  );
  if (numbers.length === 0) return validate;
  const check: Validate = (texts: Record<string, unknown>) => {
    for (const name of numbers) {
      const text = texts?.[name];
      if (typeof text === 'string' && !PLAIN_NUMBER.test(text)) texts[name] = '';
    }
    const valid = validate(texts);
    check.errors = validate.errors ?? null;
    return valid;
  };
  return check;
}

function withFormats(ajv: Ajv): Ajv {
  ajvFormats.default(ajv, { formats: ['date-time', 'date', 'time', 'duration', 'uuid', 'uri', 'email'] });
  // Accepts the RFC 3339 date-times that are a point in time here as well: no leap second, no space for the
  // `T`.
  const rfc3339 = ajvFormats.default.get('date-time') as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text: string) => rfc3339.validate(text) && !/\s/.test(text) && isTime(text));
  return ajv;
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
