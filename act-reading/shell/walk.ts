/**
 * Walks through a shell text in the order of its lines: each command, whether it runs now, in a branch, or in a function
 * that is only defined, and each substitution inside words. So nothing of the text is passed over.
 */
import {
  type AndOr,
  type Assignment,
  type Command,
  type For,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  type Redirection,
  type Function as SyntaxFunction,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { environmentDoes } from './environment.ts';
import { inSubshell } from './nested.ts';
import { isKnown } from './programs/load.ts';
import { type ShellReading, Unreadable } from './reading.ts';
import { inputOf, readRedirection } from './redirections.ts';
import { runWords } from './run.ts';
import { type Input, oneWord, type ShellWord, wordsOf } from './words.ts';

export function walkScript(script: ParsedScript, reading: ShellReading): void {
  const [error] = script.errors ?? [];
  if (error !== undefined) throw new Unreadable(`it is no complete shell text: ${error.message}`);
  for (const statement of script.commands) walk(statement, reading, null);
}

function walk(node: SyntaxNode, reading: ShellReading, input: Input) {
  switch (node.type) {
    case 'Command':
      reading.step();
      return walkCommand(node, reading, input);
    case 'Pipeline':
      return walkPipeline(node, reading, input);
    case 'AndOr':
      return walkAndOr(node, reading, input);
    case 'Statement':
      if (node.background !== true) return walk(node.command, reading, input);
      reading.says.background = true;
      return inSubshell(reading, () => walk(node.command, reading, input));
    case 'Redirected': {
      walkRedirections(node.redirects, reading);
      return walk(node.command, reading, inputOf(node.redirects, reading) ?? input);
    }
    case 'Function':
      return walkFunction(node, reading);
    case 'Subshell':
      return inSubshell(reading, () => walkInside(node, reading, input));
    case 'For':
      return inBranch(reading, () => walkFor(node, reading, input));
    case 'Select':
      reading.variables.set(node.name.value, null);
      return inBranch(reading, () => walkInside(node, reading, input));
    case 'BraceGroup':
    case 'CompoundList':
      return walkInside(node, reading, input);
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      return walkSubstitution(node.script, reading);
    case 'Word':
      return walkInside(node, reading, null);
    default:
      return inBranch(reading, () => walkInside(node, reading, input));
  }
}

/** Its commands are read here, where it is defined. */
function walkFunction({ name: { value: name }, body }: SyntaxFunction, reading: ShellReading): void {
  const isCertain = reading.branches === 0;
  reading.defined.add(name);
  inBranch(reading, () => walk(body, reading, null));
  reading.defined.delete(name);
  if (isCertain) reading.functions.add(name);
}

function walkInside(node: SyntaxNode, reading: ShellReading, input: Input): void {
  forEachChild(node, (child) => walk(child, reading, input));
}

function walkSubstitution(script: ParsedScript | undefined, reading: ShellReading): void {
  if (script === undefined) throw new Unreadable('it holds a substitution that no parser takes');
  reading.says.substitutions = true;
  inSubshell(reading, () => walkScript(script, reading));
}

const MAX_TURNS = 16;

/** A short list in plain words is gone through; a longer one leaves the variable open. */
function walkFor({ name, wordlist, body }: For, reading: ShellReading, input: Input) {
  for (const word of wordlist ?? []) walk(word, reading, null);
  const words = wordlist?.flatMap((word) => wordsOf(word, reading.variables)) ?? [];
  const isPlain = words.length > 0 && words.length <= MAX_TURNS && words.every(({ isFixed }) => isFixed);
  for (const value of isPlain ? words.map(({ text }) => text) : [null]) {
    reading.variables.set(name.value, value);
    walk(body, reading, input);
  }
  reading.variables.set(name.value, null);
}

/** What is set in a branch is not set for sure. */
function inBranch(reading: ShellReading, walkIt: () => void): void {
  reading.branches += 1;
  const { folder } = reading;
  walkIt();
  if (reading.folder !== folder) reading.folder = null;
  reading.branches -= 1;
}

function walkAndOr({ commands, operators }: AndOr, reading: ShellReading, input: Input): void {
  const [first, ...others] = commands;
  if (first !== undefined) walk(first, reading, input);
  for (const [place, command] of others.entries()) {
    const { folder } = reading;
    reading.branches += 1;
    walk(command, reading, input);
    reading.branches -= 1;
    if (operators[place] === '||' && reading.folder !== folder) reading.folder = null;
  }
}

function walkPipeline({ commands }: Pipeline, reading: ShellReading, outer: Input): void {
  let input = outer;
  for (const command of commands) {
    const before = reading.urls.length;
    inSubshell(reading, () => walk(command, reading, input));
    const fetched = reading.urls.slice(before).map((text) => ({ text, isFixed: true }));
    const text = command.type === 'Command' ? printedBy(command, reading) : null;
    input = { text, from: [...(input?.from ?? []), ...fetched] };
  }
}

/** The text that a command prints, where the text of the command says it. */
function printedBy(command: Command, reading: ShellReading): string | null {
  const name = command.name?.value;
  if (
    name === 'cat' &&
    command.suffix.every((part) => part.type === 'HereDoc' || part.type === 'HereString')
  ) {
    return inputOf(command.redirects, reading)?.text ?? null;
  }
  if (name !== 'echo' && name !== 'printf') return null;
  const words = command.args.flatMap((word) =>
    word.type === 'Word' ? wordsOf(word, reading.variables) : [textOf(word)],
  );
  const texts = words.filter(({ text }, place) => place > 0 || !/^-[neE]+$/.test(text));
  if (!words.every(({ isFixed }) => isFixed)) return null;
  const printed = texts.map(({ text }) => text).join(' ');
  // Escapes such as \x72 and formats such as %b make another text of it.
  return /\\|%[^s%]/.test(printed) ? null : printed.replace(/^%s(?:\\n)? /, '');
}

const textOf = ({ text }: Assignment): ShellWord => ({ text, isFixed: !/[$`]/.test(text) });

function walkCommand(command: Command, reading: ShellReading, input: Input): void {
  for (const part of command.prefix) if (part.type === 'Assignment') walkAssignment(part, command, reading);
  walkRedirections(command.redirects, reading);
  const words: ShellWord[] = [];
  const take = (word: Word): void => {
    walk(word, reading, null);
    words.push(...wordsOf(word, reading.variables));
  };
  if (command.name !== undefined) take(command.name);
  for (const argument of command.args) {
    if (argument.type === 'Word') take(argument);
    else {
      walkInside(argument, reading, null);
      words.push(textOf(argument));
    }
  }
  const name = words[0]?.isFixed === true ? words[0].text : '';
  if (reading.defined.has(name)) reading.runsUnread('sh', `starts ${name} again from inside of ${name}`);
  // A function with the name of a program could be unset unseen, and then the program runs.
  else if (reading.functions.has(name) && !isKnown(name)) return;
  else if (words.length > 0) runWords(words, reading, inputOf(command.redirects, reading) ?? input);
  // `X=$(…)` alone, or only a redirection.
  else if (command.name !== undefined) reading.runsUnread('sh', 'runs a program that the text does not name');
}

function walkAssignment(assignment: Assignment, command: Command, reading: ShellReading): void {
  const { name, value } = assignment;
  walkInside(assignment, reading, null);
  const given = value.type === 'Word' ? oneWord(value, reading.variables) : { text: '', isFixed: false };
  environmentDoes(name, given, reading);
  if (command.name !== undefined) return;
  const isKnown =
    given.isFixed && reading.branches === 0 && !reading.separatesOddly && assignment.append !== true;
  const isSetAgain = reading.variables.has(name) && reading.variables.get(name) !== given.text;
  reading.variables.set(name, isKnown && !(isSetAgain && reading.branches > 0) ? given.text : null);
}

function walkRedirections(redirections: readonly Redirection[], reading: ShellReading): void {
  for (const redirection of redirections) {
    if (redirection.type === 'HereDoc' && redirection.closing === undefined) {
      throw new Unreadable('it holds a here-document without an end');
    }
    walkInside(redirection, reading, null);
    readRedirection(redirection, reading);
  }
}
