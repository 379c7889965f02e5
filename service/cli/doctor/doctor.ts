/** `assize doctor`: explains the running set-up, and reports what is wrong with it. */
import { type Config, ConfigError, readConfig } from '../../config/config.ts';
import { shownFile } from '../../config/secret-files.ts';
import { SECRET_FILES, SECRETS, SETTINGS } from '../../config/settings.ts';
import type { ServiceCommand } from '../command.ts';
import { EXIT } from '../terminal.ts';
import { backupFinding, dataFolderFindings } from './data-folder.ts';
import { databaseFindings } from './database.ts';
import { type Finding, findingsOn } from './finding.ts';
import { HERE, installationFindings } from './installation.ts';

const MIN_NODE_MAJOR = 24;
/** Settings whose values are secret and not shown. */
const SECRET_SETTINGS = new Set<string>([
  ...SECRETS,
  'ASSIZE_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_EXPORTER_OTLP_LOGS_HEADERS',
]);

export function doctorCommand(program: ServiceCommand): void {
  const { environment } = program;
  program
    .command('doctor')
    .description(`explain the running set-up; exits with ${EXIT.failed} where something is wrong`)
    .json()
    .run(async () => [nodeVersion(), ...settings(environment), ...(await examine(environment))], {
      columns: { what: 'what', state: 'state', found: 'found' },
      exitCode: (findings) => (findings.some(({ state }) => state === 'problem') ? EXIT.failed : 0),
    });
}

function nodeVersion(): Finding {
  const { ok, problem } = findingsOn('Node.js');
  const isNewEnough = Number(process.versions.node.split('.')[0]) >= MIN_NODE_MAJOR;
  return (isNewEnough ? ok : problem)(`${process.version} (needs ${MIN_NODE_MAJOR})`);
}

function settings(environment: NodeJS.ProcessEnv): Finding[] {
  const files = SECRET_FILES.map((name) => [name, 'file of a secret'] as const);
  return [...Object.entries(SETTINGS), ...files]
    .filter(([name]) => environment[name])
    .map(([name, meaning]) => findingsOn(name).ok(`${shown(name, environment[name] ?? '')}: ${meaning}`));
}

/** Shows values as they were set, even refused ones, but without a password in an address. */
function shown(name: string, value: string): string {
  if (SECRET_SETTINGS.has(name)) return '(set, not shown)';
  if (SECRET_FILES.includes(name)) return shownFile(value);
  return value.replaceAll(/\/\/[^/@\s]*@/g, '//…@');
}

async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(findingsOn('configuration').problem);
    throw error;
  }
  const { host, port, baseUrl, database, dataDir } = config;
  return [
    ...config.unknown.map((name) => findingsOn(name).warning('not a setting of this version; it is ignored')),
    ...installationFindings(config, { ...HERE, environment }),
    findingsOn('address').ok(`${host}:${port}, reached as ${baseUrl}`),
    ...(database.kind === 'sqlite' ? await dataFolderFindings(dataDir) : []),
    ...(await databaseFindings(config)),
    await backupFinding(config),
  ];
}
