/** Programs that read texts and print them in another form. Some of them write too, or run commands of their own. */
import { CHANGES, DELETES, LISTS, PRINTS, READS, RUNS, WRITES } from '../does.ts';
import { readNestedCommand } from '../nested.ts';
import { each, type Invocation, ignored, type Program, type Programs, withPaths } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import { fixed, type ShellWord } from '../words.ts';

/** The first operand is a pattern or a program of its own, unless an option has said it. */
function patternFirst(more: Program, ...given: string[]): Program {
  return {
    ...more,
    reads: (run, reading) => {
      more.reads?.(run, reading);
      const isGiven = given.some((option) => run.given.flags.has(option));
      const operands = isGiven ? run.given.operands : run.given.operands.slice(1);
      reading.does(operands.length > 0 ? READS : PRINTS, operands);
    },
  };
}

/** `w file`, `e command` and the flags of `s` reach out of the text. */
const OF_SED =
  /(?:^|[;{}\n/|,]|\d|\$)\s*[wWrR]\s+([^;}\n]+)|s(.)(?:(?!\2).)*\2(?:(?!\2).)*\2[gpI0-9]*w\s+([^;}\n]+)/g;
const SED_RUNS =
  /(?:^|[;{}\n]|\d|\$|\/)\s*e(?:\s|$)|(?:s(.)(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gpIiMm0-9]*e)/;

const sed: Program = {
  options: { ...ignored('-e --expression -l --line-length'), ...withPaths('-f --file', RUNS) },
  reads: ({ given }, reading) => {
    const scripts = given.values
      .filter(({ option }) => option === '-e' || option === '--expression')
      .map(({ value }) => value);
    const isInFile = given.flags.has('-f') || given.flags.has('--file');
    const operands = [...given.operands];
    if (scripts.length === 0 && !isInFile) scripts.push(...operands.splice(0, 1));
    for (const script of scripts) {
      if (!script.isFixed || script.text.length > MAX_SCRIPT || SED_RUNS.test(script.text))
        reading.runsUnread('sed', 'runs a command through sed');
      for (const [, path, , other] of script.text.matchAll(OF_SED)) {
        reading.does(WRITES, [{ text: (path ?? other ?? '').trim(), isFixed: script.isFixed }]);
      }
    }
    const isInPlace = [...given.flags].some(
      (flag) => flag === '-i' || flag === '--in-place' || flag === '-I',
    );
    if (operands.length === 0) reading.does(PRINTS);
    else reading.does(isInPlace ? CHANGES : READS, operands);
  },
};

/** Awk is a language with `system`, pipes and files; a script without them only computes. */
const AWK_REACHES = /\bsystem\b|\bgetline\b|@load|@include|\/inet\/|\bclose\b/;
const MAX_SCRIPT = 1_000;

function awkReachesOut({ text, isFixed }: ShellWord): boolean {
  if (!isFixed || text.length > MAX_SCRIPT) return true;
  const plain = text.replace(/"(?:\\.|[^"\\])*"/g, '""');
  if (AWK_REACHES.test(text)) return true;
  // Alternatives in patterns and comparisons are no pipes and redirections.
  const rest = plain
    .replace(/\/(?:\\.|[^/\\\n])*\//g, '')
    .replace(/\|\|/g, '')
    .replace(/\([^(){}]*\)/g, '');
  return /\||(?:print|printf)\b[^;}\n]*>/.test(rest);
}

const awk: Program = {
  options: {
    ...ignored('-F -v --field-separator --assign'),
    ...withPaths('-f --file -i --include -l', RUNS),
  },
  reads: ({ given }, reading) => {
    const operands = [...given.operands];
    if (!given.flags.has('-f') && !given.flags.has('--file')) {
      const script = operands.shift();
      if (script === undefined || awkReachesOut(script)) {
        reading.runsUnread('awk', 'runs a script with awk that reaches out of its input');
      }
    }
    reading.does(operands.length > 0 ? READS : PRINTS, operands);
  },
};

/** Everything below the folders is found; then a command runs on each, or each is deleted. */
const find: Program = {
  oneDash: true,
  reads: ({ words }, reading) => {
    const start = words.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-(?:[HLP]|O\d)$/.test(text));
    const folders = words.slice(0, start < 0 ? undefined : start).filter(({ text }) => !text.startsWith('-'));
    const roots: ShellWord[] = folders.length > 0 ? [...folders] : [fixed('.')];
    reading.does({ ...LISTS, what: 'looks for files below' }, roots);
    for (const [place, { text }] of words.entries()) {
      if (text === '-delete') {
        reading.says.recursive = true;
        reading.does({ ...DELETES, what: 'deletes files below', risk_level: 'high' }, roots);
      } else if (/^-(?:exec|execdir|ok|okdir)$/.test(text)) {
        findRuns(words.slice(place + 1), roots, reading);
      } else if (/^-(?:fprint0?|fls|fprintf)$/.test(text))
        reading.does(WRITES, words.slice(place + 1, place + 2));
    }
  },
};

function findRuns(words: readonly ShellWord[], roots: readonly ShellWord[], reading: ShellReading): void {
  const end = words.findIndex(({ text }) => text === ';' || text === '+');
  const command = words.slice(0, end < 0 ? undefined : end);
  reading.says.recursive = true;
  const found = roots.map(({ text, isFixed }) => ({ text: `${text.replace(/\/+$/, '')}/**`, isFixed }));
  readNestedCommand(
    command.flatMap((word) =>
      word.text === '{}' ? found : word.text.includes('{}') ? [{ ...word, isFixed: false }] : [word],
    ),
    reading,
  );
}

