/** The process: the only file that reads its environment. */
import { runCommand } from './cli/program.ts';

process.exitCode = await runCommand(process.argv, process.env);
