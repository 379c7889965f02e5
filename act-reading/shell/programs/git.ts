/** Git, and the programs of its hosts. */
import { CHANGES, CONFIGURES, DELETES, type Does, doesTo, LOOKS, READS, reaches, WRITES } from '../does.ts';
import { readNestedCommand } from '../nested.ts';
import { ignored, type Program, type Programs, under, withPaths } from '../program.ts';
import { push } from './git-push.ts';

const LOOKING: Program = {
  always: { ...LOOKS, what: 'looks into the repository' },
  options: withPaths('--output', WRITES),
};
const WORKING: Program = { always: doesTo('write', 'changes the repository here') };
const HIGH = { risk_level: 'high' } as const;
const LOSES: Does = doesTo('delete', 'throws away changes that no commit holds', { irreversible: true });
const FETCHES = reaches('read', 'fetches from', { kind: 'object' });

/** Settings of git that name a program, or another place to push to. */
const RUNNING =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy)|alias\.|pager\.|diff\.\S*(?:command|textconv|external)|merge\.\S*driver|filter\.|credential\.|sequence\.editor|gpg\.|protocol\.|uploadpack|http\.proxy|url\.|remote\.|include)/i;

/** Remotes, pagers and steps that are commands. */
const OPENS_PROGRAM =
  /^(?:ext::|--(?:upload-pack|receive-pack|exec|extcmd|ext-diff|open-files-in-pager)(?:=|$)|-O.)/;

const config: Program = {
  options: { ...withPaths('-f --file', CHANGES), ...ignored('--type --default --blob') },
  reads: ({ given: { operands, flags } }, reading) => {
    const isReading =
      ['--get', '--get-all', '--get-regexp', '-l', '--list'].some((flag) => flags.has(flag)) ||
      operands.length < 2;
    const [name, value] = operands;
    if (isReading) return reading.does(LOOKS);
    reading.does(doesTo('configure', 'sets the setting of git'), name === undefined ? [] : [name]);
    if (name !== undefined && RUNNING.test(name.text))
      reading.runsUnread('git config', `sets ${name.text}, which decides what git runs`);
    if (value?.isFixed === true && value.text.startsWith('!'))
      reading.runsUnread('git config', 'makes git run a command');
  },
};

const clone: Program = {
  options: {
    ...ignored(
      '-b --branch --depth -o --origin --filter -j --jobs --reference --template --separate-git-dir',
    ),
    '-c': null,
    '--config': null,
  },
  reads: ({ given: { operands, values } }, reading) => {
    const [from, into] = operands;
    if (from !== undefined) reading.does(reaches('read', 'clones'), [from]);
    if (from !== undefined && /^ext::|--upload-pack/.test(from.text))
      reading.runsUnread('git', 'runs a command as a remote');
    for (const { option, value } of values)
      if ((option === '-c' || option === '--config') && RUNNING.test(value.text))
        reading.runsUnread('git', 'sets what git runs');
    reading.does({ ...WRITES, what: 'writes a copy of a repository' }, into === undefined ? [] : [into]);
  },
};

const MAYBE = (flags: string, does: Does, otherwise: Program): Program => ({
  ...otherwise,
  flags: Object.fromEntries(flags.split(' ').map((flag) => [flag, does])),
});

