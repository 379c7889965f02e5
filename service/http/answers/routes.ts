/** Describes routes: their texts in the API's description, and the schemas of what they read and answer. */
import type { TSchema } from 'typebox';
import type { Surface } from './errors.ts';
import { type Refusable, refusals } from './response-schemas.ts';

/** An answer, as JSON by a schema, or in other types. */
type Answer = TSchema | { description: string; content: Record<string, { schema: TSchema }> };

/** An answer in other types than JSON, or in several. */
export function inTypes<const Types extends Record<string, TSchema>>(description: string, types: Types) {
  const content = Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }]));
  return { description, content: content as { [Type in keyof Types]: { schema: Types[Type] } } };
}

interface Parts {
  description?: string;
  headers?: TSchema;
  params?: TSchema;
  querystring?: TSchema;
  body?: TSchema;
  200?: Answer;
  201?: Answer;
  429?: TSchema;
  /** Refusals that the parts do not imply. */
  also?: readonly Refusable[];
  /** Refusals that the parts imply, and that do not happen here. */
  never?: readonly Refusable[];
}

type Described<P extends Parts> = {
  [Name in keyof P as Name extends 200 | 201 | 429 | 'also' | 'never' ? never : Name]: P[Name];
} & { operationId: string; summary: string; tags: string[]; response: Pick<P, keyof P & (200 | 201)> };

/**
 * Describes the routes of one tag. A route with parameters in its path can answer 404, and one with a query or a body
 * can be asked with a wrong one.
 */
export function routesOf(surface: Surface, tag: string) {
  return <P extends Parts>(operationId: string, summary: string, parts: P): Described<P> => {
    const { also = [], never = [], 200: ok, 201: created, 429: limited, ...read } = parts as Parts;
    const implied: Refusable[] = [...also];
    if (read.params !== undefined) implied.push(404);
    if (read.querystring !== undefined || read.body !== undefined) implied.push(422);
    const refused = refusals(
      surface,
      implied.filter((status) => !never.includes(status)),
    );
    const answers = { 200: ok, 201: created, 429: limited };
    const response = { ...Object.fromEntries(Object.entries(answers).filter(([, one]) => one)), ...refused };
    return { operationId, summary, tags: [tag], ...read, response } as unknown as Described<P>;
  };
}
