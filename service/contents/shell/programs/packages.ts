/** Programs that install, build and publish: what they install or build runs. */
import { type Does, doesTo, LOOKS, PRINTS, READS, RUNS, reaches, WRITES } from '../does.ts';
import { readNestedCommand } from '../nested.ts';
import { each, ignored, type Program, type Programs, under, withPaths } from '../program.ts';

const LOOKING: Program = { always: { ...LOOKS, what: 'looks at packages' } };
const HIGH = { risk_level: 'high' } as const;
const INSTALLS: Does = doesTo('execute', 'installs');
const REMOVES: Program = {
  operands: doesTo('delete', 'removes the package'),
  bare: doesTo('delete', 'removes packages'),
};
const PUBLISHES: Program = {
  always: doesTo('share', 'publishes a package', { irreversible: true, ...HIGH }),
};
const ACCESS: Program = { always: doesTo('configure', 'changes access to a registry', HIGH) };

const INSTALL_OPTIONS = {
  ...ignored('-t --target --prefix -w --workspace --tag --python -p -v --version --features --bin --root -o'),
  ...withPaths('-r --requirement -c --constraint', READS),
  ...withPaths(
    '--index-url -i --extra-index-url --registry --trusted-host -f --find-links --index --git --source',
    reaches('read', 'takes packages from', HIGH),
  ),
};

/** Named packages are installed; without a name, what the project asks for. */
function installing(name: string): Program {
  return {
    operands: INSTALLS,
    bare: { ...doesTo('execute', `runs ${name}`), kind: 'program', role: 'program' },
    options: INSTALL_OPTIONS,
  };
}

/** Runs what the project says under that name. It is one program: a record can cover it. */
function projectRuns(name: string): Program {
  return {
    reads: ({ given: { operands } }, reading) => {
      const [script] = operands;
      const text = script === undefined ? name : `${name} ${script.text}`;
      reading.does({ ...RUNS, kind: 'program' }, [{ text, isFixed: script?.isFixed ?? true }]);
    },
  };
}

const oneProgram = (name: string): Program => ({
  reads: (_run, reading) => reading.does({ ...RUNS, kind: 'program' }, [{ text: name, isFixed: true }]),
});

/** A package is fetched and run at once. */
const fetched: Program = {
  options: {
    ...ignored('--cache --node-options --from --with --python'),
    ...withPaths('-p --package', INSTALLS),
  },
  reads: ({ words }, reading) => {
    const first = words.find(({ text }) => !text.startsWith('-'));
    reading.does(
      doesTo('execute', 'fetches and runs', { kind: 'program', role: 'program' }),
      first === undefined ? [] : [first],
    );
    const code = words.findIndex(({ text }) => text === '-c' || text === '--call');
    if (code >= 0) reading.runsUnread('npx', 'runs a text with npx');
  },
};

function scripts(name: string): Program {
  return {
    options: ignored('-w --workspace --prefix -C --dir --cwd --filter -F'),
    bare: { ...doesTo('execute', `runs ${name}`), kind: 'program', role: 'program' },
    subcommands: {
      ...under(
        'ls list outdated audit view info show why search explain root bin prefix version config_get config_list doctor help fund ping whoami licenses pack',
        LOOKING,
      ),
      ...under(
        'install i add ci update upgrade up link rebuild dedupe import',
        installing(`${name} install`),
      ),
      ...under('uninstall remove rm un unlink prune cache_clean store_prune', REMOVES),
      ...under('publish unpublish deprecate dist-tag', PUBLISHES),
      ...under(
        'login logout adduser token owner access team org config_set config_delete set-script profile hook',
        ACCESS,
      ),
      ...under('run run-script', projectRuns(`${name} run`)),
      ...under('exec dlx x', fetched),
      ...Object.fromEntries(
        'test start build stop restart dev lint check typecheck format t tst serve watch'
          .split(' ')
          .map((script) => [script, oneProgram(`${name} ${script}`)]),
      ),
      ...under('init create', { operands: INSTALLS, bare: WRITES }),
    },
  };
}

const SYSTEM_PACKAGES: Program = {
  options: ignored('-t -o -c --target-release --root'),
  subcommands: {
    ...under(
      'list search show info policy cache_policy depends rdepends check-update repolist provides history outdated leaves deps help config commands',
      LOOKING,
    ),
    ...under('update upgrade full-upgrade dist-upgrade makecache refresh', {
      always: doesTo('execute', 'updates the packages of the system'),
    }),
    ...under('install reinstall add tap localinstall build-dep groupinstall', {
      operands: doesTo('execute', 'installs'),
      bare: INSTALLS,
      options: INSTALL_OPTIONS,
    }),
    ...under('remove purge autoremove uninstall erase del clean autoclean cleanup untap', {
      operands: doesTo('delete', 'removes the package'),
      bare: doesTo('delete', 'removes packages'),
    }),
    ...under('add-repository config-manager edit-sources key', {
      always: doesTo('configure', 'changes where packages come from', HIGH),
    }),
    ...under('services_start services_stop services_restart', {
      operands: doesTo('execute', 'starts or stops the service'),
    }),
  },
};

const pip: Program = {
  options: ignored('--proxy --log --cache-dir --python'),
  subcommands: {
    ...under(
      'list show freeze check search download index_versions inspect debug config_list cache_list help',
      LOOKING,
    ),
    ...under('install wheel', installing('pip install')),
    ...under('uninstall cache_purge', { ...REMOVES, options: withPaths('-r', READS) }),
    ...under('config_set', ACCESS),
  },
};

