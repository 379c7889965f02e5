/**
 * Compiles validators and serializers when they are first needed, since most routes of a node are never
 * called, and the start does not have to wait for all of them.
 */
import type { AnySchema } from 'ajv';
import type {
  FastifyInstance,
  FastifySchema,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyServerOptions,
} from 'fastify';
import type { SchemaError } from './fault-unions.ts';
import { serializerCompiler } from './serialization.ts';
import { requireSchema, validatorCompiler } from './validation.ts';

export type Compiling = 'at first use' | 'at once';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;

/** For Fastify's `schemaController`; its own compilers are then not even loaded. */
export function schemaCompilers(compiling: Compiling) {
  const [validator, serializer] =
    compiling === 'at once'
      ? [validatorAtOnce, serializerCompiler]
      : [validatorAtFirstUse, serializerAtFirstUse];
  const compilersFactory = { buildValidator: () => validator, buildSerializer: () => serializer };
  // Fastify's type names the classes of its own compilers, though it needs only these functions.
  const schemaController = { compilersFactory } as unknown as SchemaController;
  return { validator, schemaController };
}

type Validate = ReturnType<FastifySchemaCompiler<AnySchema>>;

const validatorAtOnce: FastifySchemaCompiler<AnySchema> = (route) => {
  requireSchema(route.schema);
  return validatorCompiler(route);
};

const validatorAtFirstUse: FastifySchemaCompiler<AnySchema> = (route) => {
  let validate: Validate | null = null;
  const check: Validate = (value) => {
    validate ??= validatorCompiler(route);
    const valid = validate(value);
    check.errors = validate.errors ?? null;
    return valid;
  };
  return check;
};

const serializerAtFirstUse: FastifySerializerCompiler<FastifySchema> = (route) => {
  let write: ReturnType<FastifySerializerCompiler<FastifySchema>> | null = null;
  return (answer) => {
    write ??= serializerCompiler(route);
    return write(answer);
  };
};

/** Returns true for a valid value; otherwise `errors` says why, until the next call. */
export interface Check {
  (value: unknown): unknown;
  errors?: SchemaError[] | null;
}

/**
 * The check of a value as this part of a request, by the application's compiler, which caches its results.
 * @throws if the application has no compiler yet.
 */
export function checkOf(
  { validatorCompiler }: Pick<FastifyInstance, 'validatorCompiler'>,
  schema: unknown,
  part: 'body' | 'headers',
): Check {
  if (validatorCompiler === undefined) throw new Error('the validator compiler is set before the routes');
  return validatorCompiler({ schema, method: 'POST', url: '', httpPart: part });
}
