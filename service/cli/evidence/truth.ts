/** `assize evidence truth`. */
import { type TruthVerification, truthFields } from '../../audit/index.ts';
import type { ServiceCommand } from '../command.ts';
import { EXIT, table } from '../terminal.ts';

export function truthCommand(evidence: ServiceCommand): void {
  evidence
    .command('truth')
    .onChain('whose chain')
    .description(
      `compare all stored data of a chain with its evidence; exits with ${EXIT.unsound} if something differs`,
    )
    .json()
    .runOnChain(({ service: { truth }, chain }) => truth.verify(chain), {
      json: truthFields,
      lines: (found, { tenant, environment }) => reportOf(found, `${tenant}/${environment}`),
      exitCode: ({ overallValid }) => (overallValid ? 0 : EXIT.unsound),
    });
}

function reportOf(
  { registries, gaps, gapsDetected, overallValid, consistencyScore }: TruthVerification,
  chain: string,
): string[] {
  const lines = table(registries, { registry: 'name', checked: 'checked', gaps: 'gaps' });
  if (gaps.length > 0) {
    const columns = { registry: 'registry', index: 'index', evidence: 'evidenceId', gap: 'what' } as const;
    lines.push('', ...table(gaps, columns));
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
