/** `assize evidence verify`. */
import { type Command, Option } from 'commander';
import { type ChainVerification, verifyChain } from '../evidence/index.ts';
import { chainOf, ENVIRONMENTS, type Environment, findTenant } from '../tenants/index.ts';
import { exportCommand } from './evidence-export.ts';
import { checkpointCommand } from './signing.ts';
import { EXIT, print, printJson } from './terminal.ts';
import { truthCommand } from './truth.ts';
import { verifyFileCommand } from './verify-file.ts';
import type { WithHouse } from './with-house.ts';

interface VerifyOptions {
  tenant: string;
  environment: Environment;
  json?: boolean;
}

export function evidenceCommands(program: Command, withHouse: WithHouse): void {
  const evidence = program.command('evidence').description('check the evidence');

  evidence
    .command('verify')
    .description(
      `recompute every hash, link and commitment of a chain; exits with ${EXIT.unsound} where one is wrong`,
    )
    .option('--tenant <name>', 'whose chain', 'default')
    .addOption(new Option('--environment <environment>').choices(ENVIRONMENTS).default('production'))
    .option('--json', 'print JSON')
    .action((options: VerifyOptions) => verify(withHouse, options));

  exportCommand(evidence, withHouse);
  checkpointCommand(evidence, withHouse);
  truthCommand(evidence, withHouse);
  verifyFileCommand(evidence);
}

async function verify(withHouse: WithHouse, { tenant, environment, json }: VerifyOptions): Promise<void> {
  const result = await withHouse(async ({ db }) => {
    const { tenantId } = await findTenant(db, tenant);
    return verifyChain(db, await chainOf(db, tenantId, environment), json ? undefined : showProgress);
  });
  if (json) printJson(toJson(result));
  else print(sentenceOf(result, `${tenant}/${environment}`));
  if (!result.valid) process.exitCode = EXIT.unsound;
}

function showProgress(checked: number, total: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r${checked} of ${total}${checked === total ? '\n' : ''}`);
}

function sentenceOf(result: ChainVerification, chain: string): string {
  const { valid, totalArtifacts, verifiedCount, chainHeadHash, firstInvalid } = result;
  if (!valid) return `${chain} is NOT sound. ${firstInvalid?.message ?? ''} (${firstInvalid?.problem ?? ''})`;
  return `${chain} is sound: ${verifiedCount} of ${totalArtifacts} artifacts verified, head ${chainHeadHash}`;
}

function toJson({ valid, totalArtifacts, verifiedCount, chainHeadHash, firstInvalid }: ChainVerification) {
  return {
    valid,
    total_artifacts: totalArtifacts,
    verified_count: verifiedCount,
    chain_head_hash: chainHeadHash,
    first_invalid: firstInvalid,
  };
}
