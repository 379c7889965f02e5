/** `assize halts create|list|lift`: stop agents quickly, from the machine itself. */
import { type Command, Option } from 'commander';
import { OPERATOR } from '../../evidence/changes/index.ts';
import {
  createHalt,
  type HaltRecord,
  haltFields,
  liftHalt,
  listHalts,
  MAX_REASON_CHARACTERS,
} from '../../governance/halts/index.ts';
import { type ChainOptions, onChain, textUpTo, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, print, printJson, table } from '../terminal.ts';

const LONGEST_AGENT_ID = 256;
const AT_ONCE = 1000;

export function haltCommands(program: Command, withService: WithService): void {
  const halts = program.command('halts').description('halt agents at once, and lift halts');

  ofAgents(halts.command('create'))
    .description('halt one agent, or all: every verdict is block from then on, on every node within a second')
    .addOption(new Option('--agent <agent_id>', 'this agent').argParser(textUpTo(LONGEST_AGENT_ID)))
    .addOption(new Option('--all', 'every agent').conflicts('agent'))
    .addOption(
      new Option('--reason <text>', 'the reason, which each verdict repeats')
        .argParser(textUpTo(MAX_REASON_CHARACTERS))
        .makeOptionMandatory(),
    )
    .action(async (options: ChainOptions & { agent?: string; all?: true; reason: string }) => {
      const { agent: agentId = null, reason } = options;
      if (agentId === null && !options.all) throw new Error('Name an agent with --agent, or pass --all.');
      const halt = await withChain(withService, options, (service, chain) =>
        createHalt(service, chain, OPERATOR, { agentId, reason }),
      );
      show(halt, options);
    });

  ofAgents(halts.command('list'))
    .description('list the halts in force, newest first')
    .option('--history', 'also list lifted halts')
    .action((options: ChainOptions & { history?: true }) => list(withService, options));

  ofAgents(halts.command('lift'))
    .argument('<halt_id>', 'such as hlt_0123456789abcdef01234567')
    .description('lift a halt')
    .addOption(new Option('--reason <text>', 'the reason').argParser(textUpTo(MAX_REASON_CHARACTERS)))
    .action(async (haltId: string, options: ChainOptions & { reason?: string }) => {
      const halt = await withChain(withService, options, (service, chain) =>
        liftHalt(service, chain, OPERATOR, haltId, options.reason),
      );
      show(halt, options);
    });
}

function ofAgents(command: Command): Command {
  return onChain(command, 'whose agents').option('--json', 'print JSON');
}

async function list(withService: WithService, options: ChainOptions & { history?: true }): Promise<void> {
  const halts = await withChain(withService, options, async (service, chain) => {
    const filter = options.history ? 'all' : 'in_force';
    const all: HaltRecord[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listHalts(service, chain, filter, AT_ONCE, cursor);
      all.push(...page.items);
      cursor = page.nextCursor;
    }
    return all;
  });
  if (options.json) {
    printJson(halts.map(haltFields));
    return;
  }
  const rows = halts.map((halt) => [
    halt.halt_id,
    halt.agent_id ?? '(all)',
    isoOrDash(halt.halted_at),
    halt.halted_by,
    isoOrDash(halt.lifted_at),
    halt.reason,
  ]);
  print(table(['id', 'agent', 'since', 'by', 'lifted', 'reason'], rows));
}

function show(halt: HaltRecord, { json }: ChainOptions): void {
  const agent = halt.agent_id === null ? 'Every agent' : `Agent ${halt.agent_id}`;
  if (json) printJson(haltFields(halt));
  else if (halt.lifted_at !== null) print(`${halt.halt_id}  lifted ${isoOrDash(halt.lifted_at)}`);
  else print(`${agent} is halted since ${isoOrDash(halt.halted_at)}: ${halt.reason}`, halt.halt_id);
}
