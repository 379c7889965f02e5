/** `assize holds set|list|lift`: legal holds, from the machine itself. */
import { type Command, Option } from 'commander';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { ARTIFACT_TYPES } from '../../evidence/index.ts';
import {
  type HoldFilter,
  type HoldRecord,
  holdFields,
  liftHold,
  listHolds,
  MAX_HOLD_REASON,
  setHold,
} from '../../proof/holds/index.ts';
import { type ChainOptions, moment, onChain, textUpTo, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, print, printJson, table } from '../terminal.ts';

const AT_ONCE = 1000;

interface SetOptions extends ChainOptions {
  reason: string;
  all?: true;
  from?: number;
  to?: number;
  type?: string[];
  action?: string[];
  actor?: string[];
  evidence?: string[];
}

export function holdCommands(program: Command, withService: WithService): void {
  const holds = program.command('holds').description('keep evidence from retention, redaction and erasure');

  ofEvidence(holds.command('set'))
    .description('hold the records that match all parts that you give')
    .addOption(reasonOption())
    .option('--all', 'everything; pass this or a part')
    .option('--from <time>', 'recorded at this time or later', moment)
    .option('--to <time>', 'recorded before this time', moment)
    .addOption(new Option('--type <type...>', 'only these types').choices(ARTIFACT_TYPES))
    .option('--action <action...>', 'these actions')
    .option('--actor <actor...>', 'the agents, users or keys that records name as actor')
    .option('--evidence <evidence_id...>', 'these records')
    .action((options: SetOptions) => set(withService, options));

  ofEvidence(holds.command('list'))
    .description('list the legal holds in force, newest first')
    .option('--history', 'also list lifted ones')
    .action((options: ChainOptions & { history?: true }) => list(withService, options));

  ofEvidence(holds.command('lift'))
    .argument('<hold_id>', 'such as hld_0123456789abcdef01234567')
    .description('lift a legal hold')
    .addOption(reasonOption())
    .action(async (holdId: string, options: ChainOptions & { reason: string }) => {
      const hold = await withChain(withService, options, (service, chain) =>
        liftHold(service, chain, OPERATOR, holdId, options.reason),
      );
      show(hold, options);
    });
}

function ofEvidence(command: Command): Command {
  return onChain(command, 'whose evidence').option('--json', 'print JSON');
}

function reasonOption(): Option {
  return new Option('--reason <text>', 'the reason, which becomes evidence that is never removed')
    .argParser(textUpTo(MAX_HOLD_REASON))
    .makeOptionMandatory();
}

async function set(withService: WithService, options: SetOptions): Promise<void> {
  const filter = filterOf(options);
  if (Object.keys(filter).length === 0 && !options.all) {
    throw new Error('Say what to hold, such as --actor agent-7, or pass --all.');
  }
  const hold = await withChain(withService, options, (service, chain) =>
    setHold(service, chain, OPERATOR, { filter, reason: options.reason }),
  );
  show(hold, options);
}

function filterOf({ from, to, type, action, actor, evidence }: SetOptions): HoldFilter {
  return {
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
    ...(type === undefined ? {} : { artifact_types: type }),
    ...(action === undefined ? {} : { actions: action }),
    ...(actor === undefined ? {} : { actors: actor }),
    ...(evidence === undefined ? {} : { evidence_ids: evidence }),
  };
}

async function list(withService: WithService, options: ChainOptions & { history?: true }): Promise<void> {
  const holds = await withChain(withService, options, async (service, chain) => {
    const all: HoldRecord[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listHolds(service, chain, options.history ? 'all' : 'in_force', AT_ONCE, cursor);
      all.push(...page.items);
      cursor = page.nextCursor;
    }
    return all;
  });
  if (options.json) return printJson(holds.map(holdFields));
  const rows = holds.map((hold) => [
    hold.hold_id,
    isoOrDash(hold.held_at),
    hold.held_by,
    isoOrDash(hold.lifted_at),
    hold.filter === '{}' ? '(everything)' : hold.filter,
    hold.reason,
  ]);
  print(table(['id', 'since', 'by', 'lifted', 'filter', 'reason'], rows));
}

function show(hold: HoldRecord, { json }: ChainOptions): void {
  if (json) printJson(holdFields(hold));
  else if (hold.lifted_at !== null) print(`${hold.hold_id}  lifted ${isoOrDash(hold.lifted_at)}`);
  else print(`Held since ${isoOrDash(hold.held_at)}: ${hold.reason}`, hold.hold_id);
}
