/** Splits the words behind a program into options, their values, and operands, as getopt does. */
import type { ShellWord } from './words.ts';

export interface Given {
  /** Each option as it was written, without its value: `-o`, `--output`. */
  flags: Set<string>;
  /** The options that were given a value, in their order. */
  values: { option: string; value: ShellWord }[];
  operands: ShellWord[];
}

export interface OptionStyle {
  /** The options that take a value. */
  takesValue: (option: string) => boolean;
  /** Options end at the first operand, as with programs that run another one. */
  untilOperand?: boolean;
  /** The full name of a long option that may be shortened. */
  fullName?: (option: string) => string;
  /** Long options begin with one dash, as those of find and java do. */
  oneDash?: boolean;
}

export function splitOptions(words: readonly ShellWord[], style: OptionStyle): Given {
  const given: Given = { flags: new Set(), values: [], operands: [] };
  let place = 0;
  const next = (option: string): void => {
    const value = words[place + 1];
    if (value === undefined) return;
    given.values.push({ option, value });
    place += 1;
  };
  for (; place < words.length; place += 1) {
    const word = words[place] as ShellWord;
    const { text } = word;
    if (text === '--') {
      given.operands.push(...words.slice(place + 1));
      break;
    }
    if (!text.startsWith('-') || text === '-') {
      given.operands.push(word);
      if (style.untilOperand !== true) continue;
      given.operands.push(...words.slice(place + 1));
      break;
    }
    if (text.startsWith('--') || style.oneDash === true) readLong(given, word, style, next);
    else readShort(given, word, style, next);
  }
  return given;
}

type TakeNext = (option: string) => void;

function readLong(given: Given, { text, isFixed }: ShellWord, style: OptionStyle, next: TakeNext): void {
  const equals = text.indexOf('=');
  const written = equals < 0 ? text : text.slice(0, equals);
  const option = style.fullName?.(written) ?? written;
  given.flags.add(option);
  if (equals >= 0) given.values.push({ option, value: { text: text.slice(equals + 1), isFixed } });
  else if (style.takesValue(option)) next(option);
}

/** `-rf` are two options, `-ofile` is one with its value. */
function readShort(given: Given, { text, isFixed }: ShellWord, style: OptionStyle, next: TakeNext): void {
  for (let at = 1; at < text.length; at += 1) {
    const option = `-${text[at]}`;
    given.flags.add(option);
    if (!style.takesValue(option)) continue;
    const rest = text.slice(at + 1);
    if (rest === '') next(option);
    else given.values.push({ option, value: { text: rest.replace(/^=/, ''), isFixed } });
    return;
  }
}
