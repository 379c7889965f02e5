/** Programs that run another program: what that one does is what counts. */
import { doesTo, PRINTS, RUNS, WRITES } from '../does.ts';
import { environmentDoes } from '../environment.ts';
import { inSubshell, onMachine, readNestedCommand, readNestedText } from '../nested.ts';
import { splitOptions } from '../options.ts';
import { each, type Program, type Programs } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { Input, ShellWord } from '../words.ts';

interface Wrapper {
  /** Its options with a value. */
  values?: string;
  /** How many operands stand before the program. */
  skips?: number;
  /** Where no program follows. */
  alone?: (words: readonly ShellWord[], reading: ShellReading) => void;
  /** Words that the program gets besides, which the text does not say. */
  adds?: boolean;
  /** Its options that name the folder in which the program runs. */
  folders?: readonly string[];
  /** What is done besides. */
  besides?: (
    options: { flags: Set<string>; values: { option: string; value: ShellWord }[] },
    reading: ShellReading,
  ) => void;
}

function wrapper({ values = '', skips = 0, alone, adds = false, folders = [], besides }: Wrapper): Program {
  const takesValue = (option: string) => values.split(' ').includes(option);
  return {
    reads: ({ words, input }, reading) => {
      const given = splitOptions(words, { takesValue, untilOperand: true });
      besides?.(given, reading);
      const rest = afterAssignments(given.operands, reading).slice(skips);
      const command = rest[0]?.text === '--' ? rest.slice(1) : rest;
      if (command.length === 0) {
        if (alone !== undefined) return alone(words, reading);
        // An option may have taken the program for its value.
        return given.values.length === 0
          ? reading.does(PRINTS)
          : reading.runsUnread(reading.current, `runs ${reading.current}`);
      }
      const folder = given.values.find(({ option }) => folders.includes(option))?.value;
      const unseen: ShellWord = { text: '{}', isFixed: false };
      inSubshell(reading, () => {
        if (folder !== undefined) reading.folder = folder.isFixed ? folder.text : null;
        readNestedCommand(adds ? [...command, unseen] : command, reading, adds ? null : input);
      });
    },
  };
}

/** `env NAME=value program` */
function afterAssignments(words: readonly ShellWord[], reading: ShellReading): readonly ShellWord[] {
  const start = words.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  const assigned = start < 0 ? words : words.slice(0, start);
  for (const { text, isFixed } of assigned) {
    const equals = text.indexOf('=');
    environmentDoes(text.slice(0, equals), { text: text.slice(equals + 1), isFixed }, reading);
  }
  return words.slice(assigned.length);
}

const asRoot: Wrapper = {
  values: '-u -g -h -p -C -T -r -t -D -R --user --group --host --prompt --chdir',
  folders: ['-D', '--chdir'],
  besides: ({ flags }, reading) => {
    reading.says.privileged = true;
    if (['-i', '-s', '--login', '--shell'].some((flag) => flags.has(flag)))
      reading.runsUnread('sudo', 'starts a shell of another user');
    if (flags.has('-e') || flags.has('--edit'))
      reading.does({ ...WRITES, what: 'edits files as another user', risk_level: 'high' });
  },
};

/** `su -c text user` */
const su: Program = {
  options: { '-c': null, '--command': null, '-s': RUNS, '--shell': RUNS, '-g': null, '-G': null },
  reads: ({ given }, reading) => {
    reading.says.privileged = true;
    const text = given.values.find(({ option }) => option === '-c' || option === '--command')?.value;
    if (text === undefined) reading.runsUnread('su', 'starts a shell of another user');
    else readNestedText([text], reading, 'su');
  },
};

const xargs: Program = {
  reads: ({ words, input }, reading) => {
    const takesValue = (option: string) =>
      [
        '-I',
        '-n',
        '-P',
        '-L',
        '-d',
        '-E',
        '-s',
        '-a',
        '--max-args',
        '--max-procs',
        '--delimiter',
        '--arg-file',
      ].includes(option);
    const { operands, values } = splitOptions(words, { takesValue, untilOperand: true });
    const placed = values.find(({ option }) => option === '-I' || option === '--replace')?.value.text ?? '{}';
    if (operands.length === 0) return reading.does(PRINTS);
    const unseen = valuesOf(input);
    const isPlaced = operands.some(({ text }) => text.includes(placed));
    const command = operands.flatMap((word) =>
      word.text === placed ? unseen : word.text.includes(placed) ? [{ ...word, isFixed: false }] : [word],
    );
    readNestedCommand(isPlaced ? command : [...command, ...unseen], reading);
  },
};

