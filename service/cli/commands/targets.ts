/** `assize targets import|add|list|remove`: the targets that actions may reach. */

import { EFFECTS, TARGET_KINDS, TARGET_ROLES } from '@assize/act-reading/targets';
import { type Command, Option } from 'commander';
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
import { readNamed } from '../explain.ts';
import { type ChainOptions, onChain, textUpTo, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, print, printError, printJson, table } from '../terminal.ts';
import { suggestTargetsCommand } from './judgement.ts';

const LONGEST_AGENT_ID = 256;
const PAGE = 1000;
const MAX_FAULTS_SHOWN = 20;

export function targetCommands(program: Command, withService: WithService): void {
  const targets = program.command('targets').description('say whom and what actions may reach');

  chained(targets.command('import'))
    .argument('<file>', `CSV with the columns ${CSV_COLUMNS.join(', ')}; - reads standard input`)
    .description('add all targets of a file; known ones stay unchanged')
    .option('--skip-faulty', 'add the other lines where some are faulty')
    .action((file: string, options: ChainOptions & { skipFaulty?: true }) =>
      importFile(withService, file, options),
    );

  chained(targets.command('add'))
    .argument('<value>', 'such as example.com, ann@example.com or /srv/reports')
    .description('add one target')
    .addOption(new Option('--kind <kind>', 'its kind').choices(TARGET_KINDS).makeOptionMandatory())
    .addOption(new Option('--role <role>', 'only in this role').choices(TARGET_ROLES))
    .addOption(new Option('--effect <effect>', 'only for this effect').choices(EFFECTS))
    .addOption(new Option('--agent <agent_id>', 'only for this agent').argParser(textUpTo(LONGEST_AGENT_ID)))
    .addOption(new Option('--name <name>', 'what people call it').argParser(textUpTo(MAX_NAME_CHARACTERS)))
    .action(
      async (value: string, options: ChainOptions & Omit<TargetRecord, 'value'> & { agent?: string }) => {
        const { kind, role, effect, name, agent: agent_id } = options;
        const { rows } = await withChain(withService, options, async (service, chain) => {
          const added = await addTargets(service, chain, OPERATOR, [
            { kind, value, role, effect, name, agent_id },
          ]);
          return { rows: await withValues(service.db, chain, added.rows) };
        });
        if (options.json) printJson(rows.map(fields));
        else
          print(
            rows[0] === undefined ? 'It is already known.' : `${rows[0].row.target_id}  ${value} is known`,
          );
      },
    );

  suggestTargetsCommand(targets, withService);
  listCommand(targets, withService);
  removeCommand(targets, withService);
}

function listCommand(targets: Command, withService: WithService): void {
  chained(targets.command('list'))
    .description('list the known targets, newest first')
    .addOption(new Option('--kind <kind>', 'only of this kind').choices(TARGET_KINDS))
    .addOption(new Option('--source <source>', 'where it is known from').choices(['record', 'approval']))
    .action(
      async (options: ChainOptions & { kind?: TargetRecord['kind']; source?: 'record' | 'approval' }) => {
        const all = await withChain(withService, options, async (service, chain) => {
          const found: ShownTarget[] = [];
          for (let cursor: string | null | undefined; cursor !== null; ) {
            const page = await listTargets(service, chain, options, PAGE, cursor);
            found.push(...page.items);
            cursor = page.nextCursor;
          }
          return found;
        });
        if (options.json) printJson(all.map(fields));
        else
          print(table(['id', 'kind', 'target', 'role', 'agent', 'effect', 'until', 'from'], all.map(line)));
      },
    );
}

function removeCommand(targets: Command, withService: WithService): void {
  chained(targets.command('remove'))
    .argument('<target_id>', 'such as tgt_0123456789abcdef01234567')
    .description('remove one target')
    .action(async (targetId: string, options: ChainOptions) => {
      const row = await withChain(withService, options, (service, chain) =>
        removeTarget(service, chain, OPERATOR, targetId),
      );
      if (options.json) printJson(targetFields(row, null));
      else print(`${row.target_id}  removed ${isoOrDash(row.removed_at)}`);
    });
}

function chained(command: Command): Command {
  return onChain(command, 'whose targets').option('--json', 'print JSON');
}

async function importFile(
  withService: WithService,
  file: string,
  options: ChainOptions & { skipFaulty?: true },
): Promise<void> {
  const { records, faults } = readTargetsCsv(await textOf(file));
  for (const { line, message } of faults.slice(0, MAX_FAULTS_SHOWN)) printError(`line ${line}: ${message}`);
  if (faults.length > 0 && !options.skipFaulty) throw new Error(whyNothing(faults));
  const imported = await withChain(withService, options, async (service, chain) => {
    const counts = { added: 0, already_known: 0, faulty: faults.length };
    for (let from = 0; from < records.length; from += MAX_TARGETS_AT_ONCE) {
      const part = records.slice(from, from + MAX_TARGETS_AT_ONCE);
      const { rows, alreadyKnown } = await addTargets(service, chain, OPERATOR, part);
      counts.added += rows.length;
      counts.already_known += alreadyKnown;
    }
    return counts;
  });
  if (options.json) printJson(imported);
  else
    print(
      `${imported.added} targets added, ${imported.already_known} already known, ${imported.faulty} faulty.`,
    );
}

function whyNothing(faults: ReadCsv['faults']): string {
  const lines = faults.length === 1 ? 'One line is' : `${faults.length} lines are`;
  return `${lines} faulty, so nothing was added. Correct the file, or pass --skip-faulty.`;
}

async function textOf(file: string): Promise<string> {
  if (file !== '-') return String(await readNamed(file));
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function fields({ row, value }: ShownTarget) {
  return targetFields(row, value);
}

function line({ row, value }: ShownTarget): string[] {
  return [
    row.target_id,
    row.kind,
    value ?? '(removed)',
    row.role ?? '(any)',
    row.agent_id ?? '(all)',
    row.effect ?? '(any)',
    isoOrDash(row.until_at),
    row.approval_id ?? row.created_by,
  ];
}
