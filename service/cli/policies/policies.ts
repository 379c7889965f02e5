/** `assize policies …`: the rules a tenant sets itself. */
import type { Command } from 'commander';
import type { WithService } from '../service-for-command.ts';
import { backtestCommand } from './backtest.ts';
import { lifeCommands } from './life.ts';
import { testCommand } from './test.ts';

export function policyCommands(program: Command, withService: WithService): void {
  const policies = program.command('policies').description('the rules that tenants set themselves');
  lifeCommands(policies, withService);
  testCommand(policies);
  backtestCommand(policies, withService);
}
