/** What the shell does itself, and programs that only print or compute. */

import { LISTS, LOOKS, PRINTS, READS, RUNS } from '../does.ts';
import { environmentDoes } from '../environment.ts';
import { readNestedText } from '../nested.ts';
import { each, ignored, type Programs } from '../program.ts';
import { fixed } from '../words.ts';

const PRINTING = { always: PRINTS };

/** `export NAME=value`: values are words here. */
const declaring: Programs[string] = {
  always: PRINTS,
  reads: ({ given }, reading) => {
    for (const { text, isFixed } of given.operands) {
      const equals = text.indexOf('=');
      if (equals <= 0) continue;
      const value = { text: text.slice(equals + 1).replace(/^(['"])(.*)\1$/s, '$2'), isFixed };
      environmentDoes(text.slice(0, equals), value, reading);
      reading.variables.set(text.slice(0, equals), null);
    }
  },
};

export const BUILTINS: Programs = {
  ...each(
    'echo printf true false : test [ [[ sleep cal seq yes basename dirname tput clear pwd whoami id groups uname arch nproc free tty locale type which whereis hash wait jobs exit return break continue shift set shopt umask ulimit getopts getopt expr factor numfmt logname users who w uptime times fg bg disown caller help let shuf tset reset stty sw_vers lscpu lsblk lsusb lspci lsb_release getconf dircolors',
    PRINTING,
  ),
  ...each('date', { ...PRINTING, options: ignored('-d --date -r -I') }),
  ...each('export declare typeset local readonly', declaring),
  ...each('read mapfile readarray unset', {
    always: PRINTS,
    reads: ({ given }, reading) => {
      for (const { text } of given.operands) reading.variables.set(text, null);
    },
    options: ignored('-p -d -n -t -u -a -N'),
  }),
  ...each('cd', {
    always: LISTS,
    reads: ({ given: { operands } }, reading) => {
      const [to = fixed('~')] = operands;
      if (!to.isFixed || to.text === '-') reading.folder = null;
      else if (/^[/~]/.test(to.text)) reading.folder = to.text.replace(/(?<=.)\/+$/, '');
      else if (reading.folder !== null)
        reading.folder = reading.folder === '' ? to.text : `${reading.folder}/${to.text}`;
    },
  }),
  ...each('pushd popd', {
    always: LISTS,
    reads: (_run, reading) => {
      reading.folder = null;
    },
  }),
  dirs: PRINTING,
  ...each('source .', { first: RUNS, operands: null }),
  ...each('eval', {
    reads: ({ words }, reading) => readNestedText(words, reading, 'eval'),
  }),
  ...each('trap', {
    reads: ({ given: { operands } }, reading) => {
      const [command] = operands;
      if (operands.length > 1 && command !== undefined && command.text !== '-' && command.text !== '') {
        readNestedText([command], reading, 'trap');
      } else reading.does(PRINTS);
    },
  }),
  ...each('alias', {
    reads: ({ given: { operands } }, reading) => {
      reading.does(PRINTS);
      for (const { text, isFixed } of operands) {
        const equals = text.indexOf('=');
        if (equals > 0)
          readNestedText(
            [{ text: text.slice(equals + 1).replace(/^(['"])(.*)\1$/s, '$2'), isFixed }],
            reading,
            'alias',
          );
      }
    },
  }),
  ...each('unalias complete compgen bind enable', { always: PRINTS }),
  history: { always: { ...LOOKS, what: 'shows the commands typed before', risk_level: 'high' } },
  printenv: {
    always: { ...LOOKS, what: 'shows the environment, which often holds secrets', risk_level: 'high' },
  },
  ...each('hostname', {
    operands: { effect: 'configure', what: 'names the machine', kind: 'object', role: 'object' },
    bare: PRINTS,
  }),
  ...each('file stat readlink realpath', { operands: { ...READS, what: 'looks at' } }),
};