/** Editors and pagers open a shell on request. */
function interactive({ name, words, given, input }: Invocation, reading: ShellReading): void {
  const command = words.find(({ text }) =>
    /^(?:\+|-c$|--cmd$|--command|-s$|-S$|-E?s$|--eval|-e$|-f$|-l$|--batch$|--script)/.test(text),
  );
  const isFed = input !== null && !/^(?:less|more|most|view|pg)$/.test(name);
  if (command !== undefined || isFed) reading.runsUnread(name, `runs commands inside ${name}`);
  reading.does(
    READS,
    given.operands.filter(({ text }) => !text.startsWith('+')),
  );
}

export const TEXTS: Programs = {
  ...each(
    'cat tac rev fold fmt pr expand unexpand zcat bzcat xzcat zstdcat md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum tsort ccat glow mdcat xmllint csvlook wc',
    { operands: READS },
  ),
  ...each('head tail', { operands: READS, options: ignored('-n -c --lines --bytes --pid -s') }),
  ...each('cut csvcut', {
    operands: READS,
    options: ignored('-c -d -f -b --delimiter --fields --output-delimiter'),
  }),
  paste: { operands: READS, options: ignored('-d --delimiters') },
  comm: { operands: READS },
  join: { operands: READS, options: ignored('-1 -2 -a -e -j -o -t -v') },
  column: { operands: READS, options: ignored('-c -l -o -s -N --output-separator --separator') },
  nl: { operands: READS, options: ignored('-b -d -f -h -i -l -n -s -v -w') },
  od: { operands: READS, options: ignored('-A -j -N -t') },
  ...each('hexdump hd', { operands: READS, options: { ...ignored('-e -n -s'), '-f': READS } }),
  strings: { operands: READS, options: ignored('-n -t -e --bytes') },
  bat: { operands: READS, options: ignored('-l -r -H --language --line-range') },
  ...each('md5 base32 basenc basez iconv uuencode uudecode', {
    operands: READS,
    options: { ...ignored('-w -f -t'), ...withPaths('-o --output', WRITES) },
  }),
  base64: {
    operands: READS,
    options: {
      ...ignored('-w --wrap -b'),
      ...withPaths('-i --input', READS),
      ...withPaths('-o --output', WRITES),
    },
  },
  ...each('tr', { operands: null }),
  ...each('envsubst', { always: { ...PRINTS, what: 'prints a text with variables of the environment' } }),
  xxd: { first: READS, operands: WRITES, options: ignored('-c -l -s -g -o') },
  uniq: { first: READS, operands: WRITES, options: ignored('-f -s -w') },
  sort: {
    operands: READS,
    options: {
      ...ignored('-k -t -S -T --key --parallel --batch-size --field-separator'),
      ...withPaths('-o --output', WRITES),
      '--compress-program': RUNS,
      '--files0-from': READS,
    },
  },
  ...each(
    'grep egrep fgrep zgrep rgrep pcregrep ugrep',
    patternFirst(
      {
        options: {
          ...ignored(
            '-e --regexp -A -B -C -m --max-count --include --exclude --exclude-dir --color -D -d --label',
          ),
          ...withPaths('-f --file', READS),
        },
      },
      '-e',
      '-f',
      '--regexp',
      '--file',
    ),
  ),
  rg: patternFirst(
    {
      options: {
        ...ignored('-e --regexp -g --glob -t --type -T -A -B -C -m --max-count -M --sort'),
        ...withPaths('-f --file', READS),
        '--pre': RUNS,
      },
    },
    '-e',
    '-f',
    '--regexp',
    '--file',
    '--files',
  ),
  ...each('ag ack', patternFirst({ options: ignored('-A -B -C -m --max-count') })),
  ...each(
    'jq gojq',
    patternFirst(
      { options: { ...ignored('--indent --arg --argjson'), ...withPaths('-f --from-file', READS) } },
      '-f',
      '--from-file',
    ),
  ),
  yq: patternFirst({
    options: ignored('-o -p -I --output-format'),
    reads: ({ given }, reading) => {
      if (given.flags.has('-i')) reading.does(CHANGES, given.operands.slice(1));
    },
  }),
  ...each('sed gsed', sed),
  ...each('awk gawk mawk nawk', awk),
  find,
  ...each('fd fdfind', {
    reads: ({ words }, reading) => {
      const isRunning = words.some(({ text }) => /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)/.test(text));
      if (isRunning) reading.runsUnread('fd', 'runs a command on each file that it finds');
      else reading.does({ ...READS, what: 'looks for files' });
    },
  }),
  ...each('less more most view pg', { options: ignored('-P -x -j -p'), reads: interactive, operands: null }),
  ...each('vi vim nvim nano emacs ed ex pico micro', {
    options: ignored('-c --cmd -S -s -u --eval -f -l -e'),
    reads: interactive,
    operands: CHANGES,
  }),
  ...each('man info apropos whatis tldr', {
    always: PRINTS,
    flags: {
      '-P': { ...PRINTS, effect: 'execute', what: 'runs a pager of its own', risk_level: 'high' },
      '-H': { ...PRINTS, effect: 'execute', what: 'runs a browser of its own', risk_level: 'high' },
      '--pager': { ...PRINTS, effect: 'execute', what: 'runs a pager of its own', risk_level: 'high' },
    },
  }),
};
