/** `assize halts create|list|lift`: stop agents quickly, from the machine itself. */
import { Option } from 'commander';
import { allPages } from '../../database/signed-cursor.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import {
  createHalt,
  type HaltRecord,
  haltFields,
  liftHalt,
  listHalts,
  MAX_REASON_CHARACTERS,
} from '../../governance/halts/index.ts';
import {
  type ChainOptions,
  type ChainRun,
  type Run,
  type ServiceCommand,
  type View,
  withChain,
} from '../command.ts';
import { LONGEST_AGENT_ID, textUpTo } from '../options.ts';
import type { Columns } from '../terminal.ts';

export function haltCommands(program: ServiceCommand): void {
  const halts = program.command('halts').description('halt agents at once, and lift halts');
  const command = (name: string) => halts.command(name).onChain('whose agents').json();

  command('create')
    .description('halt one agent, or all: every verdict is block from then on, on every node within a second')
    .option('--agent <agent_id>', 'this agent', textUpTo(LONGEST_AGENT_ID))
    .addOption(new Option('--all', 'every agent').conflicts('agent'))
    .requiredOption(
      '--reason <text>',
      'the reason, which each verdict repeats',
      textUpTo(MAX_REASON_CHARACTERS),
    )
    .run(({ options, withService }: Run<CreateOptions>) => {
      const { agent: agentId = null, all, reason } = options;
      if (agentId === null && !all) throw new Error('Name an agent with --agent, or pass --all.');
      return withChain(withService, options, (service, chain) =>
        shown(createHalt(service, chain, OPERATOR, { agentId, reason })),
      );
    }, HALT);

  command('list')
    .description('list the halts in force, newest first')
    .option('--history', 'also list lifted halts')
    .runOnChain(
      async ({ service, chain, options }: ChainRun<{ history?: true }>) => {
        const filter = options.history ? 'all' : 'in_force';
        const all = await allPages((limit, cursor) => listHalts(service, chain, filter, limit, cursor));
        return all.map(haltFields);
      },
      { columns: COLUMNS },
    );

  command('lift')
    .argument('<halt_id>', 'such as hlt_0123456789abcdef01234567')
    .description('lift a halt')
    .option('--reason <text>', 'the reason', textUpTo(MAX_REASON_CHARACTERS))
    .runOnChain(
      ({ service, chain, options }: ChainRun<{ reason?: string }>, haltId: string) =>
        shown(liftHalt(service, chain, OPERATOR, haltId, options.reason)),
      HALT,
    );
}

interface CreateOptions extends ChainOptions {
  agent?: string;
  all?: true;
  reason: string;
}

type Fields = ReturnType<typeof haltFields>;

async function shown(halt: Promise<HaltRecord>): Promise<Fields> {
  return haltFields(await halt);
}

const COLUMNS: Columns<Fields> = {
  id: 'halt_id',
  agent: ({ agent_id }) => agent_id ?? '(all)',
  since: 'halted_at',
  by: 'halted_by',
  lifted: 'lifted_at',
  reason: 'reason',
};

const HALT: View<Fields, unknown> = {
  lines: ({ halt_id, agent_id, halted_at, lifted_at, reason }) => {
    if (lifted_at !== null) return `${halt_id}  lifted ${lifted_at}`;
    const agent = agent_id === null ? 'Every agent' : `Agent ${agent_id}`;
    return [`${agent} is halted since ${halted_at}: ${reason}`, halt_id];
  },
};
