/** `assize tools import|review|suggest|list|show|put|remove`: the catalogue of tools, from the machine itself. */
import { nameOf } from '@assize/act-reading/act';
import { faultsOfEntry, MAX_NAME_CHARACTERS, type WrittenEntry } from '@assize/act-reading/tools';
import { FORMATS as IMPORT_FORMATS, type ImportFormat } from '@assize/act-reading/tools/import';
import { Option } from 'commander';
import { allPages } from '../../database/signed-cursor.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { settingsInForce } from '../../governance/settings/index.ts';
import { OUTCOMES, putTool, removeTool, type ToolResult } from '../../tools/change/index.ts';
import {
  announced,
  findReady,
  findTool,
  importReady,
  importTools,
  listTools,
  readyCatalogueNames,
  settingsEntries,
  TOOL_STATES,
  type ToolState,
  toolFields,
} from '../../tools/index.ts';
import {
  type ChainOptions,
  type ChainRun,
  type Run,
  type ServiceCommand,
  type View,
  withChain,
} from '../command.ts';
import { suggestToolsCommand } from '../commands/judgement.ts';
import { readDocument } from '../documents.ts';
import { textUpTo } from '../options.ts';
import { Listing, table } from '../terminal.ts';
import { linesOfEntry, linesOfNotice } from './lines.ts';
import { reviewCommand } from './review.ts';

const name = textUpTo(MAX_NAME_CHARACTERS);

interface ImportOptions extends ChainOptions {
  ready?: string;
  server?: string;
  format?: ImportFormat;
  accept?: true;
  propose?: true;
}

interface ListOptions {
  status?: ToolState;
  server?: string;
}

export function toolCommands(program: ServiceCommand): void {
  const tools = program
    .command('tools')
    .description("say what your agents' tools do, and review what imports propose");
  const command = (words: string) => tools.command(words).onChain('whose tools');

  importCommand(command('import'));
  reviewCommand(tools);
  suggestToolsCommand(tools);

  tools
    .command('ready')
    .description('list the ready catalogues')
    .json()
    .run(async () => Promise.all((await readyCatalogueNames()).map(findReady)), {
      columns: {
        name: 'name',
        server: 'server',
        tools: ({ entries }) => entries.length,
        description: 'description',
      },
    });

  command('list')
    .description('list the entries, including those of the settings')
    .choice('--status <status>', 'only entries with this status', TOOL_STATES)
    .option('--server <name>', 'only those of this server', name)
    .json()
    .runOnChain(list, LISTED);

  command('show')
    .argument('<tool_id>', 'such as tool_0123456789abcdef01234567')
    .description('show an entry, and why each field was proposed')
    .json()
    .runOnChain(
      async ({ service: { db }, chain }, toolId: string) => toolFields(await findTool(db, chain, toolId)),
      { lines: ({ tool_id, status, entry }) => [`${tool_id}  ${status}`, ...linesOfEntry(entry)] },
    );

  command('put')
    .argument('<file>', 'an entry as JSON or YAML, or a list of entries; - for standard input')
    .description('write entries by hand; they are accepted at once, and replace those of the same name')
    .json()
    .run(put, {
      json: ({ done }) => done,
      lines: ({ done }) => done.map(({ tool_id, entry }) => `${tool_id}  ${nameOf(entry)} is accepted`),
      note: ({ notice }) => linesOfNotice(notice),
    });

  command('remove')
    .argument('<tool_id>', 'such as tool_0123456789abcdef01234567')
    .description('remove an entry from the catalogue')
    .json()
    .runOnChain(
      async ({ service, chain }, toolId: string) =>
        toolFields(await removeTool(service, { chain, actor: OPERATOR }, toolId)),
      { lines: ({ tool_id, changed_at }) => `${tool_id}  removed ${changed_at}` },
    );
}

