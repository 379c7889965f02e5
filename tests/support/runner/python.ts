/** The Python that runs the tests of the Python client and its examples, and what it lacks for them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pythonOfTheMachine as pythonToBuild } from '../../../release/python-packages.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** Where the agent frameworks are, if they are installed. */
const OF_THE_EXAMPLES = path.join(ROOT, 'examples/python/.venv/bin/python');

export const CLIENT_PYTHON = path.join(ROOT, 'client-python');

/** The Python with the agent frameworks. */
export const EXAMPLES_PYTHON = existsSync(OF_THE_EXAMPLES) ? OF_THE_EXAMPLES : pythonOfTheMachine();

/** The one that also builds the packages, unless the setting names another. */
export function pythonOfTheMachine(): string {
  return process.env.ASSIZE_TEST_PYTHON ?? pythonToBuild();
}

/** @returns why a test that imports these modules can't run; false if it can. */
export function whyNotPython(python: string, ...modules: string[]): string | false {
  const program = 'import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)';
  const { status } = spawnSync(python, ['-c', program, ...modules], { stdio: 'ignore' });
  return status === 0 ? false : `${python} has not all of ${modules.join(', ')}`;
}
