/** The catalogue: entries accepted and removed, and targets that actions may reach. */
import { nameOf } from '@assize/act-reading/act';
import type { ToolEntry, WrittenEntry } from '@assize/act-reading/tools';
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { Principal } from '../../keys/index.ts';
import { addTargets, type TargetRecord } from '../../targets/index.ts';
import { putTool, type Review, removeTool, reviewTools, type ToolResult } from '../../tools/change/index.ts';
import {
  entryOfRecord,
  findTool,
  importReady,
  importTools,
  type ToolRecord,
  toolsOf,
  type WantedImport,
} from '../../tools/index.ts';
import { type ActDeps, act, type Difference } from '../act.ts';

const ownerOf = (maker: Principal) => ({ chain: maker.chain, actor: maker });

export const PUT_TOOL = act<{ entry: WrittenEntry }, ToolRecord>({
  action: 'governance.tools.write',
  area: 'catalogue',
  make: (deps, maker, { entry }) => putTool(deps, ownerOf(maker), entry),
  difference: (deps, maker, { entry }) =>
    differenceOf(deps, maker, { [nameOf(entry)]: { state: 'accepted', ...shown(entry) } }),
});

export const REMOVE_TOOL = act<{ toolId: string }, ToolRecord>({
  action: 'governance.tools.remove',
  area: 'catalogue',
  make: (deps, maker, { toolId }) => removeTool(deps, ownerOf(maker), toolId),
  difference: async (deps, maker, { toolId }) => {
    const record = await findTool(deps.db, maker.chain, toolId);
    return differenceOf(deps, maker, { [nameOf(entryOfRecord(record))]: { state: 'removed' } });
  },
});

export const REVIEW_TOOLS = act<Review, ToolRecord[]>({
  action: 'governance.tools.accept',
  area: 'catalogue',
  make: (deps, maker, review) => reviewTools(deps, ownerOf(maker), review),
  difference: async (deps, maker, { accept, reject }) => {
    const after: Record<string, JsonValue> = {};
    for (const { toolId, entry } of accept) {
      const present = entryOfRecord(await findTool(deps.db, maker.chain, toolId));
      after[nameOf(present)] = { state: 'accepted', ...shown(entry ?? present) };
    }
    for (const toolId of reject) {
      const present = entryOfRecord(await findTool(deps.db, maker.chain, toolId));
      after[nameOf(present)] = { state: 'rejected', ...shown(present) };
    }
    return differenceOf(deps, maker, after);
  },
});

export type WantedTools = Omit<WantedImport, 'source'> & { source?: unknown; ready?: string };

export const IMPORT_TOOLS = act<WantedTools, ToolResult[]>({
  action: 'governance.tools.import',
  area: 'catalogue',
  make: imported,
  difference: async (deps, maker, wanted) => {
    const results = await imported(deps, maker, wanted);
    const taken = results.flatMap(({ name, outcome, entry }) =>
      entry === null || outcome === 'unchanged' || outcome === 'refused'
        ? []
        : [[name, { state: outcome, ...shown(entry) }] as const],
    );
    return differenceOf(deps, maker, Object.fromEntries(taken));
  },
});

function imported(
  deps: ActDeps,
  maker: Principal,
  { ready, source, ...wanted }: WantedTools,
): Promise<ToolResult[]> {
  return ready === undefined
    ? importTools(deps, ownerOf(maker), { ...wanted, source })
    : importReady(deps, ownerOf(maker), ready, wanted);
}

export const ADD_TARGETS = act<{ targets: readonly TargetRecord[] }, Awaited<ReturnType<typeof addTargets>>>({
  action: 'governance.targets.add',
  area: 'catalogue',
  make: (deps, maker, { targets }) => addTargets(deps, maker.chain, maker, targets),
  difference: async (_, __, { targets }) => ({
    before: { targets: [] },
    after: { targets: targets.map((target) => ({ ...target }) as JsonObject) },
  }),
});

/** The entries of these names as they are, and as they would be. */
async function differenceOf(
  { db }: ActDeps,
  { chain }: Principal,
  after: Readonly<Record<string, JsonValue>>,
): Promise<Difference> {
  const rows = await toolsOf(db, chain).where('until_revision', 'is', null).execute();
  const before: Record<string, JsonValue> = {};
  for (const row of rows) {
    const entry = entryOfRecord(row);
    const name = nameOf(entry);
    if (Object.hasOwn(after, name)) before[name] = { state: row.state, ...shown(entry) };
  }
  return { before, after: { ...after } };
}

/** Leaves out what the service itself has seen of a tool: no person asks for that. */
function shown({ seen: _, ...entry }: ToolEntry | WrittenEntry): JsonObject {
  return entry as unknown as JsonObject;
}