/** The words that come through the pipe, where the text of the command says them. */
function valuesOf(input: Input): ShellWord[] {
  const words = input?.text?.split(/\s+/).filter((text) => text !== '') ?? [];
  return words.length > 0 && words.length < 100
    ? words.map((text) => ({ text, isFixed: true }))
    : [{ text: '(what it is given)', isFixed: false }];
}

/** A text that a shell reads: `watch 'ls | wc'`. */
const textRunner = (values: string): Program => ({
  reads: ({ words, name }, reading) => {
    const takesValue = (option: string) => values.split(' ').includes(option);
    const { operands } = splitOptions(words, { takesValue, untilOperand: true });
    if (operands.length > 0) readNestedText(operands, reading, name);
    else reading.does(PRINTS);
  },
});

function takesPower(reading: ShellReading): void {
  reading.says.privileged = true;
}

export const WRAPPERS: Programs = {
  ...each('sudo doas run0 pkexec', wrapper({ ...asRoot, alone: (_words, reading) => reading.does(PRINTS) })),
  su,
  env: wrapper({
    values: '-u -C --unset --chdir',
    folders: ['-C', '--chdir'],
    alone: (_words, reading) =>
      reading.does(
        doesTo('read', 'shows the environment, which often holds secrets', { risk_level: 'high' }),
      ),
    besides: ({ flags }, reading) => {
      if (flags.has('-S') || flags.has('--split-string'))
        reading.runsUnread('env', 'runs a text through env -S');
    },
  }),
  ...each('nohup setsid command builtin unbuffer catchsegv busybox toybox chronic', wrapper({})),
  exec: wrapper({ values: '-a' }),
  time: wrapper({ values: '-f -o --format --output' }),
  stdbuf: wrapper({ values: '-i -o -e --input --output --error' }),
  ionice: wrapper({ values: '-c -n -p -P -u --class --classdata' }),
  ...each('taskset chrt', wrapper({ skips: 1 })),
  caffeinate: wrapper({ values: '-t -w' }),
  nice: wrapper({ values: '-n --adjustment' }),
  ...each('timeout gtimeout', wrapper({ values: '-k -s --kill-after --signal', skips: 1 })),
  ...each('strace ltrace perf valgrind', wrapper({ values: '-o -e -p -s -P -u -a' })),
  flock: wrapper({ values: '-w -E --timeout --conflict-exit-code', skips: 1 }),
  ...each(
    'unshare nsenter',
    wrapper({ values: '-t -S -G -R --target', besides: (_given, reading) => takesPower(reading) }),
  ),
  chroot: {
    reads: ({ words, given: { operands } }, reading) => {
      takesPower(reading);
      const root = operands[0]?.text ?? '/';
      const place = words.findIndex(({ text }) => !text.startsWith('-'));
      if (words.length > place + 1 && place >= 0)
        onMachine(`chroot:${root}`, reading, () => readNestedCommand(words.slice(place + 1), reading));
      else reading.runsUnread('chroot', 'starts a shell in another root');
    },
  },
  xargs,
  ...each('parallel', wrapper({ values: '-j -I -a -S --jobs --joblog', adds: true })),
  ...each('entr', wrapper({ adds: true })),
  watch: textRunner('-n --interval'),
  ...each('script', {
    options: { '-c': null, '--command': null },
    operands: WRITES,
    reads: ({ given }, reading) => {
      const text = given.values[0]?.value;
      if (text === undefined) reading.runsUnread('script', 'starts a shell', 'medium');
      else readNestedText([text], reading, 'script');
    },
  }),
  ...each('tmux screen byobu', {
    reads: (_run, reading) => reading.runsUnread('tmux', 'types commands into another terminal', 'medium'),
  }),
  ...each('coproc', wrapper({})),
};
