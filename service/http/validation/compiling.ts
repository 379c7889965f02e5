/**
 * When what holds requests against their schemas, and what writes answers by theirs, is made: when it is first needed,
 * since most routes of a node are never asked, and a start need not wait for all of them.
 */
import type { AnySchema } from 'ajv';
import type {
  FastifySchema,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyServerOptions,
} from 'fastify';
import { serializerCompiler } from './serialization.ts';
import { requireSchema, validatorCompiler } from './validation.ts';

export type Compiling = 'at first use' | 'at once';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;

/** For Fastify's `schemaController`, whose own compilers are not even loaded then. */
export function schemaCompilers(compiling: Compiling) {
  const [validator, serializer] =
    compiling === 'at once'
      ? [validatorAtOnce, serializerCompiler]
      : [validatorAtFirstUse, serializerAtFirstUse];
  const compilersFactory = { buildValidator: () => validator, buildSerializer: () => serializer };
  // Fastify's type names the classes of its own compilers, though it asks for no more than these functions.
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
