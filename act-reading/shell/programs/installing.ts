/** What programs that install, build and publish have in common: what they install or build runs. */
import { type Does, doesTo, LOOKS, READS, RUNS, reaches } from '../does.ts';
import { splitOptions } from '../options.ts';
import { type Invocation, ignored, type Program, withPaths } from '../program.ts';
import type { ShellReading } from '../reading.ts';

export const LOOKING: Program = { always: { ...LOOKS, what: 'looks at packages' } };
export const HIGH = { risk_level: 'high' } as const;
export const INSTALLS: Does = doesTo('execute', 'installs');
export const REMOVES: Program = {
  operands: doesTo('delete', 'removes the package'),
  bare: doesTo('delete', 'removes packages'),
};
export const PUBLISHES: Program = {
  always: doesTo('share', 'publishes a package', { irreversible: true, ...HIGH }),
};
export const ACCESS: Program = { always: doesTo('configure', 'changes access to a registry', HIGH) };

export const INSTALL_OPTIONS = {
  ...ignored('-t --target --prefix -w --workspace --tag --python -p -v --version --features --bin --root -o'),
  ...withPaths('-r --requirement -c --constraint', READS),
  ...withPaths(
    '--index-url -i --extra-index-url --registry --trusted-host -f --find-links --index --git --source',
    reaches('read', 'takes packages from', HIGH),
  ),
};

/** Named packages are installed; without a name, what the project asks for. */
export function installing(name: string): Program {
  return {
    operands: INSTALLS,
    bare: { ...doesTo('execute', `runs ${name}`), kind: 'program', role: 'program' },
    options: INSTALL_OPTIONS,
  };
}

/** Runs what the project says under that name. It is one program: a record can cover it. */
export function projectRuns(name: string): Program {
  return {
    reads: (run, reading) => {
      const [script] = run.given.operands;
      runsWhatOptionsName(run, reading);
      const text = script === undefined ? name : `${name} ${script.text}`;
      reading.does({ ...RUNS, kind: 'program' }, [{ text, isFixed: script?.isFixed ?? true }]);
    },
  };
}

export const oneProgram = (name: string): Program => ({
  reads: (run, reading) => {
    runsWhatOptionsName(run, reading);
    reading.does({ ...RUNS, kind: 'program' }, [{ text: name, isFixed: true }]);
  },
});

/** Options of go, npm, cargo and make whose values are programs or code, which no record of the program covers. */
const NAMES_PROGRAM =
  /^(?:--?(?:exec|toolexec|vettool)|--(?:script-shell|eval|config)|SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKEFILES)(?:=|$)/;

export function runsWhatOptionsName({ name, words }: Invocation, reading: ShellReading): void {
  const option = words.find(({ text }) => NAMES_PROGRAM.test(text))?.text.replace(/=.*/s, '');
  if (option !== undefined) reading.runsUnread(name, `runs what ${option} of ${name} names`);
}

const VALUES = [
  '--cache',
  '--node-options',
  '--from',
  '--with',
  '--python',
  '-p',
  '--package',
  '-c',
  '--call',
];

/** A package is fetched and run at once. Options behind its name are its own. */
export const fetched: Program = {
  reads: ({ words }, reading) => {
    const takesValue = (option: string) => VALUES.includes(option);
    const { operands, values } = splitOptions(words, { takesValue, untilOperand: true });
    for (const { option, value } of values) {
      if (option === '-p' || option === '--package') reading.does(INSTALLS, [value]);
      if (option === '-c' || option === '--call') reading.runsUnread('npx', 'runs a text with npx');
    }
    reading.does(
      doesTo('execute', 'fetches and runs', { kind: 'program', role: 'program' }),
      operands.slice(0, 1),
    );
  },
};
