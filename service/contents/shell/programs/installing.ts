/** What programs that install, build and publish have in common: what they install or build runs. */
import { type Does, doesTo, LOOKS, READS, RUNS, reaches } from '../does.ts';
import { ignored, type Program, withPaths } from '../program.ts';

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
    reads: ({ given: { operands } }, reading) => {
      const [script] = operands;
      const text = script === undefined ? name : `${name} ${script.text}`;
      reading.does({ ...RUNS, kind: 'program' }, [{ text, isFixed: script?.isFixed ?? true }]);
    },
  };
}

export const oneProgram = (name: string): Program => ({
  reads: (_run, reading) => reading.does({ ...RUNS, kind: 'program' }, [{ text: name, isFixed: true }]),
});

/** A package is fetched and run at once. */
export const fetched: Program = {
  options: {
    ...ignored('--cache --node-options --from --with --python'),
    ...withPaths('-p --package', INSTALLS),
  },
  reads: ({ words }, reading) => {
    const first = words.find(({ text }) => !text.startsWith('-'));
    reading.does(
      doesTo('execute', 'fetches and runs', { kind: 'program', role: 'program' }),
      first === undefined ? [] : [first],
    );
    const code = words.findIndex(({ text }) => text === '-c' || text === '--call');
    if (code >= 0) reading.runsUnread('npx', 'runs a text with npx');
  },
};
