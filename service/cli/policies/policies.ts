/** `assize policies list|show|create|validate|activate|deactivate|rollback`, like the API, and its other commands. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { OPERATOR } from '../../evidence/changes/index.ts';
import {
  faultFields,
  faultsOfPolicy,
  hashOfPolicy,
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
import { type ChainOptions, onChain, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { EXIT, isoOrDash, print, printJson, table } from '../terminal.ts';
import { printYaml } from '../yaml.ts';
import { backtestCommand } from './backtest.ts';
import { testCommand } from './test.ts';

interface ChangeOptions extends ChainOptions {
  policyVersion?: number;
  expectedVersion?: number | 'none';
}

export function policyCommands(program: Command, withService: WithService): void {
  const policies = program.command('policies').description('manage the rules that tenants set themselves');
  lifeCommands(policies, withService);
  testCommand(policies);
  backtestCommand(policies, withService);
}

function lifeCommands(policies: Command, withService: WithService): void {
  ofPolicies(policies.command('list'))
    .description('list policies and the version of each that is in force')
    .action((options: ChainOptions) => list(withService, options));

  ofPolicies(policies.command('show').argument('<name>'))
    .description('print a version of a policy as a file: the one in force, or the latest if none is')
    .addOption(policyVersion('this version'))
    .action((name: string, options: ChangeOptions) => show(withService, name, options));

  ofPolicies(policies.command('create').argument('<name>'))
    .description('store a policy, or its next version if the name is taken; it applies once it is activated')
    .requiredOption('--file <path>', 'YAML or JSON, or the folder of a pack')
    .option('--activate', 'put it in force at once')
    .action((name: string, options: ChainOptions & { file: string; activate?: true }) =>
      create(withService, name, options),
    );

  policies
    .command('validate')
    .argument('<path>', 'YAML or JSON, or the folder of a pack')
    .description('report errors in the rules of a file; needs no database')
    .option('--json', 'print JSON')
    .action(validate);

  ofPolicies(policies.command('activate').argument('<name>'))
    .description('put a version in force, instead of the current one')
    .addOption(policyVersion('this version (default: the latest)'))
    .addOption(expected())
    .action((name: string, options: ChangeOptions) =>
      change(withService, name, options, (service, owner, policy, believed) =>
        activate(service, owner, name, options.policyVersion ?? policy.latestVersion, believed),
      ),
    );

  ofPolicies(policies.command('deactivate').argument('<name>'))
    .description('take a policy out of force')
    .addOption(expected())
    .action((name: string, options: ChangeOptions) =>
      change(withService, name, options, (service, owner, _, believed) =>
        deactivate(service, owner, name, believed),
      ),
    );

  ofPolicies(policies.command('rollback').argument('<name>'))
    .description('put the previous version in force again')
    .addOption(expected())
    .action((name: string, options: ChangeOptions) =>
      change(withService, name, options, (service, owner, _, believed) =>
        rollBack(service, owner, name, believed),
      ),
    );
}

function ofPolicies(command: Command): Command {
  return onChain(command, 'whose policies').option('--json', 'print JSON');
}

function policyVersion(description: string): Option {
  return new Option('--policy-version <number>', description).argParser(versionNumber);
}

function expected(): Option {
  const description = 'do it only where this one is in force, or none';
  return new Option('--expected-version <number>', description).argParser((text) =>
    text === 'none' ? text : versionNumber(text),
  );
}

function versionNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected the number of a version, such as 1.');
}

async function list(withService: WithService, options: ChainOptions): Promise<void> {
  const policies = await withChain(withService, options, ({ db }, chain) => listPolicies(db, chain));
  if (options.json) return printJson(policies.map(policyFields));
  const rows = policies.map(({ name, activeVersion, latestVersion, changedAt, changedBy }) => [
    name,
    String(activeVersion ?? '-'),
    String(latestVersion),
    isoOrDash(changedAt),
    changedBy,
  ]);
  print(table(['policy', 'in force', 'latest', 'changed', 'by'], rows));
}

async function show(withService: WithService, name: string, options: ChangeOptions): Promise<void> {
  const { policy, version } = await withChain(withService, options, async ({ db }, chain) => {
    const policy = await findPolicy(db, chain, name);
    const wanted = options.policyVersion ?? policy.activeVersion ?? policy.latestVersion;
    return { policy, version: await findVersion(db, chain, name, wanted) };
  });
  if (options.json) {
    const { description: _, ...defined } = version.document;
    printJson({ ...policyFields(policy), shown: { ...versionFields(version), ...defined } });
    return;
  }
  const state = version.version === policy.activeVersion ? 'in force' : 'not in force';
  print(`# version ${version.version} of ${policy.latestVersion}, ${state}`);
  print(`# written ${isoOrDash(version.createdAt)} by ${version.createdBy}, ${version.hash}`);
  await printYaml({ name, ...version.document });
}

async function create(
  withService: WithService,
  name: string,
  options: ChainOptions & { file: string; activate?: true },
): Promise<void> {
  const written = await readFrom(options.file);
  const { stored, policy } = await withChain(withService, options, async (service, chain) => {
    const owner = { chain, actor: OPERATOR };
    const stored = await store(service, owner, name, written);
    const { activeVersion: believed } = await findPolicy(service.db, chain, name);
    if (options.activate) await activate(service, owner, name, stored.version, believed);
    return { stored, policy: await findPolicy(service.db, chain, name) };
  });
  if (options.json) return printJson({ ...policyFields(policy), stored: versionFields(stored) });
  print(`${name}  version ${stored.version}  ${stored.hash}`);
  print(inForceText(policy));
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

async function validate(file: string, { json }: { json?: boolean }): Promise<void> {
  const faults = await faultsOfPolicy(await readFrom(file));
  if (json) printJson({ valid: faults.length === 0, faults: faults.map(faultFields) });
  else if (faults.length === 0) print(`${file}: no errors`);
  for (const fault of json ? [] : faults) {
    print(`${file}: ${nameOfFaulty(fault)}, line ${fault.line}, column ${fault.column}: ${fault.message}`);
  }
  if (faults.length > 0) process.exitCode = EXIT.failed;
}

async function readFrom(file: string): Promise<WrittenPolicy> {
  // Loaded only here, since reading files loads the schemas of requests.
  const { readDraft } = await import('./policy-files.ts');
  const { name: _, ...written } = await readDraft(file);
  return written;
}

type Act = (service: Service, owner: PolicyOwner, policy: Policy, believed: number | null) => Promise<Policy>;

async function change(
  withService: WithService,
  name: string,
  options: ChangeOptions,
  act: Act,
): Promise<void> {
  const policy = await withChain(withService, options, async (service, chain) => {
    const before = await findPolicy(service.db, chain, name);
    const { expectedVersion = before.activeVersion } = options;
    const believed = expectedVersion === 'none' ? null : expectedVersion;
    return act(service, { chain, actor: OPERATOR }, before, believed);
  });
  if (options.json) printJson(policyFields(policy));
  else print(`${name}  ${inForceText(policy)}`);
}

function inForceText({ activeVersion, latestVersion }: Policy): string {
  if (activeVersion === null) return 'no version is in force';
  return `version ${activeVersion} of ${latestVersion} is in force, on every node within a second`;
}
