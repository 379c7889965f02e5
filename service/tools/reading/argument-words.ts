/** The words that stand in an action's arguments, to be compared with those of a task. */
import type { JsonValue } from '@assize/evidence-format';
import { argumentsOf } from './arguments.ts';
import type { Particular } from './readers.ts';

const MAX_WORDS = 60;
const MAX_TEXT = 200;
const MAX_DEPTH = 16;

/** Of short texts only: what a long one says is content. In lower case, each once. */
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

const MAX_FIELDS = 60;

/** Each field of an action's arguments that holds one value: its own name, and the value where it is short. */
export function argumentFields(context: Readonly<Record<string, unknown>>): Particular[] {
  const given = argumentsOf(context);
  const fields: Particular[] = [];
  const look = (name: string, value: JsonValue, depth: number): void => {
    if (fields.length >= MAX_FIELDS || depth > MAX_DEPTH || value === null) return;
    if (Array.isArray(value)) for (const each of value) look(name, each, depth + 1);
    else if (typeof value === 'object')
      for (const [key, each] of Object.entries(value)) look(key, each as JsonValue, depth + 1);
    else if (name !== '') {
      const text = String(value);
      fields.push({ of: 'field', name, value: text.length > MAX_TEXT ? null : text });
    }
  };
  if (typeof given !== 'string') look('', given, 0);
  return fields;
}