export const GIT: Programs = {
  git: {
    options: {
      ...ignored('-C --git-dir --work-tree --namespace'),
      '-c': null,
      '--config-env': null,
      '--exec-path': null,
    },
    bare: LOOKS,
    before: ({ given, words }, reading) => {
      if (words.some(({ text }) => OPENS_PROGRAM.test(text)))
        reading.runsUnread('git', 'runs a program through an option of git');
      for (const { option, value } of given.values) {
        if (option.startsWith('--') && option !== '--config-env' && option !== '--exec-path') continue;
        if (option === '-C') continue;
        if (option !== '-c' || RUNNING.test(value.text) || !value.isFixed)
          reading.runsUnread('git', 'sets through an option what git runs');
      }
    },
    subcommands: {
      ...under(
        'status log diff show blame shortlog describe rev-parse rev-list ls-files ls-tree ls-remote cat-file grep reflog name-rev merge-base cherry whatchanged var version help for-each-ref count-objects fsck remote_-v remote_show remote_get-url stash_list stash_show worktree_list diff-tree symbolic-ref show-ref',
        LOOKING,
      ),
      ...under(
        'add commit merge rebase cherry-pick revert am apply mv init stash stash_push stash_pop stash_apply sparse-checkout worktree_add notes submodule_status bisect pack-refs repack format-patch archive bundle',
        WORKING,
      ),
      branch: MAYBE('-D -d --delete', doesTo('delete', 'deletes a branch here'), WORKING),
      tag: MAYBE('-d --delete', doesTo('delete', 'deletes a tag here'), WORKING),
      checkout: {
        ...MAYBE('-f --force', LOSES, WORKING),
        reads: ({ words }, reading) => {
          // Paths, and not a branch: their changes go.
          if (words.some(({ text }) => /^(?:--|\.{1,2}|\.{1,2}\/.*)$/.test(text))) reading.does(LOSES);
        },
      },
      switch: MAYBE('-f --force --discard-changes', LOSES, WORKING),
      restore: { always: LOSES },
      reset: MAYBE('--hard', LOSES, WORKING),
      clean: { always: LOSES },
      rm: { operands: DELETES },
      ...under('stash_drop stash_clear', { always: LOSES }),
      ...under('gc prune reflog_expire reflog_delete update-ref', {
        always: doesTo('delete', 'deletes what no branch holds', { irreversible: true }),
      }),
      ...under('filter-branch filter-repo replace', {
        always: doesTo('delete', 'writes the history anew', { irreversible: true, ...HIGH }),
      }),
      push,
      clone,
      ...under('fetch pull submodule_update submodule_init', {
        operands: FETCHES,
        bare: FETCHES,
        flags: { '--upload-pack': doesTo('execute', 'runs a program at the remote', HIGH) },
      }),
      ...under('remote', LOOKING),
      ...under('remote_add remote_set-url remote_rename remote_remove remote_rm submodule_add', {
        first: null,
        operands: reaches('configure', 'changes the remotes to'),
      }),
      config,
      'bisect run': { reads: ({ words }, reading) => readNestedCommand(words, reading) },
      'rebase -x': { always: doesTo('execute', 'runs commands while it rebases', HIGH) },
      ...under('worktree_remove', { operands: DELETES }),
      ...under('credential credential-store credential-cache', {
        always: doesTo('read', 'reads stored credentials', HIGH),
      }),
      ...under('send-email', { always: doesTo('send', 'sends patches by mail') }),
    },
  },
  ...hosting(
    'gh',
    'issue pr repo release run workflow gist label project cache ruleset',
    'secret variable ssh-key gpg-key auth',
  ),
  ...hosting(
    'glab',
    'issue mr repo release ci pipeline snippet label incident',
    'variable ssh-key auth deploy-key',
  ),
};

function hosting(name: string, nouns: string, access: string): Programs {
  const all = (verbs: string, of = nouns) =>
    verbs
      .split(' ')
      .flatMap((verb) => of.split(' ').map((noun) => `${noun}_${verb}`))
      .join(' ');
  const sends = doesTo('send', `publishes at the host through ${name}`);
  return {
    [name]: {
      options: ignored(
        '-R --repo -t --title -b --body -B --base -H --head -l --label -a --assignee -L --limit --json -q --jq -m --milestone -F -f --state -s --search --hostname',
      ),
      subcommands: {
        ...under(all('list view status diff checks ls watch download log'), {
          always: { ...LOOKS, what: 'looks at what the host holds' },
        }),
        ...under(
          all(
            'create comment edit review close reopen ready merge update note fork rename upload run rerun cancel enable disable develop lock unlock pin transfer approve sync set-default',
          ),
          { operands: sends, bare: sends, options: withPaths('-F --body-file', READS) },
        ),
        ...under(all('delete archive'), {
          always: doesTo('delete', 'deletes at the host', { irreversible: true, ...HIGH }),
        }),
        ...under(all('checkout clone'), { always: doesTo('write', 'fetches from the host') }),
        ...under(all('set add login logout remove delete refresh setup-git switch', access), {
          always: doesTo('configure', 'changes access or secrets at the host', HIGH),
        }),
        ...under(all('list status get', access), { always: LOOKS }),
        ...under('auth_token', { always: doesTo('read', 'prints the token', HIGH) }),
        ...under('browse status search search_code search_issues search_repos', { always: LOOKS }),
        ...under('config_set', { always: CONFIGURES }),
        api: apiCall(),
      },
    },
  };
}

/** Any call of the host's API. */
function apiCall(): Program {
  return {
    options: {
      ...ignored(
        '-X --method -f -F --field --raw-field -H --header --jq -q --hostname -p --preview -t --template --cache',
      ),
      '--input': READS,
    },
    reads: ({ given }, reading) => {
      const method = given.values.find(({ option }) => option === '-X' || option === '--method')?.value;
      const hasFields = given.values.some(({ option }) =>
        /^(?:-f|-F|--field|--raw-field|--input)$/.test(option),
      );
      const name =
        method?.isFixed === false ? '?' : (method?.text.toUpperCase() ?? (hasFields ? 'POST' : 'GET'));
      const effect = name === 'GET' || name === 'HEAD' ? 'read' : name === 'DELETE' ? 'delete' : 'send';
      reading.does(
        doesTo(effect, `calls the API of the host with ${name}`, effect === 'read' ? {} : HIGH),
        given.operands.slice(0, 1),
      );
    },
  };
}
