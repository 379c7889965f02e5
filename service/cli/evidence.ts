/** The commands of `assize evidence`, each in a file of its own. */
import type { Command } from 'commander';
import { acknowledgeRestoreCommand } from './acknowledge-restore.ts';
import { exportCommand } from './evidence-export.ts';
import { verifyCommand } from './evidence-verify.ts';
import type { WithService } from './service-for-command.ts';
import { checkpointCommand } from './signing.ts';
import { truthCommand } from './truth.ts';
import { verifierCommand } from './verifier.ts';
import { verifyFileCommand } from './verify-file.ts';

export function evidenceCommands(program: Command, withService: WithService): void {
  const evidence = program.command('evidence').description('check the evidence');

  verifyCommand(evidence, withService);
  exportCommand(evidence, withService);
  checkpointCommand(evidence, withService);
  truthCommand(evidence, withService);
  verifyFileCommand(evidence);
  acknowledgeRestoreCommand(evidence, withService);
  verifierCommand(evidence);
}
