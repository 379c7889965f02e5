/**
 * Compiles serializers of answers. Both addresses of a surface, and every application in the process, share
 * the result: it depends only on the schema's text.
 */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';

type Write = ReturnType<FastifySerializerCompiler<unknown>>;

const compile = SerializerSelector()();
const compiled = new Map<string, Write>();

/** For `app.setSerializerCompiler`. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = (route) => {
  const text = JSON.stringify(route.schema);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const write = compile({ ...route, httpStatus: route.httpStatus ?? '' });
  compiled.set(text, write);
  return write;
};
