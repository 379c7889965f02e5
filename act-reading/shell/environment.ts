/** Variables that make a later program run something else, or load code into it. */
import { madeOf, oneOf } from '../lists.ts';
import type { ShellReading } from './reading.ts';
import type { ShellWord } from './words.ts';

interface Variables {
  running: readonly string[];
  turning_aside: readonly string[];
  tame: readonly string[];
}

const variables = madeOf('./shell/environment.yaml', ({ running, turning_aside, tame }: Variables) => ({
  running: oneOf(running),
  turningAside: oneOf(turning_aside),
  tame: new Set(tame),
}));

export function environmentDoes(name: string, value: ShellWord, reading: ShellReading): void {
  if (name === 'IFS') {
    reading.separatesOddly = true;
    reading.forgetWhatIsSet();
    return;
  }
  if (name === 'PATH' && !/^\$\{?PATH\}?:/.test(value.text)) {
    reading.runsUnread('PATH', 'changes where programs are looked for', 'medium');
  } else if (variables().running.test(name) && !(value.isFixed && variables().tame.has(value.text))) {
    reading.runsUnread(name, `sets ${name}, which decides what other programs run`);
  } else if (variables().turningAside.test(name)) {
    reading.does(
      { effect: 'configure', what: `sets ${name} to`, kind: 'detect', role: 'place', risk_level: 'high' },
      [value],
    );
  }
}
