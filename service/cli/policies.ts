/** `assize policies …`: the rules a tenant sets itself. */
import type { Command } from 'commander';
import { testCommand } from './policies-test.ts';

export function policyCommands(program: Command): void {
  const policies = program.command('policies').description('the rules that tenants set themselves');
  testCommand(policies);
}
