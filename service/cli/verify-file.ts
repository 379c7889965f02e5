/** `assize evidence verify-file`: the same as `assize-verify`, for whoever has the service at hand. It needs no database. */
import { VERIFY_EXIT, verifyFile } from '@assize/evidence-format/verify-file';
import type { Command } from 'commander';

interface Options {
  trustedCheckpoint?: string;
  key: string[];
  json?: boolean;
}

export function verifyFileCommand(evidence: Command): void {
  evidence
    .command('verify-file')
    .description(
      `verify an exported file (JSON) offline; exits with ${VERIFY_EXIT.unsound} where it is not sound or could not be checked, and with ${VERIFY_EXIT.otherKey} where none of the keys given has signed it`,
    )
    .argument('<file>', 'the file; - is the standard input')
    .option('--trusted-checkpoint <file>', 'a checkpoint that you have kept')
    .option('--key <vkey>', 'a verifier key that you hold; may be given more than once', gather, [])
    .option('--json', 'print JSON')
    .action(async (file: string, { trustedCheckpoint, key, json = false }: Options) => {
      process.exitCode = await verifyFile({ file, trustedCheckpoint, keys: key, json });
    });
}

function gather(value: string, before: string[]): string[] {
  return [...before, value];
}
