/**
 * Finds texts of a call that runs something, which its entry reads neither as a command nor as the name of what runs.
 * Their effect is unknown, so the reading lists them as unreadable. They are found by the argument's name, or because
 * they do not look like a name.
 */

import type { JsonValue } from '@assize/evidence-format';
import { setOf } from '../lists.ts';
import { splitAtCase } from '../names/index.ts';
import { languageNamed } from '../tools/index.ts';
import { countWork } from '../work.ts';
import type { Allowance } from './arguments/arguments.ts';

export interface Looked {
  /** The places that entries name as targets. */
  targets: ReadonlySet<string>;
  /** The places that entries name as contents. */
  contents: ReadonlySet<string>;
  /** The named thing says what runs, so another field counts only if it has a command's own name. */
  isNamed: boolean;
  /** Whether the text reads as a command or a statement, and so is not a name. */
  isCommand(text: string): boolean;
}

const MAX_FOUND = 10;
const MAX_DEPTH = 16;
/** Fields for a human reader, which nothing runs. */
const PROSE = setOf(
  'description reason note notes title summary comment explanation purpose name label justification',
);
const SEVERAL_WORDS = /\S\s+\S|[;|`]|&&|\$[({]/;

/** @returns the places of these texts. */
export function unreadRuns(given: JsonValue, looked: Looked, allowed: Allowance): string[] {
  const found: string[] = [];
  const look = (value: JsonValue, path: string, name: string, depth: number): void => {
    if (found.length >= MAX_FOUND || allowed.left <= 0 || depth > MAX_DEPTH) return;
    allowed.left -= 1;
    if (typeof value === 'string') {
      if (isRun(value, path, name, looked)) found.push(path);
    } else if (Array.isArray(value)) {
      for (const [place, each] of value.entries()) look(each, `${path}[${place}]`, name, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value))
        look(each as JsonValue, path === '' ? key : `${path}.${key}`, key, depth + 1);
    }
  };
  look(given, '', '', 0);
  return found;
}

function isRun(value: string, path: string, name: string, looked: Looked): boolean {
  const { targets, contents, isNamed } = looked;
  countWork(value.length / 4);
  if (value.trim() === '' || contents.has(path)) return false;
  const words = name
    .slice(0, 64)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap(splitAtCase)
    .map((word) => word.toLowerCase());
  if (languageNamed(words) !== null) return true;
  if (!SEVERAL_WORDS.test(value.trim())) return false;
  if (targets.has(path)) return looked.isCommand(value);
  return !isNamed && !PROSE.has(words.at(-1) ?? '');
}
