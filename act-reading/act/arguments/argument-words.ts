/** The words in an action's arguments, which are compared with those of a task. */
import type { JsonValue } from '@assize/evidence-format';
import { argumentsOf } from './arguments.ts';

const MAX_WORDS = 60;
const MAX_TEXT = 200;
const MAX_DEPTH = 16;

/** Returns the words of short texts only, because a long text is content. In lower case, each once. */
export function argumentWords(context: Readonly<Record<string, unknown>>): string[] {
  const given = argumentsOf(context);
  const words = new Set<string>();
  const look = (value: JsonValue, depth: number): void => {
    if (words.size >= MAX_WORDS || depth > MAX_DEPTH) return;
    if (typeof value === 'string') {
      if (value.length > MAX_TEXT) return;
      for (const part of value.toLowerCase().split(/[\s:,;=()[\]{}'"<>|&]+/)) {
        const word = part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
        for (const one of [word, ...word.split(/[._/-]/)])
          if (words.size < MAX_WORDS && one !== '') words.add(one);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) {
        if (!Array.isArray(value)) look(name.replace(/([a-z\d])([A-Z])/g, '$1_$2'), MAX_DEPTH);
        look(each as JsonValue, depth + 1);
      }
    }
  };
  if (typeof given !== 'string') look(given, 0);
  return [...words];
}
