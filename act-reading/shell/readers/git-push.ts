/** Reads what a push sends, and which remote branches it overwrites. */
import { doesTo } from '../does.ts';
import type { Invocation } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { ShellWord } from '../words.ts';

const SENDS = doesTo('send', 'pushes to', { role: 'place' });

export function gitPush(run: Invocation, reading: ShellReading): void {
  const [to, ...branches] = run.given.operands;
  const isAddress = to !== undefined && /^\w+:\/\/|^[^/\s]+@[^/\s]+:|^[./~]/.test(to.text);
  reading.does(isAddress ? { ...SENDS, kind: 'detect' } : SENDS, to === undefined ? [] : [to]);
  const does = (flag: string, what?: string): void => {
    const deed = run.program.flags.get(flag);
    if (deed !== undefined) reading.carriesOut(what === undefined ? deed : { ...deed, what });
  };
  if (branches.some(isOpen)) does('--force', 'may overwrite the history at the remote');
  for (const { text } of branches) {
    if (text.startsWith('+')) does('--force');
    if (text.startsWith(':')) does('--delete');
  }
  noteOverwritten(run, reading);
  if (run.words.some(({ text }) => text.startsWith('--receive-pack') || text.startsWith('--exec')))
    reading.runsUnread('git', 'runs a program at the remote');
}

/** The branch of this folder, as people ask for it. */
const CURRENT = /^\$\(git (?:branch --show-current|rev-parse --abbrev-ref HEAD|symbolic-ref --short HEAD)\)$/;

/** A substitution at its beginning may yield the `+` that overwrites, or the `:` that deletes. */
function isOpen({ text, isFixed }: ShellWord): boolean {
  return !isFixed && /^[$`]/.test(text) && !CURRENT.test(text);
}

/** Git takes the beginning of a long option for the whole. */
const FORCES = /^(?:-[fd]|--(?:force|force-w.*|mi.*|de.*|pru.*))$/;
const OF_ALL = /^--(?:al.*|br.*|mi.*|pru.*)$/;

function noteOverwritten({ given: { operands, flags } }: Invocation, reading: ShellReading): void {
  const [, ...branches] = operands;
  const options = [...flags];
  const isForced = options.some((option) => FORCES.test(option));
  if (isForced && options.some((option) => OF_ALL.test(option))) reading.overwrittenBranches.push('*');
  else if (isForced && branches.length === 0) reading.overwrittenBranches.push('?');
  for (const { text, isFixed } of branches) {
    if (!isFixed) reading.overwrittenBranches.push('?');
    else if (isForced || /^[+:]/.test(text)) reading.overwrittenBranches.push(branchIn(text));
  }
}

/** `+topic:refs/heads/main` is pushed to `main`. */
function branchIn(written: string): string {
  const [, to = ''] = /([^:]*)$/.exec(written.replace(/^\+/, '')) ?? [];
  const branch = to.replace(/^(?:refs\/)?heads\//, '');
  if (branch === '' || /^(?:HEAD|@)$/.test(branch)) return '?';
  return branch.includes('*') ? '*' : branch;
}
