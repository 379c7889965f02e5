/** Settings and remotes of git that decide what it runs, and calls of its hosts' APIs. */
import { doesTo, LOOKS, reaches, WRITES } from '../does.ts';
import type { Invocation } from '../program.ts';
import type { ShellReading } from '../reading.ts';

/** Settings of git that name a program, or another place to push to. */
const RUNNING =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy)|alias\.|pager\.|diff\.\S*(?:command|textconv|external)|merge\.\S*driver|filter\.|credential\.|sequence\.editor|gpg\.|protocol\.|uploadpack|http\.proxy|url\.|remote\.|include)/i;

/** Remotes, pagers and steps that are commands. */
const OPENS_PROGRAM =
  /^(?:ext::|--(?:upload-pack|receive-pack|exec|extcmd|ext-diff|open-files-in-pager)(?:=|$)|-O.)/;

export function gitOptions({ given, words }: Invocation, reading: ShellReading): void {
  if (words.some(({ text }) => OPENS_PROGRAM.test(text)))
    reading.runsUnread('git', 'runs a program through an option of git');
  for (const { option, value } of given.values) {
    if (option.startsWith('--') && option !== '--config-env' && option !== '--exec-path') continue;
    if (option === '-C') continue;
    if (option !== '-c' || RUNNING.test(value.text) || !value.isFixed)
      reading.runsUnread('git', 'sets through an option what git runs');
  }
}

const LOOKING = ['--get', '--get-all', '--get-regexp', '-l', '--list'];

export function gitConfig({ given: { operands, flags } }: Invocation, reading: ShellReading) {
  const [name, value] = operands;
  if (name === undefined || value === undefined || LOOKING.some((flag) => flags.has(flag)))
    return reading.does(LOOKS);
  reading.does(doesTo('configure', 'sets the setting of git'), [name]);
  if (RUNNING.test(name.text))
    reading.runsUnread('git config', `sets ${name.text}, which decides what git runs`);
  if (value.isFixed && value.text.startsWith('!'))
    reading.runsUnread('git config', 'makes git run a command');
}

export function gitClone({ given: { operands, values } }: Invocation, reading: ShellReading): void {
  const [from, into] = operands;
  if (from !== undefined) reading.does(reaches('read', 'clones'), [from]);
  if (from !== undefined && /^ext::|--upload-pack/.test(from.text))
    reading.runsUnread('git', 'runs a command as a remote');
  for (const { option, value } of values)
    if ((option === '-c' || option === '--config') && RUNNING.test(value.text))
      reading.runsUnread('git', 'sets what git runs');
  reading.does({ ...WRITES, what: 'writes a copy of a repository' }, into === undefined ? [] : [into]);
}

/** Any call of the host's API. */
export function hostApi({ given }: Invocation, reading: ShellReading): void {
  const method = given.values.find(({ option }) => option === '-X' || option === '--method')?.value;
  const hasFields = given.values.some(({ option }) => /^(?:-f|-F|--field|--raw-field|--input)$/.test(option));
  const name = method?.isFixed === false ? '?' : (method?.text.toUpperCase() ?? (hasFields ? 'POST' : 'GET'));
  const effect = name === 'GET' || name === 'HEAD' ? 'read' : name === 'DELETE' ? 'delete' : 'send';
  reading.does(
    doesTo(effect, `calls the API of the host with ${name}`, effect === 'read' ? {} : { risk_level: 'high' }),
    given.operands.slice(0, 1),
  );
}
