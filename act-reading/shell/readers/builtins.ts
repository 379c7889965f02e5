/** Commands of the shell itself, which set variables, change the folder and run texts. */
import { LOOKS, PRINTS, READS, WRITES } from '../does.ts';
import { environmentDoes } from '../environment.ts';
import { readNestedText } from '../nested.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import { fixed, type ShellWord } from '../words.ts';

const SECRET_NAME = /\$\{?!?\w*(?:SECRET|TOKEN|PASSW|API_?KEY|PRIVATE_?KEY|CREDENTIAL|ACCESS_?KEY)/i;

export function printsText({ name, words }: Invocation, reading: ShellReading): void {
  const [option, into] = words;
  if (name === 'printf' && option?.text.startsWith('-v') === true)
    reading.variables.set(option.text.slice(2) || (into?.text ?? ''), null);
  const shows = words.some(({ text, isFixed }) => !isFixed && SECRET_NAME.test(text));
  reading.does(shows ? { ...LOOKS, what: 'prints a secret of the environment', risk_level: 'high' } : PRINTS);
}

/** `NAME=value` */
function assigned({ text, isFixed }: ShellWord): { name: string; value: ShellWord } | null {
  const equals = text.indexOf('=');
  if (equals <= 0) return null;
  const value = { text: text.slice(equals + 1).replace(/^(['"])(.*)\1$/s, '$2'), isFixed };
  return { name: text.slice(0, equals), value };
}

/** `export NAME=value`: values are words here. */
export function declares({ given }: Invocation, reading: ShellReading): void {
  // One name may stand for another from here on.
  if (given.flags.has('-n')) reading.forgetWhatIsSet();
  for (const word of given.operands) {
    const declared = assigned(word);
    if (declared === null) continue;
    environmentDoes(declared.name, declared.value, reading);
    reading.variables.set(declared.name, null);
  }
}

export function setsAnew({ given }: Invocation, reading: ShellReading): void {
  for (const { text } of given.operands) {
    reading.variables.set(text, null);
    reading.functions.delete(text);
  }
}

export function changesFolder({ given: { operands } }: Invocation, reading: ShellReading): void {
  const [to = fixed('~')] = operands;
  if (!to.isFixed || to.text === '-') reading.folder = null;
  else if (/^[/~]/.test(to.text)) reading.folder = to.text.replace(/(?<=.)\/+$/, '');
  else if (reading.folder !== null)
    reading.folder = reading.folder === '' ? to.text : `${reading.folder}/${to.text}`;
}

export const losesFolder: Reader = (_run, reading) => {
  reading.folder = null;
};

export function readsTextAgain({ words }: Invocation, reading: ShellReading): void {
  readNestedText(words, reading, 'eval');
}

export function trap({ given: { operands } }: Invocation, reading: ShellReading): void {
  const [command] = operands;
  if (operands.length > 1 && command !== undefined && command.text !== '-' && command.text !== '') {
    readNestedText([command], reading, 'trap');
  } else reading.does(PRINTS);
}

export function alias({ given: { operands } }: Invocation, reading: ShellReading): void {
  reading.does(PRINTS);
  for (const word of operands) {
    const declared = assigned(word);
    if (declared !== null) readNestedText([declared.value], reading, 'alias');
  }
}

export function history({ given: { flags, operands } }: Invocation, reading: ShellReading): void {
  const named = operands.length > 0 ? operands : [fixed('~/.bash_history')];
  if (flags.has('-w') || flags.has('-a')) reading.does(WRITES, named);
  else if (flags.has('-r') || flags.has('-n')) reading.does(READS, named);
  else if (!flags.has('-c') && !flags.has('-d'))
    reading.does({ ...LOOKS, what: 'shows the commands typed before', risk_level: 'high' });
}
