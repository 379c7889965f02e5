/** Programs that install, build, run and publish what a project in one language needs. */
import { doesTo, PRINTS, READS, RUNS, WRITES } from '../does.ts';
import { readNestedCommand } from '../nested.ts';
import { each, ignored, type Program, type Programs, under, withPaths } from '../program.ts';
import {
  ACCESS,
  fetched,
  INSTALLS,
  installing,
  LOOKING,
  oneProgram,
  PUBLISHES,
  projectRuns,
  REMOVES,
  runsWhatOptionsName,
} from './installing.ts';

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
    'env -w': { always: doesTo('configure', 'sets what go runs', { risk_level: 'high' }) },
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
  reads: (run, reading) => {
    const { name, given, input } = run;
    runsWhatOptionsName(run, reading);
    const isFed = given.values.some(({ option, value }) => option === '-f' && value.text === '-');
    if (isFed && input !== null) reading.runsUnread(name, `runs a text with ${name}`);
    const [first] = given.operands.filter(({ text }) => !text.includes('='));
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

const dotnet: Program = {
  subcommands: {
    ...Object.fromEntries(
      ['build', 'test', 'format', 'run', 'restore'].map((verb) => [verb, oneProgram(`dotnet ${verb}`)]),
    ),
    ...under('add_package tool_install', { operands: INSTALLS }),
    ...under('nuget_push', PUBLISHES),
    ...under('list', LOOKING),
  },
};

export const PROJECTS: Programs = {
  dotnet,
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
