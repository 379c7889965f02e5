/** `assize tools import|review|suggest|list|show|put|remove`: the catalogue of tools, from the machine itself. */

import { nameOf } from '@assize/act-reading/act';
import {
  faultsOfEntry,
  MAX_NAME_CHARACTERS,
  type ToolEntry,
  type WrittenEntry,
} from '@assize/act-reading/tools';
import { FORMATS as IMPORT_FORMATS, type ImportFormat } from '@assize/act-reading/tools/import';
import { type Command, Option } from 'commander';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { settingsInForce } from '../../governance/settings/index.ts';
import { OUTCOMES, putTool, removeTool, type ToolResult } from '../../tools/change/index.ts';
import {
  type Announced,
  announced,
  findReady,
  findTool,
  importReady,
  importTools,
  readyCatalogueNames,
  settingsEntries,
  TOOL_STATES,
  type ToolState,
  toolFields,
} from '../../tools/index.ts';
import { suggestToolsCommand } from '../commands/judgement.ts';
import { type ChainOptions, type JsonOption, onChain, textUpTo, withChain } from '../options.ts';
import { readDocument } from '../read-document.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, Listing, print, printJson, table } from '../terminal.ts';
import { allTools } from './all-tools.ts';
import { linesOfEntry, noteNotice } from './lines.ts';
import { reviewCommand } from './review.ts';

interface ImportOptions extends ChainOptions {
  ready?: string;
  server?: string;
  format?: ImportFormat;
  accept?: true;
  propose?: true;
}

export function toolCommands(program: Command, withService: WithService): void {
  const tools = program
    .command('tools')
    .description("say what your agents' tools do, and review what imports propose");
  importCommand(tools, withService);
  reviewCommand(tools, withService);
  suggestToolsCommand(tools, withService);
  readyCommand(tools);
  listCommand(tools, withService);
  onChain(tools.command('show'), 'whose tools')
    .argument('<tool_id>', 'such as tool_0123456789abcdef01234567')
    .description('show an entry, and why each field was proposed')
    .option('--json', 'print JSON')
    .action(async (toolId: string, options: ChainOptions) => {
      const tool = await withChain(withService, options, ({ db }, chain) => findTool(db, chain, toolId));
      if (options.json) printJson(toolFields(tool));
      else print(`${tool.tool_id}  ${tool.state}`, linesOfEntry(toolFields(tool).entry));
    });
  onChain(tools.command('put'), 'whose tools')
    .argument('<file>', 'an entry as JSON or YAML, or a list of entries; - for standard input')
    .description('write entries by hand; they are accepted at once, and replace those of the same name')
    .option('--json', 'print JSON')
    .action(async (file: string, options: ChainOptions) => {
      const read = await readDocument(file);
      const entries = Array.isArray(read) ? read : [read];
      requireGood(entries);
      const written = await withChain(withService, options, async (service, chain) => {
        const owner = { chain, actor: OPERATOR };
        return announced(service.db, chain, async () => {
          const done = [];
          for (const entry of entries) done.push(await putTool(service, owner, entry as WrittenEntry));
          return done.map(toolFields);
        });
      });
      if (options.json) printJson(written.done);
      else print(written.done.map(({ tool_id, entry }) => `${tool_id}  ${nameOf(entry)} is accepted`));
      noteNotice(written);
    });
  onChain(tools.command('remove'), 'whose tools')
    .argument('<tool_id>', 'such as tool_0123456789abcdef01234567')
    .description('remove an entry from the catalogue')
    .option('--json', 'print JSON')
    .action(async (toolId: string, options: ChainOptions) => {
      const gone = await withChain(withService, options, (service, chain) =>
        removeTool(service, { chain, actor: OPERATOR }, toolId),
      );
      if (options.json) printJson(toolFields(gone));
      else print(`${gone.tool_id}  removed ${isoOrDash(gone.changed_at)}`);
    });
}

/** Checks all entries before one is written. */
function requireGood(entries: readonly unknown[]): void {
  const faults = entries.flatMap((entry, place) =>
    faultsOfEntry(entry, entries.length > 1 ? [String(place)] : []),
  );
  if (faults.length > 0)
    throw new Listing(faults.map(({ field, message }) => `${field.join('.')}: ${message}`));
}

