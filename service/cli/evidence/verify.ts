/** `assize evidence verify`. */

import { restoreSentence } from '@assize/evidence-format';
import type { Command } from 'commander';
import { type TimedVerification, verificationFields } from '../../proof/verification/index.ts';
import { readNamed } from '../explain.ts';
import { type ChainOptions, onChain, withChain } from '../options.ts';
import { progressBar } from '../progress.ts';
import type { WithService } from '../service-for-command.ts';
import { EXIT, print, printJson } from '../terminal.ts';

interface VerifyOptions extends ChainOptions {
  full?: boolean;
  trustedCheckpoint?: string;
}

export function verifyCommand(evidence: Command, withService: WithService): void {
  onChain(evidence.command('verify'), 'whose chain')
    .description(
      `recompute every hash, link and commitment of a chain; exits with ${EXIT.unsound} if one is wrong`,
    )
    .option('--full', 'verify everything again, including what was verified before')
    .option(
      '--trusted-checkpoint <file>',
      'a signed checkpoint kept elsewhere, which the chain must agree with',
    )
    .option('--json', 'print JSON')
    .action((options: VerifyOptions) => verify(withService, options));
}

async function verify(withService: WithService, options: VerifyOptions): Promise<void> {
  const { tenant, environment, full, json } = options;
  const trustedCheckpoint =
    options.trustedCheckpoint === undefined ? undefined : await readNamed(options.trustedCheckpoint);
  const bar = json ? null : progressBar('artifacts');
  const result = await withChain(withService, options, ({ evidenceVerifier }, chain) =>
    evidenceVerifier.verify(chain, { full, trustedCheckpoint, onProgress: bar?.show }),
  ).finally(() => bar?.end());
  if (json) printJson(verificationFields(result));
  else print(sentencesOf(result, `${tenant}/${environment}`));
  if (!result.valid) process.exitCode = EXIT.unsound;
}

function sentencesOf(result: TimedVerification, chain: string): string[] {
  const { valid, totalArtifacts, verifiedCount, prunedCount, redactedCount, firstInvalid } = result;
  if (!valid) {
    return [`${chain} is NOT sound. ${firstInvalid?.message ?? ''} (${firstInvalid?.problem ?? ''})`];
  }
  const removed = [
    ...(prunedCount > 0 ? [`${prunedCount} pruned`] : []),
    ...(redactedCount > 0 ? [`${redactedCount} redacted`] : []),
  ];
  const counts = [`${verifiedCount} of ${totalArtifacts} artifacts verified`, ...removed].join(', ');
  return [
    `${chain} is sound: ${counts}, head ${result.chainHeadHash}`,
    ...result.restores.map(restoreSentence),
  ];
}
