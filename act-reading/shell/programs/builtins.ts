/** What the shell does itself, and programs that only print or compute. */

import { doesTo, LISTS, LOOKS, PRINTS, READS, WRITES } from '../does.ts';
import { environmentDoes } from '../environment.ts';
import { readNestedText } from '../nested.ts';
import { each, ignored, type Programs, withPaths } from '../program.ts';
import { fixed } from '../words.ts';

const PRINTING = { always: PRINTS };

/** `export NAME=value`: values are words here. */
const declaring: Programs[string] = {
  always: PRINTS,
  reads: ({ given }, reading) => {
    // One name may stand for another from here on.
    if (given.flags.has('-n')) reading.forgetWhatIsSet();
    for (const { text, isFixed } of given.operands) {
      const equals = text.indexOf('=');
      if (equals <= 0) continue;
      const value = { text: text.slice(equals + 1).replace(/^(['"])(.*)\1$/s, '$2'), isFixed };
      environmentDoes(text.slice(0, equals), value, reading);
      reading.variables.set(text.slice(0, equals), null);
    }
  },
};

const RECALLS = doesTo('read', 'shows the commands typed before', { risk_level: 'high' });
const FORGETS = doesTo('delete', 'forgets commands typed before', { irreversible: true, risk_level: 'high' });
const SETS_CLOCK = doesTo('configure', 'sets the clock of the machine', { risk_level: 'high' });

const SECRET_NAME = /\$\{?!?\w*(?:SECRET|TOKEN|PASSW|API_?KEY|PRIVATE_?KEY|CREDENTIAL|ACCESS_?KEY)/i;

export const BUILTINS: Programs = {
  ...each('echo printf', {
    reads: ({ name, words }, reading) => {
      const [option, into] = words;
      if (name === 'printf' && option?.text.startsWith('-v') === true)
        reading.variables.set(option.text.slice(2) || (into?.text ?? ''), null);
      const shows = words.some(({ text, isFixed }) => !isFixed && SECRET_NAME.test(text));
      reading.does(
        shows ? { ...LOOKS, what: 'prints a secret of the environment', risk_level: 'high' } : PRINTS,
      );
    },
  }),
  ...each(
    'true false : test [ [[ sleep cal seq yes basename dirname tput clear pwd whoami id groups uname arch nproc free tty locale type which whereis wait jobs exit return break continue shift set shopt umask ulimit  getopt expr factor numfmt logname users who w uptime times fg bg disown caller help let tset reset stty sw_vers lscpu lsblk lsusb lspci lsb_release getconf dircolors',
    PRINTING,
  ),
  date: {
    ...PRINTING,
    options: { ...ignored('-d --date -r'), ...withPaths('-f --file', READS) },
    flags: { '-s': SETS_CLOCK, '--set': SETS_CLOCK },
  },
  ...each('export declare typeset local readonly', declaring),
  ...each('read mapfile readarray unset getopts', {
    always: PRINTS,
    reads: ({ given }, reading) => {
      for (const { text } of given.operands) {
        reading.variables.set(text, null);
        reading.functions.delete(text);
      }
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
  unalias: PRINTING,
  hash: {
    ...PRINTING,
    flags: { '-p': doesTo('execute', 'makes a name run another program', { risk_level: 'high' }) },
  },
  shuf: { operands: READS, options: { ...ignored('-n -i'), ...withPaths('-o --output', WRITES) } },
  history: {
    options: ignored('-d'),
    flags: { '-c': FORGETS, '-d': FORGETS },
    reads: ({ given: { flags, operands } }, reading) => {
      const named = operands.length > 0 ? operands : [fixed('~/.bash_history')];
      if (flags.has('-w') || flags.has('-a')) reading.does(WRITES, named);
      else if (flags.has('-r') || flags.has('-n')) reading.does(READS, named);
      else if (!flags.has('-c') && !flags.has('-d')) reading.does(RECALLS);
    },
  },
  printenv: {
    always: { ...LOOKS, what: 'shows the environment, which often holds secrets', risk_level: 'high' },
  },
  ...each('hostname', {
    operands: { effect: 'configure', what: 'names the machine', kind: 'object', role: 'object' },
    bare: PRINTS,
  }),
  ...each('file stat readlink realpath', { operands: { ...LISTS, what: 'looks at' } }),
};