function importCommand(tools: Command, withService: WithService): void {
  onChain(tools.command('import'), 'whose tools')
    .argument('[file]', 'the answer of MCP tools/list, function tools, or OpenAPI; - for standard input')
    .description('propose entries for the tools of a document, or take a ready catalogue')
    .addOption(
      new Option('--ready <name>', 'a ready catalogue, such as gmail, which is accepted at once').argParser(
        textUpTo(MAX_NAME_CHARACTERS),
      ),
    )
    .addOption(
      new Option('--server <name>', 'the server of the tools').argParser(textUpTo(MAX_NAME_CHARACTERS)),
    )
    .addOption(new Option('--format <format>', 'the format (default: detected)').choices([...IMPORT_FORMATS]))
    .option('--accept', 'accept all of them now, without a review')
    .addOption(new Option('--propose', 'propose a ready catalogue for a review').conflicts('accept'))
    .option('--json', 'print JSON')
    .action(async (file: string | undefined, options: ImportOptions) => {
      if ((file === undefined) === (options.ready === undefined)) {
        throw new Error('Name a file, - for standard input, or a ready catalogue with --ready.');
      }
      const imported = await importOf(withService, file, options);
      showResults(imported.done, options);
      noteNotice(imported);
    });
}

async function importOf(
  withService: WithService,
  file: string | undefined,
  { ready, server, format, accept, propose, ...options }: ImportOptions,
): Promise<Announced<ToolResult[]>> {
  const source = file === undefined ? undefined : await readDocument(file);
  return withChain(withService, options, (service, chain) => {
    const owner = { chain, actor: OPERATOR };
    return announced(service.db, chain, () =>
      ready === undefined
        ? importTools(service, owner, { source, format, server, accept: accept === true })
        : importReady(service, owner, ready, { server, accept: propose !== true }),
    );
  });
}

function showResults(results: readonly ToolResult[], { json }: ChainOptions): void {
  if (json) {
    printJson(
      results.map(({ toolId, name, outcome, reason, entry }) => {
        return { tool_id: toolId, name, result: outcome, reason, entry };
      }),
    );
    return;
  }
  const rows = results.map(({ name, outcome, reason, entry }) => [
    name,
    outcome,
    entry?.effect ?? '-',
    isTaken(outcome) ? (entry?.reasons?.effect ?? reason) : reason,
  ]);
  print(table(['tool', 'result', 'effect', 'why'], rows), '');
  const counts = OUTCOMES.map((outcome) => ({ outcome, count: countOf(results, outcome) }));
  const said = counts.filter(({ count }) => count > 0).map(({ outcome, count }) => `${count} ${outcome}`);
  print(`${said.join(', ') || 'nothing'}.`);
  if (countOf(results, 'proposed') + countOf(results, 'changed') > 0)
    print('Review them: assize tools review');
}

/** Such results show the reason for their effect, rather than the reason for the outcome. */
function isTaken(outcome: ToolResult['outcome']): boolean {
  return outcome === 'proposed' || outcome === 'accepted';
}

function countOf(results: readonly ToolResult[], wanted: ToolResult['outcome']): number {
  return results.filter(({ outcome }) => outcome === wanted).length;
}

function readyCommand(tools: Command): void {
  tools
    .command('ready')
    .description('list the ready catalogues')
    .option('--json', 'print JSON')
    .action(async ({ json }: JsonOption) => {
      const all = await Promise.all((await readyCatalogueNames()).map(findReady));
      if (json) {
        printJson(all);
        return;
      }
      const rows = all.map(({ name, server, entries, description }) => {
        return [name, server, String(entries.length), description];
      });
      print(table(['name', 'server', 'tools', 'description'], rows));
    });
}

function listCommand(tools: Command, withService: WithService): void {
  onChain(tools.command('list'), 'whose tools')
    .description('list the entries, including those of the settings')
    .addOption(new Option('--status <status>', 'only entries with this status').choices([...TOOL_STATES]))
    .addOption(
      new Option('--server <name>', 'only those of this server').argParser(textUpTo(MAX_NAME_CHARACTERS)),
    )
    .option('--json', 'print JSON')
    .action(async (options: ChainOptions & { status?: ToolState; server?: string }) => {
      const { status: state, server } = options;
      const { records, settings } = await withChain(withService, options, async (service, chain) => {
        const { laws } = await settingsInForce(service.db, chain);
        const isAll = state === undefined && server === undefined;
        return {
          records: await allTools(service, chain, { state, server }),
          settings: isAll ? settingsEntries(laws.settings.catalogue) : [],
        };
      });
      const shown = records.map(toolFields);
      if (options.json) {
        printJson([...shown, ...settings.map((entry) => ({ tool_id: null, status: 'settings', entry }))]);
        return;
      }
      const rows = shown.map(({ tool_id, status, entry, source }) => rowOf(tool_id, status, entry, source));
      rows.push(...settings.map((entry) => rowOf('-', 'floor', entry, 'settings')));
      print(table(['id', 'status', 'tool', 'effect', 'targets', 'source'], rows));
    });
}

function rowOf(id: string, status: string, entry: ToolEntry, source: string): string[] {
  const targets = entry.targets.map(({ path, role }) => `${path} (${role})`).join(', ');
  return [id, status, nameOf(entry), entry.effect ?? '-', targets || '-', source];
}
