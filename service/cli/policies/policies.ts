/** `assize policies …`: the rules a tenant sets itself. */
import type { Command } from 'commander';
import type { WithHouse } from '../with-house.ts';
import { backtestCommand } from './backtest.ts';
import { lifeCommands } from './life.ts';
import { testCommand } from './test.ts';

export function policyCommands(program: Command, withHouse: WithHouse): void {
  const policies = program.command('policies').description('the rules that tenants set themselves');
  lifeCommands(policies, withHouse);
  testCommand(policies);
  backtestCommand(policies, withHouse);
}
