/** The commands of `assize evidence`, each in a file of its own. */
import type { Command } from 'commander';
import { acknowledgeRestoreCommand } from './acknowledge-restore.ts';
import { exportCommand } from './evidence-export.ts';
import { verifyCommand } from './evidence-verify.ts';
import { checkpointCommand } from './signing.ts';
import { truthCommand } from './truth.ts';
import { verifierCommand } from './verifier.ts';
import { verifyFileCommand } from './verify-file.ts';
import type { WithHouse } from './with-house.ts';

export function evidenceCommands(program: Command, withHouse: WithHouse): void {
  const evidence = program.command('evidence').description('check the evidence');

  verifyCommand(evidence, withHouse);
  exportCommand(evidence, withHouse);
  checkpointCommand(evidence, withHouse);
  truthCommand(evidence, withHouse);
  verifyFileCommand(evidence);
  acknowledgeRestoreCommand(evidence, withHouse);
  verifierCommand(evidence);
}
