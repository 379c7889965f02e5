/** `assize policies …`: the rules a tenant sets itself. */
import type { Command } from 'commander';
import { backtestCommand } from './policies-backtest.ts';
import { lifeCommands } from './policies-life.ts';
import { testCommand } from './policies-test.ts';
import type { WithHouse } from './with-house.ts';

export function policyCommands(program: Command, withHouse: WithHouse): void {
  const policies = program.command('policies').description('the rules that tenants set themselves');
  lifeCommands(policies, withHouse);
  testCommand(policies);
  backtestCommand(policies, withHouse);
}