const cargo: Program = {
  options: ignored('--manifest-path -p --package --features --target -j --color'),
  subcommands: {
    ...under('metadata tree search info version help', LOOKING),
    ...Object.fromEntries(
      'build check test run bench clippy fmt doc fix b t r c clean'
        .split(' ')
        .map((script) => [script, oneProgram(`cargo ${script}`)]),
    ),
    ...under('install add update fetch vendor', installing('cargo install')),
    ...under('uninstall remove', REMOVES),
    ...under('publish yank', PUBLISHES),
    ...under('login logout owner', ACCESS),
    ...under('new init', { operands: WRITES }),
  },
};

const go: Program = {
  subcommands: {
    ...under('version env list doc vet help mod_graph mod_why', LOOKING),
    ...Object.fromEntries(
      'build test fmt generate'.split(' ').map((script) => [script, oneProgram(`go ${script}`)]),
    ),
    run: { first: { ...RUNS, kind: 'detect' }, operands: null },
    ...under('get install mod_download mod_tidy mod_vendor', installing('go get')),
    ...under('mod_init clean', { always: { ...WRITES } }),
  },
};

/** A makefile says what runs. */
const builder: Program = {
  options: { ...ignored('-j -C -l -o -W --jobs --directory'), ...withPaths('-f --file --makefile', RUNS) },
  reads: ({ name, given: { operands } }, reading) => {
    const [first] = operands.filter(({ text }) => !text.includes('='));
    reading.does({ ...RUNS, kind: 'program' }, [
      first === undefined
        ? { text: name, isFixed: true }
        : { text: `${name} ${first.text}`, isFixed: first.isFixed },
    ]);
  },
};

const uv: Program = {
  subcommands: {
    ...Object.fromEntries(
      Object.entries(pip.subcommands ?? {}).map(([verb, program]) => [`pip ${verb}`, program]),
    ),
    ...under('add sync lock tool_install python_install', installing('uv sync')),
    ...under('remove tool_uninstall cache_clean', REMOVES),
    ...under('run', {
      reads: ({ words }, reading) =>
        readNestedCommand(
          words.filter((word, place) => place > 0 || !word.text.startsWith('-')),
          reading,
        ),
    }),
    ...under('tool_run', fetched),
    ...under('publish', PUBLISHES),
    ...under('version python_list tree tool_list', LOOKING),
    ...under('init venv', { operands: WRITES, bare: WRITES }),
  },
};

export const PACKAGES: Programs = {
  ...Object.fromEntries(['npm', 'pnpm', 'yarn', 'bun'].map((name) => [name, scripts(name)])),
  ...each('npx bunx uvx pipx-run', fetched),
  ...each('pip pip3', pip),
  pipx: {
    subcommands: {
      run: fetched,
      ...under('install inject upgrade', installing('pipx install')),
      ...under('list', LOOKING),
      ...under('uninstall', REMOVES),
    },
  },
  uv,
  ...each('poetry pdm hatch pipenv', {
    subcommands: {
      ...under('install add update sync lock', installing('poetry install')),
      ...under('remove uninstall', REMOVES),
      ...under('show check version env_info', LOOKING),
      publish: PUBLISHES,
      ...under('config', ACCESS),
      run: { reads: ({ words }, reading) => readNestedCommand(words, reading) },
      build: oneProgram('poetry build'),
    },
  }),
  ...each('twine', { subcommands: { upload: PUBLISHES, check: LOOKING } }),
  ...each('gem bundle composer', {
    subcommands: {
      ...under('list search info show outdated check', LOOKING),
      ...under('install add update require', installing('bundle install')),
      ...under('uninstall remove', REMOVES),
      ...under('push yank', PUBLISHES),
      exec: { reads: ({ words }, reading) => readNestedCommand(words, reading) },
    },
  }),
  cargo,
  go,
  ...each(
    'apt apt-get aptitude yum dnf apk brew zypper snap flatpak port choco winget scoop nix-env',
    SYSTEM_PACKAGES,
  ),
  ...each('apt-cache dpkg-query', LOOKING),
  ...each('dpkg rpm', {
    reads: ({ words }, reading) => {
      const first = words[0]?.text ?? '';
      const files = words.slice(1);
      if (/^(?:-[iU]\w*|--install|--upgrade)$/.test(first))
        reading.does({ ...RUNS, what: 'installs', risk_level: 'high' }, files);
      else if (/^(?:-[rPe]|--remove|--purge|--erase)$/.test(first))
        reading.does(doesTo('delete', 'removes the package'), files);
      else
        reading.does(
          /^(?:-[lLsSq]|--list|--query)/.test(first)
            ? LOOKS
            : doesTo('configure', 'changes the packages of the system', HIGH),
        );
    },
  }),
  pacman: {
    reads: ({ words, given }, reading) => {
      const first = words[0]?.text ?? '';
      if (/^-S[^si]*$/.test(first)) reading.does(doesTo('execute', 'installs'), given.operands);
      else if (/^-R/.test(first)) reading.does(doesTo('delete', 'removes the package'), given.operands);
      else if (/^-U/.test(first)) reading.does({ ...RUNS, what: 'installs' }, given.operands);
      else reading.does(LOOKS);
    },
  },
  ...each('apt-key add-apt-repository', {
    always: doesTo('configure', 'changes where packages come from', HIGH),
  }),
  ...each('make gmake ninja just task rake gradle mvn ant bazel cmake tox nox', builder),
  ...each('nvm fnm pyenv rbenv asdf rustup conda mamba', {
    subcommands: {
      ...under('list ls current version versions which show', LOOKING),
      ...under('install create update upgrade env_create add', installing('install')),
      ...under('use global local default activate alias', { always: PRINTS }),
      ...under('uninstall remove', REMOVES),
    },
  }),
};