async function put({ options, withService }: Run<ChainOptions>, file: string) {
  const read = await readDocument(file);
  const entries = Array.isArray(read) ? read : [read];
  requireGood(entries);
  return withChain(withService, options, (service, chain) =>
    announced(service.db, chain, async () => {
      const done = [];
      for (const entry of entries) {
        done.push(await putTool(service, { chain, actor: OPERATOR }, entry as WrittenEntry));
      }
      return done.map(toolFields);
    }),
  );
}

/** Checks all entries before one is written. */
function requireGood(entries: readonly unknown[]): void {
  const faults = entries.flatMap((entry, place) =>
    faultsOfEntry(entry, entries.length > 1 ? [String(place)] : []),
  );
  if (faults.length > 0)
    throw new Listing(faults.map(({ field, message }) => `${field.join('.')}: ${message}`));
}

function importCommand(command: ServiceCommand): void {
  command
    .argument('[file]', 'the answer of MCP tools/list, function tools, or OpenAPI; - for standard input')
    .description('propose entries for the tools of a document, or take a ready catalogue')
    .option('--ready <name>', 'a ready catalogue, such as gmail, which is accepted at once', name)
    .option('--server <name>', 'the server of the tools', name)
    .choice('--format <format>', 'the format (default: detected)', IMPORT_FORMATS)
    .option('--accept', 'accept all of them now, without a review')
    .addOption(new Option('--propose', 'propose a ready catalogue for a review').conflicts('accept'))
    .json()
    .run(importFrom, {
      json: ({ done }) =>
        done.map(({ toolId: tool_id, name, outcome: result, reason, entry }) => {
          return { tool_id, name, result, reason, entry };
        }),
      lines: ({ done }) => linesOfResults(done),
      note: ({ notice }) => linesOfNotice(notice),
    });
}

async function importFrom({ options, withService }: Run<ImportOptions>, file?: string) {
  const { ready, server, format, accept, propose } = options;
  if ((file === undefined) === (ready === undefined)) {
    throw new Error('Name a file, - for standard input, or a ready catalogue with --ready.');
  }
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

function linesOfResults(results: readonly ToolResult[]): string[] {
  const rows = table(results, {
    tool: 'name',
    result: 'outcome',
    effect: ({ entry }) => entry?.effect,
    // The effect of a new entry needs a reason more than its outcome does.
    why: ({ outcome, entry, reason }) =>
      outcome === 'proposed' || outcome === 'accepted' ? (entry?.reasons?.effect ?? reason) : reason,
  });
  const counts = OUTCOMES.map((outcome) => ({
    outcome,
    count: results.filter((result) => result.outcome === outcome).length,
  })).filter(({ count }) => count > 0);
  const said = counts.map(({ outcome, count }) => `${count} ${outcome}`).join(', ') || 'nothing';
  const waits = counts.some(({ outcome }) => outcome === 'proposed' || outcome === 'changed');
  return [...rows, '', `${said}.`, ...(waits ? ['Review them: assize tools review'] : [])];
}

async function list({ service, chain, options }: ChainRun<ListOptions>) {
  const { status: state, server } = options;
  const { laws } = await settingsInForce(service.db, chain);
  const isAll = state === undefined && server === undefined;
  const tools = await allPages((limit, cursor) =>
    listTools(service, chain, { state, server }, limit, cursor),
  );
  return {
    tools: tools.map(toolFields),
    settings: isAll ? settingsEntries(laws.settings.catalogue) : [],
  };
}

const LISTED: View<Awaited<ReturnType<typeof list>>, unknown> = {
  json: ({ tools, settings }) => [
    ...tools,
    ...settings.map((entry) => ({ tool_id: null, status: 'settings', entry })),
  ],
  lines: ({ tools, settings }) => {
    const floor = settings.map((entry) => {
      return { tool_id: null, status: 'floor', entry, source: 'settings' };
    });
    return table([...tools, ...floor], {
      id: 'tool_id',
      status: 'status',
      tool: ({ entry }) => nameOf(entry),
      effect: ({ entry }) => entry.effect,
      targets: ({ entry }) => entry.targets.map(({ path, role }) => `${path} (${role})`).join(', ') || null,
      source: 'source',
    });
  },
};
