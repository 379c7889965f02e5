/** `assize evidence truth`. */

import type { Command } from 'commander';
import { type TruthVerification, truthFields } from '../../audit/index.ts';
import { type ChainOptions, onChain, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { EXIT, print, printJson, table } from '../terminal.ts';

export function truthCommand(evidence: Command, withService: WithService): void {
  onChain(evidence.command('truth'), 'whose chain')
    .description(
      `compare all stored data of a chain with its evidence; exits with ${EXIT.unsound} if something differs`,
    )
    .option('--json', 'print JSON')
    .action(async (options: ChainOptions) => {
      const found = await withChain(withService, options, ({ truth }, chain) => truth.verify(chain));
      if (options.json) printJson(truthFields(found));
      else print(reportOf(found, `${options.tenant}/${options.environment}`));
      if (!found.overallValid) process.exitCode = EXIT.unsound;
    });
}

function reportOf(
  { registries, gaps, gapsDetected, overallValid, consistencyScore }: TruthVerification,
  chain: string,
) {
  const rows = registries.map(({ name, checked, gaps: found }) => [name, String(checked), String(found)]);
  const lines = table(['registry', 'checked', 'gaps'], rows);
  if (gaps.length > 0) {
    const places = gaps.map(({ registry, index, evidenceId, what }) => [
      registry,
      index === null ? '-' : String(index),
      evidenceId ?? '-',
      what,
    ]);
    lines.push('', ...table(['registry', 'index', 'evidence', 'gap'], places));
  }
  if (gapsDetected > gaps.length)
    lines.push('', `${gapsDetected - gaps.length} further gaps are not listed.`);
  const score = `consistency score ${consistencyScore}`;
  lines.push(
    '',
    overallValid
      ? `${chain} agrees with itself: ${score}.`
      : `${chain} does NOT agree with itself: ${gapsDetected} gaps, ${score}.`,
  );
  return lines;
}
