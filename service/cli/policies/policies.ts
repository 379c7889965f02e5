/** `assize policies list|show|create|validate|activate|deactivate|rollback`, like the API, and its other commands. */
import { OPERATOR } from '../../evidence/changes/index.ts';
import {
  faultFields,
  faultsOfPolicy,
  hashOfPolicy,
  MAX_TEXT_CHARACTERS,
  nameOfFaulty,
  type WrittenPolicy,
} from '../../governance/policies/documents/index.ts';
import {
  activate,
  addVersion,
  createPolicy,
  deactivate,
  findPolicy,
  findVersion,
  listPolicies,
  type Policy,
  type PolicyOwner,
  type PolicyVersion,
  policyFields,
  rollBack,
  versionFields,
} from '../../governance/policies/index.ts';
import type { Service } from '../../wiring.ts';
import {
  type ChainOptions,
  type ChainRun,
  type JsonOption,
  type Run,
  type ServiceCommand,
  type View,
  withChain,
} from '../command.ts';
import { yamlLines } from '../documents.ts';
import { MAX_NUMBER, textUpTo, wholeNumber } from '../options.ts';
import { EXIT, isoOrDash } from '../terminal.ts';
import { backtestCommand } from './backtest.ts';
import { testCommand } from './test.ts';

interface ChangeOptions {
  policyVersion?: number;
  expectedVersion?: number | 'none';
}

interface CreateOptions extends ChainOptions {
  file: string;
  reason?: string;
  activate?: true;
}

const versionNumber = wholeNumber(1, MAX_NUMBER, 'Expected the number of a version, such as 1.');

export function policyCommands(program: ServiceCommand): void {
  const policies = program.command('policies').description('manage the rules that tenants set themselves');
  const command = (name: string) => policies.command(name).onChain('whose policies').json();

  command('list')
    .description('list policies and the version of each that is in force')
    .runOnChain(
      async ({ service, chain }: ChainRun) => (await listPolicies(service.db, chain)).map(policyFields),
      {
        columns: {
          policy: 'name',
          'in force': 'active_version',
          latest: 'latest_version',
          changed: 'changed_at',
          by: 'changed_by',
        },
      },
    );

  command('show <name>')
    .description('print a version of a policy as a file: the one in force, or the latest if none is')
    .option('--policy-version <number>', 'this version', versionNumber)
    .runOnChain(show, SHOWN);

  command('create <name>')
    .description('store a policy, or its next version if the name is taken; it applies once it is activated')
    .requiredOption('--file <path>', 'YAML or JSON, or the folder of a pack')
    .option('--reason <text>', 'why you write this version; kept with it', textUpTo(MAX_TEXT_CHARACTERS))
    .option('--activate', 'put it in force at once')
    .run(create, {
      lines: ({ stored: { version, hash }, ...policy }) => [
        `${policy.name}  version ${version}  ${hash}`,
        inForceText(policy),
      ],
    });

  policies
    .command('validate')
    .argument('<path>', 'YAML or JSON, or the folder of a pack')
    .description('report errors in the rules of a file; needs no database')
    .json()
    .run(validate, VALIDATED);

  changeCommands(command);
  testCommand(policies);
  backtestCommand(policies);
}

function changeCommands(command: (name: string) => ServiceCommand): void {
  changing(
    command('activate <name>')
      .description('put a version in force, instead of the current one')
      .option('--policy-version <number>', 'this version (default: the latest)', versionNumber),
    ({ service, owner, policy, believed }, { policyVersion = policy.latestVersion }) =>
      activate(service, owner, policy.name, policyVersion, believed),
  );
  changing(
    command('deactivate <name>').description('take a policy out of force'),
    ({ service, owner, policy, believed }) => deactivate(service, owner, policy.name, believed),
  );
  changing(
    command('rollback <name>').description('put the previous version in force again'),
    ({ service, owner, policy, believed }) => rollBack(service, owner, policy.name, believed),
  );
}

/** A policy to change, as the caller believes it to be. */
interface Change {
  service: Service;
  owner: PolicyOwner;
  policy: Policy;
  believed: number | null;
}

