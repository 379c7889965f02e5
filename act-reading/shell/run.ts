/**
 * What one command does: the tables say it of the programs they know, programs that run others are seen through, and
 * every other name is an unknown program, which may do anything.
 */
import { applyProgram } from './apply.ts';
import type { Program } from './program.ts';
import { BUILTINS } from './programs/builtins.ts';
import { CLOUD } from './programs/cloud.ts';
import { CONTAINERS } from './programs/containers.ts';
import { DATABASES } from './programs/databases.ts';
import { FETCHING } from './programs/fetching.ts';
import { FILES } from './programs/files.ts';
import { GIT } from './programs/git.ts';
import { INTERPRETERS } from './programs/interpreters.ts';
import { NETWORK } from './programs/network.ts';
import { PACKAGES } from './programs/packages.ts';
import { PROJECTS } from './programs/projects.ts';
import { SYSTEM } from './programs/system.ts';
import { TEXTS } from './programs/texts.ts';
import { WRAPPERS } from './programs/wrappers.ts';
import type { ShellReading } from './reading.ts';
import type { Input, ShellWord } from './words.ts';

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  [
    BUILTINS,
    FILES,
    TEXTS,
    NETWORK,
    SYSTEM,
    PACKAGES,
    PROJECTS,
    FETCHING,
    GIT,
    CONTAINERS,
    CLOUD,
    DATABASES,
    INTERPRETERS,
    WRAPPERS,
  ].flatMap((programs) => Object.entries(programs)),
);

export const isKnown = (name: string) => PROGRAMS.has(name);

/** A program of the same name elsewhere is another program. */
const SYSTEM_FOLDER = /^(?:\/usr\/local|\/usr|\/opt\/homebrew)?\/s?bin\//;

export function runWords(words: readonly ShellWord[], reading: ShellReading, input: Input) {
  reading.step();
  const [first, ...others] = words;
  if (first === undefined) return;
  if (!first.isFixed) {
    reading.says.runs_unread_code = true;
    reading.programs.push(first.text);
    return reading.runsUnknown(first, 'runs a program that the text does not fix:');
  }
  const name = first.text.replace(SYSTEM_FOLDER, '');
  reading.programs.push(name);
  const program = PROGRAMS.get(name);
  if (program === undefined) return reading.runsUnknown(first);
  applyProgram(name, program, others, reading, input);
}
