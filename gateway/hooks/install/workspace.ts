/**
 * The workspace that an agent is installed for, and what the service must know so that editing, testing and building
 * in it may proceed: records of the folder and of programs that build and test, the catalogue of the agent's tools,
 * and a policy that blocks anything that destroys a machine.
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { SetupProblem } from '../configuration.ts';
import { readProject } from './project.ts';

interface From {
  home: string;
  /** The current folder. */
  project: string;
}

/** @returns undefined where none is given, and the current folder is not in a repository. @throws {SetupProblem} */
export function workspaceOf(
  given: string | undefined,
  isProject: boolean,
  { home, project }: From,
): string | undefined {
  if (given === undefined) {
    const found = isProject ? project : repositoryOf(project);
    return found === undefined || isTooWide(found, home) ? undefined : path.resolve(found);
  }
  const folder = path.resolve(project, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new SetupProblem('--workspace should be a folder');
  }
  if (isTooWide(folder, home)) {
    throw new SetupProblem(
      '--workspace should not hold your whole home folder: name the folder of a project',
    );
  }
  return folder;
}

function repositoryOf(folder: string): string | undefined {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return undefined;
  }
}

function isTooWide(folder: string, home: string): boolean {
  const down = path.relative(path.resolve(folder), path.resolve(home));
  return down !== '..' && !down.startsWith(`..${path.sep}`) && !path.isAbsolute(down);
}

export const recordsFileIn = (folder: string, agent: string) => path.join(folder, `workspace-${agent}.csv`);

/** The names that the service's readings use. */
const PROGRAMS = [
  ...['npm', 'pnpm', 'yarn', 'bun'].flatMap((manager) =>
    [
      'install',
      'ci',
      'test',
      'run test',
      'build',
      'run build',
      'lint',
      'run lint',
      'run typecheck',
      'run check',
    ].map((script) => `${manager} ${script}`),
  ),
  ...['tsc', 'eslint', 'prettier', 'biome', 'vitest', 'jest', 'mocha'],
  ...['pytest', 'python -m pytest', 'python -m unittest', 'tox', 'ruff', 'mypy', 'black', 'flake8'],
  ...[
    'python -m venv',
    'alembic',
    'go tool',
    'go generate',
    'docker compose up',
    'docker compose stop',
    'docker compose down',
  ],
  ...['node --test', 'playwright', 'dotnet build', 'dotnet test', 'dotnet restore', 'dotnet format'],
  ...['pip install', 'uv sync', 'poetry install', 'bundle install'],
  ...['go build', 'go test', 'go fmt', 'go get', 'go mod tidy', 'go mod download', 'gofmt', 'golangci-lint'],
  ...['cargo build', 'cargo test', 'cargo check', 'cargo clippy', 'cargo fmt'],
  ...['make', 'make all', 'make build', 'make test', 'make check', 'make lint'],
  ...['mvn', 'mvn test', 'mvn compile', 'mvn verify', 'mvn package', 'gradle build', 'gradle test'],
  ...['rspec', 'rubocop'],
];
/** Where anyone works for a moment. Nothing there may be run. */
const SCRATCH = ['/tmp', '/private/tmp'];
/** A server that the agent started itself. */
const OWN_HOSTS = ['localhost', '127.0.0.1'];

/** In the format of `assize targets import`. */
export function recordsFor(workspace: string, agentId: string): string {
  const row = (kind: string, value: string, role: string, effect: string) =>
    [kind, value, role, agentId, effect, '', ''].map(cell).join(',');
  const { programs, services } = readProject(workspace);
  // An agent names what it works with from the folder that it is in.
  const folders = [workspace, '.'];
  return [
    'kind,value,role,agent,effect,until,name',
    row('path', workspace, '', ''),
    ...folders.flatMap((folder) => ['execute', 'delete'].map((effect) => row('path', folder, '', effect))),
    // The reading of `go run .`, whose dot could also be a package.
    row('person', '.', 'program', 'execute'),
    ...SCRATCH.map((folder) => row('path', folder, '', '')),
    ...OWN_HOSTS.map((host) => row('domain', host, '', '')),
    row('object', 'origin', 'place', 'send'),
    ...services.map((service) => row('object', service, '', 'execute')),
    ...new Set([...PROGRAMS, ...programs].map((program) => row('program', program, '', 'execute'))),
    '',
  ].join('\n');
}

function cell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The commands that a human runs on the service's machine. */
export function stepsFor(agent: string, workspace: string, recordsFile: string): string[] {
  const catalogue = agent === 'claude-code' ? 'claude-code' : 'coding-agents';
  return [
    `The workspace is ${workspace}. To let edits, tests and builds in it proceed, run this where the service is:`,
    `  npx assize tools import --ready ${catalogue}`,
    `  npx assize targets import '${recordsFile.replaceAll("'", "'\\''")}'`,
    '  npx assize policies create coding-agents --file policy-packs/coding-agents --activate',
  ];
}