/** Adds what changes the version in force. */
function changing(
  command: ServiceCommand,
  change: (change: Change, options: ChangeOptions) => Promise<Policy>,
): void {
  command
    .option('--expected-version <number>', 'do it only where this one is in force, or none', (text) =>
      text === 'none' ? text : versionNumber(text),
    )
    .runOnChain(
      async ({ service, chain, options }: ChainRun<ChangeOptions>, name: string) => {
        const policy = await findPolicy(service.db, chain, name);
        const { expectedVersion = policy.activeVersion } = options;
        const believed = expectedVersion === 'none' ? null : expectedVersion;
        const owner = { chain, actor: OPERATOR };
        return policyFields(await change({ service, owner, policy, believed }, options));
      },
      { lines: (policy) => `${policy.name}  ${inForceText(policy)}` },
    );
}

async function show({ service: { db }, chain, options }: ChainRun<ChangeOptions>, name: string) {
  const policy = await findPolicy(db, chain, name);
  const wanted = options.policyVersion ?? policy.activeVersion ?? policy.latestVersion;
  return { policy, version: await findVersion(db, chain, name, wanted) };
}

const SHOWN: View<Awaited<ReturnType<typeof show>>, unknown> = {
  json: ({ policy, version }) => {
    const { description: _, ...defined } = version.document;
    return { ...policyFields(policy), shown: { ...versionFields(version), ...defined } };
  },
  lines: async ({ policy, version }) => [
    `# version ${version.version} of ${policy.latestVersion}, ${version.version === policy.activeVersion ? 'in force' : 'not in force'}`,
    `# written ${isoOrDash(version.createdAt)} by ${version.createdBy}, ${version.hash}`,
    ...(version.reason === null ? [] : [`# because: ${version.reason}`]),
    ...(await yamlLines({ name: policy.name, ...version.document })),
  ],
};

async function create({ options, withService }: Run<CreateOptions>, name: string) {
  const written = { ...(await readFrom(options.file)), reason: options.reason };
  return withChain(withService, options, async (service, chain) => {
    const owner = { chain, actor: OPERATOR };
    const stored = await store(service, owner, name, written);
    const { activeVersion: believed } = await findPolicy(service.db, chain, name);
    if (options.activate) await activate(service, owner, name, stored.version, believed);
    const policy = await findPolicy(service.db, chain, name);
    return { ...policyFields(policy), stored: versionFields(stored) };
  });
}

/** Storing the same document again does not create a version. */
async function store(
  service: Service,
  owner: PolicyOwner,
  name: string,
  written: WrittenPolicy,
): Promise<PolicyVersion> {
  const known = (await listPolicies(service.db, owner.chain)).find((policy) => policy.name === name);
  if (known === undefined) return createPolicy(service, owner, name, written);
  const latest = await findVersion(service.db, owner.chain, name, known.latestVersion);
  if (latest.hash === hashOfPolicy(written)) return latest;
  return addVersion(service, owner, name, known.latestVersion, written);
}

async function validate(_: Run<JsonOption>, file: string) {
  return { file, faults: await faultsOfPolicy(await readFrom(file)) };
}

const VALIDATED: View<Awaited<ReturnType<typeof validate>>, unknown> = {
  json: ({ faults }) => ({ valid: faults.length === 0, faults: faults.map(faultFields) }),
  lines: ({ file, faults }) => {
    if (faults.length === 0) return `${file}: no errors`;
    return faults.map(
      (fault) =>
        `${file}: ${nameOfFaulty(fault)}, line ${fault.line}, column ${fault.column}: ${fault.message}`,
    );
  },
  exitCode: ({ faults }) => (faults.length > 0 ? EXIT.failed : 0),
};

async function readFrom(file: string): Promise<WrittenPolicy> {
  // Loaded only here, since reading files loads the schemas of requests.
  const { readDraft } = await import('./policy-files.ts');
  const { name: _, ...written } = await readDraft(file);
  return written;
}

function inForceText({ active_version, latest_version }: ReturnType<typeof policyFields>): string {
  if (active_version === null) return 'no version is in force';
  return `version ${active_version} of ${latest_version} is in force, on every node within a second`;
}
