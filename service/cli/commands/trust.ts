/** `assize trust show`: the trust in an agent, and its history. */
import { listUpdates, type TrustStatus, type TrustUpdate, trustStatusOf } from '../../trust/index.ts';
import type { ChainRun, ServiceCommand } from '../command.ts';
import { table } from '../terminal.ts';

const MAX_UPDATES = 1000;

interface Shown {
  current: TrustStatus;
  updates: readonly TrustUpdate[];
}

export function trustCommands(program: ServiceCommand): void {
  program
    .command('trust')
    .description('show the trust in agents')
    .command('show <agent>')
    .onChain('whose agent')
    .description('show the score of an agent, and its last changes')
    .option('--history <updates>', 'how many of the last updates to show, up to 1000', '20')
    .json()
    .runOnChain(
      async ({ service, chain, options }: ChainRun<{ history: string }>, agent: string) => {
        const limit = Math.min(MAX_UPDATES, Math.max(1, Number.parseInt(options.history, 10) || 1));
        const current = await trustStatusOf(service.db, chain, agent, service.clock.now());
        return { current, updates: (await listUpdates(service, chain, agent, limit)).items };
      },
      { json: fieldsOf, lines: linesOf },
    );
}

function fieldsOf({ current: { agentId, lastUpdateId, ...current }, updates }: Shown) {
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

function linesOf({ current, updates }: Shown): string[] {
  const { agentId, known, score, successes, failures, ceiling } = current;
  if (!known) return [`${agentId}  ${score.toFixed(2)} of 100: nothing is known about it.`];
  return [
    `${agentId}  ${score.toFixed(2)} of 100`,
    `successes weigh ${successes.toFixed(2)}, failures ${failures.toFixed(2)}; today it rises to ${ceiling.toFixed(2)} at most`,
    '',
    ...table(updates, {
      at: ({ at }) => new Date(at).toISOString(),
      cause: ({ change }) => change?.cause,
      risk: ({ change }) => change?.riskLevel,
      before: ({ change }) => change?.before.toFixed(2),
      after: ({ change }) => change?.after.toFixed(2),
      by: 'causeId',
    }),
  ];
}
