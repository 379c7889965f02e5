/** `assize targets import|add|list|remove`: the targets that actions may reach. */
import { text } from 'node:stream/consumers';
import { EFFECTS, TARGET_KINDS, TARGET_ROLES } from '@assize/act-reading/targets';
import { allPages } from '../../database/signed-cursor.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import {
  addTargets,
  CSV_COLUMNS,
  listTargets,
  MAX_NAME_CHARACTERS,
  MAX_TARGETS_AT_ONCE,
  type ReadCsv,
  readTargetsCsv,
  removeTarget,
  type ShownTarget,
  type TargetRecord,
  targetFields,
  withValues,
} from '../../targets/index.ts';
import { type ChainOptions, type ChainRun, type Run, type ServiceCommand, withChain } from '../command.ts';
import { readNamed } from '../documents.ts';
import { LONGEST_AGENT_ID, textUpTo } from '../options.ts';
import { printError } from '../terminal.ts';
import { suggestTargetsCommand } from './judgement.ts';

const MAX_FAULTS_SHOWN = 20;

interface ImportOptions extends ChainOptions {
  skipFaulty?: true;
}

interface ListOptions {
  kind?: TargetRecord['kind'];
  source?: 'record' | 'approval';
}

export function targetCommands(program: ServiceCommand): void {
  const targets = program.command('targets').description('say whom and what actions may reach');
  const command = (name: string) => targets.command(name).onChain('whose targets').json();

  command('import')
    .argument('<file>', `CSV with the columns ${CSV_COLUMNS.join(', ')}; - reads standard input`)
    .description('add all targets of a file; known ones stay unchanged')
    .option('--skip-faulty', 'add the other lines where some are faulty')
    .run(importFile, {
      lines: ({ added, already_known, faulty }) =>
        `${added} targets added, ${already_known} already known, ${faulty} faulty.`,
    });

  command('add')
    .argument('<value>', 'such as example.com, ann@example.com or /srv/reports')
    .description('add one target')
    .choice('--kind <kind>', 'its kind', TARGET_KINDS, { isRequired: true })
    .choice('--role <role>', 'only in this role', TARGET_ROLES)
    .choice('--effect <effect>', 'only for this effect', EFFECTS)
    .option('--agent <agent_id>', 'only for this agent', textUpTo(LONGEST_AGENT_ID))
    .option('--name <name>', 'what people call it', textUpTo(MAX_NAME_CHARACTERS))
    .runOnChain(add, {
      json: ({ rows }) => rows.map(fields),
      lines: ({ value, rows: [added] }) =>
        added === undefined ? 'It is already known.' : `${added.row.target_id}  ${value} is known`,
    });

  suggestTargetsCommand(targets);

  command('list')
    .description('list the known targets, newest first')
    .choice('--kind <kind>', 'only of this kind', TARGET_KINDS)
    .choice('--source <source>', 'where it is known from', ['record', 'approval'])
    .runOnChain(
      async ({ service, chain, options }: ChainRun<ListOptions>) => {
        const all = await allPages((limit, cursor) => listTargets(service, chain, options, limit, cursor));
        return all.map(fields);
      },
      {
        columns: {
          id: 'target_id',
          kind: 'kind',
          target: ({ value }) => value ?? '(removed)',
          role: ({ role }) => role ?? '(any)',
          agent: ({ agent_id }) => agent_id ?? '(all)',
          effect: ({ effect }) => effect ?? '(any)',
          until: 'until',
          from: ({ approval_id, created_by }) => approval_id ?? created_by,
        },
      },
    );

  command('remove')
    .argument('<target_id>', 'such as tgt_0123456789abcdef01234567')
    .description('remove one target')
    .runOnChain(
      async ({ service, chain }, targetId: string) =>
        targetFields(await removeTarget(service, chain, OPERATOR, targetId), null),
      { lines: ({ target_id, removed_at }) => `${target_id}  removed ${removed_at}` },
    );
}

type AddOptions = Omit<TargetRecord, 'value'> & { agent?: string };

async function add({ service, chain, options }: ChainRun<AddOptions>, value: string) {
  const { kind, role, effect, name, agent: agent_id } = options;
  const record = { kind, value, role, effect, name, agent_id };
  const { rows } = await addTargets(service, chain, OPERATOR, [record]);
  return { value, rows: await withValues(service.db, chain, rows) };
}

async function importFile({ options, withService }: Run<ImportOptions>, file: string) {
  const written = file === '-' ? await text(process.stdin) : String(await readNamed(file));
  const { records, faults } = readTargetsCsv(written);
  for (const { line, message } of faults.slice(0, MAX_FAULTS_SHOWN)) printError(`line ${line}: ${message}`);
  if (faults.length > 0 && !options.skipFaulty) throw new Error(whyNothing(faults));
  return withChain(withService, options, async (service, chain) => {
    const counts = { added: 0, already_known: 0, faulty: faults.length };
    for (let from = 0; from < records.length; from += MAX_TARGETS_AT_ONCE) {
      const part = records.slice(from, from + MAX_TARGETS_AT_ONCE);
      const { rows, alreadyKnown } = await addTargets(service, chain, OPERATOR, part);
      counts.added += rows.length;
      counts.already_known += alreadyKnown;
    }
    return counts;
  });
}

function whyNothing(faults: ReadCsv['faults']): string {
  const lines = faults.length === 1 ? 'One line is' : `${faults.length} lines are`;
  return `${lines} faulty, so nothing was added. Correct the file, or pass --skip-faulty.`;
}

function fields({ row, value }: ShownTarget) {
  return targetFields(row, value);
}
