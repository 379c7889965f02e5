/** A tool as the rules see it while an entry is proposed for it. */
import type { ToolDefinition } from '../document/definition.ts';
import type { Field } from '../document/fields.ts';
import { singular, wordsOfName, wordsOfText } from '../words.ts';
import type { Setting } from './judged.ts';

export interface Subject {
  definition: ToolDefinition;
  /** The words of its name, without the server's. */
  words: readonly string[];
  /** How many words come from the parts before the last: one in `hooks/create-key`. */
  before: number;
  /** The words of the last part of a name with dots or slashes: `hub.settings` is about settings. */
  ownWords: readonly string[];
  fields: readonly Field[];
  server: string;
  setting: Setting;
}

export function subjectOf(definition: ToolDefinition, fields: readonly Field[], server: string): Subject {
  const serverWords = wordsOfName(server);
  const { last, before } = wordsByPart(definition.name);
  const all = [...last, ...before];
  const words = withoutServer(all, serverWords);
  const spoken = new Set(
    [...all, ...serverWords, ...wordsOfText(`${definition.title} ${definition.description}`)].flatMap(
      (word) => [word, singular(word)],
    ),
  );
  const written = new Set(fields.flatMap((field) => field.words));
  return {
    definition,
    words,
    before: beforeIn(words, all, before.length),
    ownWords: wordsOfName(partsOfName(definition.name).at(-1) ?? ''),
    fields,
    server,
    setting: {
      speaksOf: (...some) => some.some((word) => spoken.has(word)),
      hasField: (...some) => some.some((word) => written.has(word)),
      takesArguments: fields.length > 0,
    },
  };
}

/** In `orders.cancel` and `orders/cancel`, the last part says what is done, and the others to what. */
function wordsByPart(name: string): { last: string[]; before: string[] } {
  const parts = partsOfName(name);
  const last = parts.pop() ?? '';
  return { last: wordsOfName(last), before: parts.flatMap(wordsOfName) };
}

/** Service generators write `OrderService_CancelOrder`. */
const OF_SERVICE = /^([A-Z][A-Za-z0-9]*)_([A-Z][A-Za-z0-9]*)$/;

function partsOfName(name: string): string[] {
  const [, service, own] = OF_SERVICE.exec(name) ?? [];
  if (service !== undefined && own !== undefined) return [service, own];
  return name.split(/[./:]+/).filter((part) => part !== '');
}

/** Returns how many words are left before the last part, once the server's words are removed. */
function beforeIn(words: readonly string[], all: readonly string[], before: number): number {
  const isGoneBehind = words.length < all.length && words[0] === all[0];
  return Math.max(0, before - (isGoneBehind ? all.length - words.length : 0));
}

function withoutServer(words: readonly string[], server: readonly string[]): readonly string[] {
  if (server.length === 0 || server.length >= words.length) return words;
  if (server.every((word, at) => words[at] === word)) return words.slice(server.length);
  const rest = words.slice(0, -server.length);
  return server.every((word, at) => words[rest.length + at] === word) ? rest : words;
}
