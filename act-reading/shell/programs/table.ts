/** The entries of programs, as the YAML tables write them, and the programs that they describe. */
import { type Does, deedOf, doesOf, type WrittenDeed, type WrittenDoes } from '../does.ts';
import type { Case, Program } from '../program.ts';
import { type NamedReader, readerOf } from '../readers/index.ts';
import { type Wrapper, wraps } from '../readers/wrappers.ts';

type WrittenCase = WrittenDoes & Partial<Record<Case['words'], string>> & { on?: Case['on'] };

export interface WrittenProgram {
  /** Other names of the same program. */
  also?: readonly string[];
  /** For a command: one of these words stands before its name, as `issue` and `pr` before `list`. */
  under?: readonly string[];
  /** Another entry, `docker build`, which supplies the members that this one leaves out. */
  like?: string;
  always?: WrittenDeed;
  operands?: WrittenDeed;
  first?: WrittenDeed;
  last?: WrittenDeed;
  alone?: WrittenDeed;
  /** By the names of options: `-o, --output`. */
  options?: Readonly<Record<string, WrittenDeed>>;
  /** Options with a value that names nothing that counts. */
  ignores?: readonly string[];
  flags?: Readonly<Record<string, WrittenDeed>>;
  commands?: Table;
  when?: readonly WrittenCase[];
  otherwise?: WrittenDeed;
  one_dash?: true;
  own_options_first?: true;
  /** Its operands are the words of another program, which it runs. */
  wraps?: true | Wrapper;
  privileged?: true;
  before?: NamedReader;
  reader?: NamedReader;
}

export type Table = Readonly<Record<string, WrittenProgram>>;

/** All programs by name. One is made of its entry when it is first asked for. */
export class ProgramTable {
  private readonly entries = new Map<string, { written: WrittenProgram; file: string }>();
  private readonly made = new Map<string, Program>();

  /** @param tables by the names of their files. */
  constructor(tables: Readonly<Record<string, Table>>) {
    for (const [file, table] of Object.entries(tables))
      for (const [name, written] of named(table)) {
        const other = this.entries.get(name);
        if (other !== undefined) throw new Error(`${name} stands twice: in ${other.file} and ${file}`);
        this.entries.set(name, { written, file });
      }
  }

  names(): readonly string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  get(name: string): Program | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    const made = this.made.get(name) ?? this.make(entry.written, entry.file, [name]);
    this.made.set(name, made);
    return made;
  }

  /** @param path its name, and that of the command. */
  private make(
    written: WrittenProgram,
    file: string,
    path: readonly [program: string, command?: string],
  ): Program {
    const [program] = path;
    const command = path.join(' ');
    try {
      const { commands, ...whole } = filled(this.completed(written), { program, command }) as WrittenProgram;
      const made = programOf(whole);
      if (commands === undefined) return made;
      const inside = named(commands).map(
        ([name, each]) => [name, this.make(each, file, [program, name])] as const,
      );
      return { ...made, commands: new Map(inside) };
    } catch (error) {
      const { message } = error as Error;
      throw new Error(message.startsWith(file) ? message : `${file}: ${command}: ${message}`);
    }
  }

  /** Adds the members of the entry that it is like. */
  private completed(written: WrittenProgram): WrittenProgram {
    if (written.like === undefined) return written;
    const [program = '', ...command] = written.like.split(' ');
    const commands = this.entries.get(program)?.written.commands ?? {};
    const other = named(commands).find(([name]) => name === command.join(' '))?.[1];
    if (other === undefined) throw new Error(`it is like ${written.like}, which no table has`);
    return { ...this.completed(other), ...written };
  }
}

/** Each entry under each of its names. */
function named(table: Table): [name: string, written: WrittenProgram][] {
  return Object.entries(table).flatMap(([name, written]) => {
    const names = [name, ...(written.also ?? [])];
    const { under } = written;
    const whole = under?.flatMap((noun) => names.map((each) => `${noun} ${each}`)) ?? names;
    return whole.map((each): [string, WrittenProgram] => [each, written]);
  });
}

/** `{program}` is its name, `{command}` its name with that of the command. */
function filled(value: unknown, names: { program: string; command: string }): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(program|command)\}/g, (_, name: keyof typeof names) => names[name]);
  if (Array.isArray(value)) return value.map((each) => filled(each, names));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [
    name,
    name === 'commands' ? each : filled(each, names),
  ]);
  return Object.fromEntries(members);
}

const countsOf = (written: WrittenDeed): Does | null => (written === 'ignored' ? null : doesOf(written));

function programOf(written: Omit<WrittenProgram, 'commands'>): Program {
  const stray = Object.keys(written).find((member) => !MEMBERS.includes(member));
  if (stray !== undefined) throw new Error(`it has a member ${stray}, and may have ${MEMBERS.join(', ')}`);
  const ignored = (written.ignores ?? []).map((option): [string, null] => [option, null]);
  return {
    always: given(written.always, deedOf),
    operands: given(written.operands, countsOf),
    first: given(written.first, countsOf),
    last: given(written.last, countsOf),
    alone: given(written.alone, doesOf),
    options: new Map([...ignored, ...eachOption(written.options, countsOf)]),
    flags: new Map(eachOption(written.flags, deedOf)),
    when: written.when?.map(caseOf),
    otherwise: given(written.otherwise, deedOf),
    oneDash: written.one_dash,
    ownOptionsFirst: written.own_options_first ?? given(written.wraps, () => true),
    privileged: written.privileged,
    before: given(written.before, readerOf),
    reader:
      given(written.wraps, (told) => wraps(told === true ? {} : told)) ?? given(written.reader, readerOf),
  };
}

const MEMBERS: readonly string[] =
  'also under like always operands first last alone options ignores flags when otherwise one_dash own_options_first wraps privileged before reader'.split(
    ' ',
  );

function given<Written, Made>(written: Written | undefined, make: (written: Written) => Made) {
  return written === undefined ? undefined : make(written);
}

function eachOption<Made>(
  written: Readonly<Record<string, WrittenDeed>> = {},
  make: (written: WrittenDeed) => Made,
): [string, Made][] {
  return Object.entries(written).flatMap(([names, deed]) => {
    const made = make(deed);
    return names.split(', ').map((name): [string, Made] => [name, made]);
  });
}

function caseOf({ word, first_word, operand, on, ...deed }: WrittenCase): Case {
  const looked = { word, first_word, operand };
  const [[words, pattern] = []] = Object.entries(looked).filter(([, each]) => each !== undefined);
  if (words === undefined || pattern === undefined) throw new Error('a case of `when` names no words');
  return { words: words as Case['words'], pattern: new RegExp(pattern), deed: deedOf(deed), on };
}
