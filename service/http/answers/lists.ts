/**
 * Writes lists item by item, so that other requests get a turn in between: a page of evidence can have 25 MB,
 * and writing it in one piece would block the event loop for a third of a second.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, preSerializationAsyncHookHandler, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { serializerCompiler } from '../validation/serialization.ts';

/** After this much text other requests get a turn; a shorter answer is sent in one piece. */
const PIECE_CHARACTERS = 128 * 1024;

interface ObjectSchema {
  properties?: Record<string, { type?: string; items?: ObjectSchema }>;
  required?: string[];
}

interface ListSchema {
  /** The member that is the list. */
  name: string;
  item: TSchema;
  /** All members except the list. */
  rest: TSchema;
}

/** Applies to each route that is added to the surface afterwards. */
export function writeListsInTurns(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const list = listOf(route);
    if (list === null) return;
    const others = [route.preSerialization ?? []].flat();
    route.preSerialization = [...others, writerOf(list)];
  });
}

/** The list of objects in a route's answer; null if there is none. */
function listOf({ schema, serializerCompiler: ofItsOwn }: RouteOptions): ListSchema | null {
  const good = (schema?.response as Record<string, ObjectSchema> | undefined)?.[200];
  const lists = Object.entries(good?.properties ?? {}).filter(([, { items }]) => items?.properties);
  const [only] = lists;
  if (good === undefined || only === undefined || lists.length > 1 || ofItsOwn !== undefined) return null;
  const [name, { items }] = only;
  const { [name]: _, ...properties } = good.properties ?? {};
  const required = good.required?.filter((member) => member !== name);
  const rest = { ...good, properties, ...(required?.length ? { required } : { required: [] }) };
  return { name, item: items as TSchema, rest: rest as unknown as TSchema };
}

function writerOf({ name, item, rest }: ListSchema): preSerializationAsyncHookHandler {
  const writer = (schema: TSchema) => serializerCompiler({ schema, method: '', url: '' });
  return async (_request, reply, answer) => {
    const items = (answer as Record<string, unknown> | null)?.[name];
    // A single item needs no turns in between.
    if (reply.statusCode !== 200 || !Array.isArray(items) || items.length < 2) return answer;
    const [writeItem, writeRest] = [writer(item), writer(rest)];
    const others = writeRest({ ...(answer as object), [name]: undefined }).slice(0, -1);
    const pieces: Buffer[] = [];
    let text = `${others}${others === '{' ? '' : ','}${JSON.stringify(name)}:[`;
    for (const [place, each] of items.entries()) {
      text += place === 0 ? writeItem(each) : `,${writeItem(each)}`;
      if (text.length < PIECE_CHARACTERS) continue;
      pieces.push(Buffer.from(text));
      text = '';
      await new Promise(setImmediate);
    }
    return whole(reply, pieces, `${text}]}`);
  };
}

/** The whole answer is in memory already, so its length is known, and nothing can fail half-way. */
function whole(reply: FastifyReply, pieces: Buffer[], last: string): string | Readable {
  // The payload is already the text.
  reply.serializer((text: string) => text);
  if (pieces.length === 0) return last;
  pieces.push(Buffer.from(last));
  reply.header(
    'content-length',
    pieces.reduce((bytes, piece) => bytes + piece.length, 0),
  );
  return Readable.from(inTurns(pieces));
}

async function* inTurns(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await new Promise(setImmediate);
  }
}
