/**
 * Programs that run a script. One in a file is a program of its own; one in the command of a shell is read; one in another
 * language, or from a pipe, is code that no reader sees.
 */
import { shown } from '../../content.ts';
import { type Does, PRINTS, RUNS } from '../does.ts';
import { readNestedText } from '../nested.ts';
import { splitOptions } from '../options.ts';
import { each, type Invocation, type Program, type Programs } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import { fixed, type Input, type ShellWord } from '../words.ts';

/** `sh -c text`, `sh file`, or what stands at its input. */
const shell: Program = {
  reads: ({ name, words, input }, reading) => {
    const takesValue = (option: string) => ['-o', '-O', '--rcfile', '--init-file'].includes(option);
    const { flags, operands, values } = splitOptions(words, { takesValue, untilOperand: true });
    for (const { option, value } of values) if (option.startsWith('--')) reading.does(RUNS, [value]);
    const [script] = operands;
    if (flags.has('-c')) {
      if (script === undefined) return reading.does(PRINTS);
      // The words behind the text are its `$1`, which stay unknown to it.
      return readNestedText([script], reading, name);
    }
    // `curl … | sh -` reads its input, too.
    if (script !== undefined && script.text !== '-' && !flags.has('-s')) return runsFile(script, reading);
    runsInput(name, input, reading, (text) => readNestedText([fixed(text)], reading, name));
  },
};

function runsFile(script: ShellWord, reading: ShellReading) {
  // `bash <(curl …)` and `bash /dev/stdin` have no file.
  if (/^\/dev\/(?:stdin|fd\/)/.test(script.text))
    return runsFetched(reading.current, reading.urls.map(fixed), reading);
  reading.does(RUNS, [script]);
}

function runsInput(name: string, input: Input, reading: ShellReading, readIt: (text: string) => void) {
  if (input === null) return reading.runsUnread(name, `starts ${name}, which runs what it is told`, 'medium');
  reading.says.pipes_into_interpreter = true;
  if (input.text !== null) return readIt(input.text);
  runsFetched(name, input.from, reading);
}

/** What an address gives is run: the address is the program. */
function runsFetched(name: string, from: readonly ShellWord[], reading: ShellReading) {
  if (from.length === 0) return reading.runsUnread(name, `runs with ${name} what another program prints`);
  reading.says.runs_unread_code = true;
  const does: Does = {
    effect: 'execute',
    what: `runs with ${name} what it gets from`,
    kind: 'detect',
    role: 'program',
    irreversible: true,
    risk_level: 'critical',
  };
  reading.does(does, from);
}

/** Options that carry code, by language. */
const CODE: Record<string, RegExp> = {
  python: /^-[a-zA-Z]*c$/,
  perl: /^-[a-zA-Z]*[eE]$/,
  ruby: /^-[a-zA-Z]*e$/,
  node: /^(?:-[a-z]*[ep]|--eval|--print)$/,
  php: /^-[rBRE]$/,
  lua: /^-e$/,
  r: /^-e$/,
};
const LOADING = /^(?:-r|--require|--import|--loader|--experimental-loader|-M\S*|-I\S*|--rcfile)$/;

function language(kind: string): Program {
  const takesCode = CODE[kind] ?? /^-e$/;
  return {
    reads: ({ name, words, input }, reading) => {
      const first = words.findIndex(
        ({ text }) => !text.startsWith('-') || text === '-' || takesCode.test(text) || text === '-m',
      );
      const word = words[first];
      for (const [place, { text }] of words.entries()) {
        if (place < (first < 0 ? words.length : first) && LOADING.test(text))
          reading.runsUnread(name, `loads code into ${name}`);
      }
      if (kind === 'node' && word === undefined && words.some(({ text }) => text === '--test'))
        return reading.does({ ...RUNS, kind: 'program' }, [fixed(`${name} --test`)]);
      if (word !== undefined && takesCode.test(word.text)) return inlineCode(name, words[first + 1], reading);
      if (word?.text === '-m') return runsModule(name, words.slice(first + 1), reading);
      if (word !== undefined && word.text !== '-') return runsFile(word, reading);
      if (words.some(({ text }) => /^(?:-V|-v|--version|--help|-h)$/.test(text))) return reading.does(PRINTS);
      runsInput(name, input, reading, () => reading.runsUnread(name, `runs code with ${name}`));
    },
  };
}

function inlineCode(name: string, code: ShellWord | undefined, reading: ShellReading): void {
  reading.codes.push(code?.text ?? '');
  reading.runsUnread(name, `runs code with ${name}: ${shown(code?.text ?? '', 60)}`);
}

/** Modules of Python that are programs of their own. */
function runsModule(name: string, words: readonly ShellWord[], reading: ShellReading) {
  const [module] = words;
  if (module === undefined) return reading.does(PRINTS);
  if (module.text === 'http.server') {
    return reading.add({
      effect: 'share',
      what: 'serves the files of a folder to others',
      targets: [],
      risk_level: 'high',
    });
  }
  if (module.text === 'pip') return reading.inside.command([fixed('pip'), ...words.slice(1)], reading, null);
  if (module.text === 'json.tool') return reading.does(PRINTS);
  reading.does({ ...RUNS, kind: 'program' }, [
    { text: `${name.replace(/[\d.]+$/, '')} -m ${module.text}`, isFixed: module.isFixed },
  ]);
}

function runsNamed({ words }: Invocation, reading: ShellReading): void {
  const file = words.find(({ text }) => !text.startsWith('-'));
  if (file === undefined) reading.runsUnread('interpreter', 'starts an interpreter', 'medium');
  else runsFile(file, reading);
}

export const INTERPRETERS: Programs = {
  ...each('source .', {
    reads: ({ given: { operands } }, reading) => {
      const [file] = operands;
      reading.forgetWhatIsSet();
      if (file === undefined) reading.does(PRINTS);
      else runsFile(file, reading);
    },
  }),
  ...each('sh bash zsh dash ksh ash fish rbash csh tcsh mksh', shell),
  ...each(
    'python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 ipython',
    language('python'),
  ),
  ...each('perl perl5', language('perl')),
  ...each('ruby irb', language('ruby')),
  ...each('node nodejs deno ts-node tsx', language('node')),
  ...each('php', language('php')),
  ...each('lua luajit', language('lua')),
  ...each('R Rscript julia osascript groovy scala', language('r')),
  ...each('java tclsh expect guile sbcl erl elixir swift kotlin mono wine gdb lldb', {
    reads: runsNamed,
  }),
  ...each('powershell pwsh cmd cmd.exe powershell.exe', {
    reads: ({ name }, reading) => reading.runsUnread(name, `runs code with ${name}`),
  }),
};
