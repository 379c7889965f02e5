/**
 * Words of a command as the shell hands them to a program: quotes taken off, variables that the text itself sets put in.
 * A word that the text does not fix, such as `$1` or `$(date)`, says so, and no reader takes it for what it looks like.
 */
import type { ParameterExpansionPart, SimpleExpansionPart, Word, WordPart } from 'unbash';

export interface ShellWord {
  text: string;
  /** False where the word is made while the command runs. */
  isFixed: boolean;
}

/** A program's standard input: a text that is known, something that is not, or nothing from this text. */
export type Input = { text: string | null; from: ShellWord[] } | null;

/** The values of variables; null for one that the text does not fix. */
export type Variables = ReadonlyMap<string, string | null>;

export function wordsOf(word: Word, variables: Variables): ShellWord[] {
  if (word.parts === undefined) return [fixed(word.value)];
  const [only] = word.parts;
  if (word.parts.length === 1 && only !== undefined && isVariable(only)) {
    const value = variableValue(only, variables);
    // Unquoted, a value falls into words.
    if (value !== null) return value.split(/[ \t\n]+/).flatMap((text) => (text === '' ? [] : [fixed(text)]));
  }
  if (word.parts.length === 1 && only?.type === 'ProcessSubstitution') return [fixed(OPEN_FILE)];
  const expanded = expandBraces(word);
  if (expanded !== null) return expanded;
  return [joined(word.parts, variables, word.value)];
}

/** The shell hands this over for `<(…)`. */
const OPEN_FILE = '/dev/fd/63';

/** Where a word can't fall into several: a redirection's target, an assigned value. */
export function oneWord(word: Word, variables: Variables): ShellWord {
  const words = wordsOf(word, variables);
  const [first] = words;
  if (first !== undefined && words.length === 1) return first;
  return { text: words.map(({ text }) => text).join(' '), isFixed: words.every(({ isFixed }) => isFixed) };
}

export const fixed = (text: string): ShellWord => ({ text, isFixed: true });

type Variable = SimpleExpansionPart | ParameterExpansionPart;

function isVariable(part: WordPart): part is Variable {
  return part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion';
}

function variableValue(part: Variable, variables: Variables): string | null {
  if (part.type === 'SimpleExpansion') return variables.get(part.text.slice(1)) ?? null;
  if (part.prefix !== undefined || part.index !== undefined || part.operation !== undefined) return null;
  return variables.get(part.parameter) ?? null;
}

/** A pattern such as `*.txt` is what is written: where it stands in a path, it stays in that folder. */
const FIXED_PARTS: ReadonlySet<WordPart['type']> = new Set([
  'Literal',
  'SingleQuoted',
  'AnsiCQuoted',
  'Glob',
  'ExtendedGlob',
  'BraceExpansion',
]);

function joined(parts: readonly WordPart[], variables: Variables, asWritten: string): ShellWord {
  let text = '';
  let isFixed = true;
  for (const part of parts) {
    if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') {
      const inside = joined(part.parts, variables, part.text.replace(/^\$?"|"$/g, ''));
      text += inside.text;
      isFixed &&= inside.isFixed;
    } else if (isVariable(part)) {
      const value = variableValue(part, variables);
      text += value ?? part.text;
      isFixed &&= value !== null;
    } else if (FIXED_PARTS.has(part.type)) {
      text += 'value' in part ? part.value : part.text;
      if (part.type === 'ExtendedGlob' || part.type === 'BraceExpansion') isFixed &&= !/[$`]/.test(part.text);
    } else {
      text += part.text;
      isFixed = false;
    }
  }
  return parts.length === 0 ? { text: asWritten, isFixed } : { text, isFixed };
}

const MAX_WORDS = 64;

/** `{rm,-rf,/}` is three words. Anything finer than one list in plain text is left as written, and is not fixed. */
function expandBraces(word: Word): ShellWord[] | null {
  const parts = word.parts ?? [];
  if (!parts.some(({ type }) => type === 'BraceExpansion')) return null;
  let texts = [''];
  for (const part of parts) {
    const choices = choicesOf(part);
    if (choices === null || texts.length * choices.length > MAX_WORDS) {
      return [{ text: word.value, isFixed: false }];
    }
    texts = texts.flatMap((text) => choices.map((choice) => text + choice));
  }
  return texts.filter((text) => text !== '').map(fixed);
}

function choicesOf(part: WordPart): string[] | null {
  if (part.type === 'BraceExpansion') {
    const inside = part.text.slice(1, -1);
    if (/[{}$`'"\\]/.test(inside)) return null;
    return inside.includes(',') ? inside.split(',') : null;
  }
  if (part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'Glob') return [part.value];
  return null;
}
