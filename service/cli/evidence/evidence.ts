/** The commands of `assize evidence`: each in a file of its own, and `verify-file` here. */
import { VERIFY_EXIT, verifyFile } from '@assize/evidence-format/verify-file';
import type { ServiceCommand } from '../command.ts';
import { acknowledgeAlarmsCommand } from './acknowledge-alarms.ts';
import { acknowledgeRestoreCommand } from './acknowledge-restore.ts';
import { eraseCommands } from './erase.ts';
import { exportCommand } from './export.ts';
import { checkpointCommand } from './signing.ts';
import { truthCommand } from './truth.ts';
import { verifierCommand } from './verifier.ts';
import { verifyCommand } from './verify.ts';

export function evidenceCommands(program: ServiceCommand): void {
  const evidence = program.command('evidence').description('check, export and erase evidence');

  verifyCommand(evidence);
  exportCommand(evidence);
  checkpointCommand(evidence);
  truthCommand(evidence);
  verifyFileCommand(evidence);
  eraseCommands(evidence);
  acknowledgeRestoreCommand(evidence);
  acknowledgeAlarmsCommand(evidence);
  verifierCommand(evidence);
}

interface VerifyFileOptions {
  trustedCheckpoint?: string;
  key: string[];
  witness: string[];
  witnessesRequired?: string;
  json?: boolean;
}

/** Does the same as `assize-verify`, without a database. */
function verifyFileCommand(evidence: ServiceCommand): void {
  evidence
    .command('verify-file')
    .description(
      `verify an exported file (JSON) offline; exits with ${VERIFY_EXIT.unsound} where it is not sound or could not be checked, and with ${VERIFY_EXIT.otherKey} where none of the given keys has signed it`,
    )
    .argument('<file>', 'the file; - reads standard input')
    .option('--trusted-checkpoint <file>', 'a checkpoint that you have kept')
    .option('--key <vkey>', 'a verifier key that you hold; may be given more than once', gathered, [])
    .option(
      '--witness <vkey>',
      'a witness that must have seen the log; may be given more than once',
      gathered,
      [],
    )
    .option('--witnesses-required <n>', 'how many of these witnesses must have seen it; 1 by default')
    .json()
    .action(
      async (file: string, { key: keys, witness: witnesses, json = false, ...given }: VerifyFileOptions) => {
        process.exitCode = await verifyFile({ file, keys, witnesses, json, ...given });
      },
    );
}

function gathered(value: string, before: string[]): string[] {
  return [...before, value];
}
