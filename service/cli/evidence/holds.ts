/** `assize holds set|list|lift`: legal holds, from the machine itself. */
import { allPages } from '../../database/signed-cursor.ts';
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
import {
  type ChainOptions,
  type ChainRun,
  type Run,
  type ServiceCommand,
  type View,
  withChain,
} from '../command.ts';
import { moment, textUpTo } from '../options.ts';
import type { Columns } from '../terminal.ts';

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

export function holdCommands(program: ServiceCommand): void {
  const holds = program.command('holds').description('keep evidence from retention, redaction and erasure');
  const command = (name: string) => holds.command(name).onChain('whose evidence').json();

  withReason(command('set').description('hold the records that match all parts that you give'))
    .option('--all', 'everything; pass this or a part')
    .option('--from <time>', 'recorded at this time or later', moment)
    .option('--to <time>', 'recorded before this time', moment)
    .choice('--type <type...>', 'only these types', ARTIFACT_TYPES)
    .option('--action <action...>', 'these actions')
    .option('--actor <actor...>', 'the agents, users or keys that records name as actor')
    .option('--evidence <evidence_id...>', 'these records')
    .run(({ options, withService }: Run<SetOptions>) => {
      const filter = filterOf(options);
      if (Object.keys(filter).length === 0 && !options.all) {
        throw new Error('Say what to hold, such as --actor agent-7, or pass --all.');
      }
      return withChain(withService, options, (service, chain) =>
        shown(setHold(service, chain, OPERATOR, { filter, reason: options.reason })),
      );
    }, HOLD);

  command('list')
    .description('list the legal holds in force, newest first')
    .option('--history', 'also list lifted ones')
    .runOnChain(
      async ({ service, chain, options }: ChainRun<{ history?: true }>) => {
        const which = options.history ? 'all' : 'in_force';
        const all = await allPages((limit, cursor) => listHolds(service, chain, which, limit, cursor));
        return all.map(holdFields);
      },
      { columns: COLUMNS },
    );

  withReason(command('lift').argument('<hold_id>', 'such as hld_0123456789abcdef01234567'))
    .description('lift a legal hold')
    .runOnChain(
      ({ service, chain, options }: ChainRun<{ reason: string }>, holdId: string) =>
        shown(liftHold(service, chain, OPERATOR, holdId, options.reason)),
      HOLD,
    );
}

function withReason(command: ServiceCommand): ServiceCommand {
  return command.requiredOption(
    '--reason <text>',
    'the reason, which becomes evidence that is never removed',
    textUpTo(MAX_HOLD_REASON),
  );
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

type Fields = ReturnType<typeof holdFields>;

async function shown(hold: Promise<HoldRecord>): Promise<Fields> {
  return holdFields(await hold);
}

const COLUMNS: Columns<Fields> = {
  id: 'hold_id',
  since: 'held_at',
  by: 'held_by',
  lifted: 'lifted_at',
  filter: ({ filter }) => (Object.keys(filter).length === 0 ? '(everything)' : JSON.stringify(filter)),
  reason: 'reason',
};

const HOLD: View<Fields, unknown> = {
  lines: ({ hold_id, held_at, lifted_at, reason }) =>
    lifted_at === null ? [`Held since ${held_at}: ${reason}`, hold_id] : `${hold_id}  lifted ${lifted_at}`,
};
