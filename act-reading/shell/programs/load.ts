/** The programs that a shell may run, one table a subject. */
import { readData } from '../../data.ts';
import type { Program } from '../program.ts';
import { ProgramTable, type Table } from './table.ts';

export const SUBJECTS: readonly string[] =
  'builtins cloud containers databases files git interpreters network packages projects system texts wrappers'.split(
    ' ',
  );

let loaded: ProgramTable | null = null;

export function loadPrograms(): ProgramTable {
  loaded ??= new ProgramTable(
    Object.fromEntries(
      SUBJECTS.map((subject) => [`${subject}.yaml`, readData(`./shell/programs/${subject}.yaml`) as Table]),
    ),
  );
  return loaded;
}

export const isKnown = (name: string): boolean => loadPrograms().has(name);

export const programOf = (name: string): Program | undefined => loadPrograms().get(name);
