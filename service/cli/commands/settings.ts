/** `assize settings show|set|diff|versions|activate`, like the API, with the document as a YAML or JSON file. */

import { type Command, InvalidArgumentError } from 'commander';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { readYaml } from '../../governance/policies/documents/index.ts';
import {
  activateVersion,
  type CurrentSettings,
  currentFields,
  currentSettings,
  differencesOf,
  entryFields,
  findVersion,
  listVersions,
  setSettings,
  versionFields,
} from '../../governance/settings/index.ts';
import type { SettingsDocument } from '../../governance/settings/terms/index.ts';
import type { Service } from '../../wiring.ts';
import { readNamed } from '../explain.ts';
import { type ChainOptions, onChain, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, print, printJson, table } from '../terminal.ts';
import { printYaml } from '../yaml.ts';

interface Expecting extends ChainOptions {
  expectedVersion?: number;
}

const MAX_LISTED = 1000;

export function settingsCommands(program: Command, withService: WithService): void {
  const settings = program
    .command('settings')
    .description("show, set and compare a tenant's settings, or go back");

  of(settings.command('show'))
    .argument('[version]', 'a version (default: the one in force); 0 is the standard one', versionNumber)
    .description('print settings as YAML, ready to be changed and set')
    .action((version: number | undefined, options: ChainOptions) => show(withService, version, options));

  expecting(of(settings.command('set')))
    .argument('<file>', 'YAML or JSON: the whole document, as `show` prints it')
    .description('put a document in force, as a new version')
    .action((file: string, options: Expecting) => set(withService, file, options));

  of(settings.command('diff'))
    .argument('<from>', 'a version', versionNumber)
    .argument('[to]', 'another version (default: the one in force)', versionNumber)
    .description('show where two versions differ')
    .action((from: number, to: number | undefined, options: ChainOptions) =>
      diff(withService, from, to, options),
    );

  of(settings.command('versions'))
    .description(`list the versions, newest first, at most ${MAX_LISTED}`)
    .action((options: ChainOptions) => versions(withService, options));

  expecting(of(settings.command('activate')))
    .argument('<version>', '0 is the standard one', versionNumber)
    .description('put an earlier version in force')
    .action(async (version: number, options: Expecting) => {
      const current = await withChain(withService, options, async (service, chain) => {
        return activateVersion(service, await changeOf(service, chain, options), version);
      });
      showCurrent(current, options);
    });
}

function of(command: Command): Command {
  return onChain(command, 'whose settings').option('--json', 'print JSON');
}

function expecting(command: Command): Command {
  const description = 'refuse if another version is in force';
  return command.option('--expected-version <version>', description, versionNumber);
}

async function changeOf(service: Service, chain: number, { expectedVersion }: Expecting) {
  const expected = expectedVersion ?? (await currentSettings(service, chain)).version;
  return { chain, actor: OPERATOR, expected };
}

async function show(
  withService: WithService,
  wanted: number | undefined,
  options: ChainOptions,
): Promise<void> {
  const { current, version } = await withChain(withService, options, async (service, chain) => {
    const current = await currentSettings(service, chain);
    return { current, version: wanted === undefined ? current : await findVersion(service, chain, wanted) };
  });
  if (options.json) {
    printJson(wanted === undefined ? currentFields(current) : versionFields(version, current.version));
    return;
  }
  const state = version.version === current.version ? 'in force' : 'not in force';
  print(`# version ${version.version}, ${state}; its law settings are ${version.lawVersion}`);
  await printYaml(version.document);
}

async function set(withService: WithService, file: string, options: Expecting): Promise<void> {
  const document = await readSettings(file);
  const current = await withChain(withService, options, async (service, chain) => {
    return setSettings(service, await changeOf(service, chain, options), document);
  });
  showCurrent(current, options);
}

/** @throws {Failure} `invalid`, with all faults. */
async function readSettings(file: string): Promise<SettingsDocument> {
  const { faults, ...read } = await readYaml(String(await readNamed(file)));
  if (!('value' in read)) {
    const [place = ''] = faults[0]?.message.split(/:?\n/) ?? [];
    throw new Failure('invalid', `${file} is neither YAML nor JSON.`, { cause: new Error(place) });
  }
  // Loaded only here: no other command needs the schemas of the API.
  const { requireSettings } = await import('../../http/a/governance/settings-file.ts');
  return requireSettings(read.value, faults);
}

async function diff(
  withService: WithService,
  first: number,
  second: number | undefined,
  options: ChainOptions,
): Promise<void> {
  const [from, to] = await withChain(withService, options, async (service, chain) => [
    await findVersion(service, chain, first),
    second === undefined ? await currentSettings(service, chain) : await findVersion(service, chain, second),
  ]);
  const differences = differencesOf(from.document, to.document);
  if (options.json) {
    printJson({ from: from.version, to: to.version, differences });
    return;
  }
  if (differences.length === 0) print(`Versions ${from.version} and ${to.version} say the same.`);
  else {
    const rows = differences.map(({ path, ...each }) => [path, text(each.from), text(each.to)]);
    print(table(['', `version ${from.version}`, `version ${to.version}`], rows));
  }
}

async function versions(withService: WithService, options: ChainOptions): Promise<void> {
  const { listed, inForce } = await withChain(withService, options, async (service, chain) => ({
    listed: await listVersions(service.db, chain, { limit: MAX_LISTED }),
    inForce: (await currentSettings(service, chain)).version,
  }));
  if (options.json) {
    printJson(listed.map((each) => entryFields(each, inForce)));
    return;
  }
  const rows = listed.map(({ version, createdAt, createdBy, lawVersion }) => [
    String(version),
    version === inForce ? 'in force' : '',
    isoOrDash(createdAt),
    createdBy ?? '-',
    lawVersion,
  ]);
  rows.push(['0', inForce === 0 ? 'in force' : '', '-', 'standard', '']);
  print(table(['version', '', 'created', 'by', 'law settings'], rows));
}

function showCurrent(current: CurrentSettings, { json }: ChainOptions): void {
  if (json) printJson(currentFields(current));
  else print(`version ${current.version} has been in force since ${isoOrDash(current.activatedAt)}`);
}

function text(value: unknown): string {
  return value === null ? '-' : typeof value === 'string' ? value : JSON.stringify(value);
}

function versionNumber(words: string): number {
  if (/^\d{1,9}$/.test(words)) return Number(words);
  throw new InvalidArgumentError('It must be the number of a version.');
}
