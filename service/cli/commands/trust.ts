/** `assize trust show`: the trust in an agent, and its history. */
import type { Command } from 'commander';
import { listUpdates, type TrustStatus, type TrustUpdate, trustStatusOf } from '../../trust/index.ts';
import { type ChainOptions, onChain, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { print, printJson, table } from '../terminal.ts';

interface ShowOptions extends ChainOptions {
  history: string;
}

const MAX_UPDATES = 1000;

export function trustCommands(program: Command, withService: WithService): void {
  const trust = program.command('trust').description('show the trust in agents');

  onChain(trust.command('show'), 'whose agent')
    .argument('<agent>')
    .description('show the score of an agent, and its last changes')
    .option('--history <updates>', 'how many of the last updates to show, up to 1000', '20')
    .option('--json', 'print JSON')
    .action(async (agent: string, { history, ...options }: ShowOptions) => {
      const limit = Math.min(MAX_UPDATES, Math.max(1, Number.parseInt(history, 10) || 1));
      const { current, updates } = await withChain(withService, options, async (service, chain) => {
        const current = await trustStatusOf(service.db, chain, agent, service.clock.now());
        return { current, updates: (await listUpdates(service, chain, agent, limit)).items };
      });
      if (options.json) printJson(fieldsOf(current, updates));
      else print(reportOf(current, updates));
    });
}

function fieldsOf({ agentId, lastUpdateId, ...current }: TrustStatus, updates: readonly TrustUpdate[]) {
  const history = updates.map(({ evidenceId, causeId, at, change }) => ({
    evidence_id: evidenceId,
    timestamp: new Date(at).toISOString(),
    cause: { type: change?.cause ?? null, evidence_id: causeId },
    risk_level: change?.riskLevel ?? null,
    before: change?.before ?? null,
    after: change?.after ?? null,
  }));
  return { actor_id: agentId, ...current, last_update_evidence_id: lastUpdateId, history };
}

function reportOf(current: TrustStatus, updates: readonly TrustUpdate[]): string[] {
  const { agentId, known, score, successes, failures, ceiling } = current;
  if (!known) return [`${agentId}  ${score.toFixed(2)} of 100: nothing is known about it.`];
  const rows = updates.map(({ at, change, causeId }) => [
    new Date(at).toISOString(),
    change?.cause ?? '-',
    change?.riskLevel ?? '-',
    change?.before.toFixed(2) ?? '-',
    change?.after.toFixed(2) ?? '-',
    causeId,
  ]);
  return [
    `${agentId}  ${score.toFixed(2)} of 100`,
    `successes weigh ${successes.toFixed(2)}, failures ${failures.toFixed(2)}; today it rises to ${ceiling.toFixed(2)} at most`,
    '',
    ...table(['at', 'cause', 'risk', 'before', 'after', 'by'], rows),
  ];
}
