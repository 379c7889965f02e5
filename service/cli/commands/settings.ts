/** `assize settings show|set|diff|versions|activate`, like the API, with the document as a YAML or JSON file. */
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
import {
  type ChainOptions,
  type ChainRun,
  type Run,
  type ServiceCommand,
  type View,
  withChain,
} from '../command.ts';
import { readNamed, yamlLines } from '../documents.ts';
import { MAX_NUMBER, wholeNumber } from '../options.ts';
import { isoOrDash, table } from '../terminal.ts';

interface Expecting {
  expectedVersion?: number;
}

const MAX_LISTED = 1000;
const versionNumber = wholeNumber(0, MAX_NUMBER, 'It must be the number of a version.');
const EXPECTED = [
  '--expected-version <version>',
  'refuse if another version is in force',
  versionNumber,
] as const;

export function settingsCommands(program: ServiceCommand): void {
  const settings = program
    .command('settings')
    .description("show, set and compare a tenant's settings, or go back");
  const command = (name: string) => settings.command(name).onChain('whose settings').json();

  command('show')
    .argument('[version]', 'a version (default: the one in force); 0 is the standard one', versionNumber)
    .description('print settings as YAML, ready to be changed and set')
    .runOnChain(show, SHOWN);

  command('set')
    .argument('<file>', 'YAML or JSON: the whole document, as `show` prints it')
    .description('put a document in force, as a new version')
    .option(...EXPECTED)
    .run(async ({ options, withService }: Run<ChainOptions & Expecting>, file: string) => {
      const document = await readSettings(file);
      return withChain(withService, options, async (service, chain) =>
        setSettings(service, await changeOf(service, chain, options), document),
      );
    }, CURRENT);

  command('diff')
    .argument('<from>', 'a version', versionNumber)
    .argument('[to]', 'another version (default: the one in force)', versionNumber)
    .description('show where two versions differ')
    .runOnChain(diff, {
      lines: ({ from, to, differences }) =>
        differences.length === 0
          ? `Versions ${from} and ${to} say the same.`
          : table(differences, {
              '': 'path',
              [`version ${from}`]: (each) => text(each.from),
              [`version ${to}`]: (each) => text(each.to),
            }),
    });

  command('versions')
    .description(`list the versions, newest first, at most ${MAX_LISTED}`)
    .runOnChain(versions, VERSIONS);

  command('activate')
    .argument('<version>', '0 is the standard one', versionNumber)
    .description('put an earlier version in force')
    .option(...EXPECTED)
    .runOnChain(
      async ({ service, chain, options }: ChainRun<Expecting>, version: number) =>
        activateVersion(service, await changeOf(service, chain, options), version),
      CURRENT,
    );
}

async function show({ service, chain }: ChainRun, wanted?: number) {
  const current = await currentSettings(service, chain);
  return { current, version: wanted === undefined ? null : await findVersion(service, chain, wanted) };
}

const SHOWN: View<Awaited<ReturnType<typeof show>>, unknown> = {
  json: ({ current, version }) =>
    version === null ? currentFields(current) : versionFields(version, current.version),
  lines: async ({ current, version }) => {
    const shown = version ?? current;
    const state = shown.version === current.version ? 'in force' : 'not in force';
    const title = `# version ${shown.version}, ${state}; its law settings are ${shown.lawVersion}`;
    return [title, ...(await yamlLines(shown.document))];
  },
};

async function versions({ service, chain }: ChainRun) {
  const listed = await listVersions(service.db, chain, { limit: MAX_LISTED });
  return { listed, inForce: (await currentSettings(service, chain)).version };
}

const VERSIONS: View<Awaited<ReturnType<typeof versions>>, unknown> = {
  json: ({ listed, inForce }) => listed.map((each) => entryFields(each, inForce)),
  lines: ({ listed, inForce }) =>
    table([...listed, STANDARD], {
      version: 'version',
      '': ({ version }) => (version === inForce ? 'in force' : ''),
      created: ({ createdAt }) => isoOrDash(createdAt),
      by: 'createdBy',
      'law settings': 'lawVersion',
    }),
};

/** The entry of the standard settings. */
const STANDARD = { version: 0, createdAt: null, createdBy: 'standard', lawVersion: '' };

const CURRENT: View<CurrentSettings, unknown> = {
  json: currentFields,
  lines: ({ version, activatedAt }) => `version ${version} has been in force since ${isoOrDash(activatedAt)}`,
};

async function changeOf(service: Service, chain: number, { expectedVersion }: Expecting) {
  const expected = expectedVersion ?? (await currentSettings(service, chain)).version;
  return { chain, actor: OPERATOR, expected };
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

async function diff({ service, chain }: ChainRun, first: number, second?: number) {
  const from = await findVersion(service, chain, first);
  const to =
    second === undefined ? await currentSettings(service, chain) : await findVersion(service, chain, second);
  const differences = differencesOf(from.document, to.document);
  return { from: from.version, to: to.version, differences };
}

function text(value: unknown): string {
  return value === null ? '-' : typeof value === 'string' ? value : JSON.stringify(value);
}
