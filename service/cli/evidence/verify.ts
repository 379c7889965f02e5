/** `assize evidence verify`. */
import { restoreSentence } from '@assize/evidence-format';
import { type TimedVerification, verificationFields } from '../../proof/verification/index.ts';
import { type ChainOptions, type Run, type ServiceCommand, withChain } from '../command.ts';
import { readNamed } from '../documents.ts';
import { progressBar } from '../progress.ts';
import { EXIT } from '../terminal.ts';

interface VerifyOptions extends ChainOptions {
  full?: boolean;
  trustedCheckpoint?: string;
}

export function verifyCommand(evidence: ServiceCommand): void {
  evidence
    .command('verify')
    .onChain('whose chain')
    .description(
      `recompute every hash, link and commitment of a chain; exits with ${EXIT.unsound} if one is wrong`,
    )
    .option('--full', 'verify everything again, including what was verified before')
    .option(
      '--trusted-checkpoint <file>',
      'a signed checkpoint kept elsewhere, which the chain must agree with',
    )
    .json()
    .run(verify, {
      json: verificationFields,
      lines: (result, { tenant, environment }) => sentencesOf(result, `${tenant}/${environment}`),
      exitCode: ({ valid }) => (valid ? 0 : EXIT.unsound),
    });
}

async function verify({ options, withService }: Run<VerifyOptions>): Promise<TimedVerification> {
  const { full, trustedCheckpoint: file, json } = options;
  const trustedCheckpoint = file === undefined ? undefined : await readNamed(file);
  const bar = json ? null : progressBar('artifacts');
  return withChain(withService, options, ({ evidenceVerifier }, chain) =>
    evidenceVerifier.verify(chain, { full, trustedCheckpoint, onProgress: bar?.show }),
  ).finally(() => bar?.end());
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
