/**
 * Compares the catalogue of tools with the evidence of its changes: each state of an entry is the recorded document,
 * stands from the recorded revision to the next, and none is missing. A record without its payload still counts by its
 * time and actor.
 */

import { storedName } from '@assize/act-reading/tools';
import { sha256Text } from '@assize/evidence-format';
import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType, PAGE_ROWS, pagesOf } from '../../evidence/reading/index.ts';
import { TOOL_ACTIONS } from '../../tools/change/index.ts';
import { entryOfRecord, type ToolRecord, toolsOf } from '../../tools/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { leavesNamedIn } from './rows.ts';

export const toolsRegistry: Registry = { name: 'tools', check };

const ACTIONS: ReadonlySet<string | null> = new Set(TOOL_ACTIONS);

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const stated = new Stated();
  let before: ToolRecord | undefined;
  for await (const rows of rowsOf(context)) {
    const leaves = await leavesNamedIn(context, rows, 'evidence_id');
    for (const row of rows) {
      checkRow(tally, row, leaves.get(row.evidence_id), stated);
      if (before !== undefined) checkEnd(tally, before, row);
      before = row;
    }
  }
  if (before !== undefined) checkEnd(tally, before, undefined);
  await findForgotten(tally, context, stated);
}

/** By tool, and then in the order in which its states followed. */
function rowsOf({ db, chain }: CheckContext): AsyncGenerator<ToolRecord[], void> {
  return pagesOf((after: ToolRecord | undefined) =>
    toolsOf(db, chain)
      .where(({ or, and, eb }) => {
        const { tool_id: id = '', since_revision: since = -1 } = after ?? {};
        return or([eb('tool_id', '>', id), and([eb('tool_id', '=', id), eb('since_revision', '>', since)])]);
      })
      .orderBy('tool_id')
      .orderBy('since_revision')
      .limit(PAGE_ROWS)
      .execute(),
  );
}

/** What the rows account for. */
class Stated {
  readonly #tools = new Set<string>();
  readonly #records = new Set<string>();

  add({ evidence_id: record, tool_id: tool }: ToolRecord): void {
    this.#records.add(record);
    this.#tools.add(`${record}/${tool}`);
  }

  hasRecord(record: string): boolean {
    return this.#records.has(record);
  }

  has(record: string, tool: unknown): boolean {
    return this.#tools.has(`${record}/${tool}`);
  }
}

function checkRow(tally: Tally, row: ToolRecord, leaf: LeafAndPayload | undefined, stated: Stated): void {
  tally.checked();
  stated.add(row);
  if (!isWhole(row)) tally.gap(`Tool ${row.tool_id} is not the entry that its hash and name say.`);
  if (leaf?.artifact_type !== 'governance_change' || !ACTIONS.has(leaf.action)) {
    tally.gap(`There is no record of who made tool ${row.tool_id} ${row.state}.`);
    return;
  }
  const other: string[] = [];
  if (leaf.created_at !== row.changed_at) other.push('the time');
  if (leaf.actor !== row.changed_by) other.push('who it was');
  const change = changeIn(leaf.payload);
  if (change !== null) {
    const recorded = toolsIn(change).find(({ tool_id }) => tool_id === row.tool_id);
    if (recorded === undefined) other.push('which tool');
    else {
      if (recorded.state !== row.state) other.push('its state');
      if (recorded.source !== row.source) other.push('its source');
      if (recorded.hash !== row.hash) other.push('its entry');
    }
    if (change.revision !== row.since_revision) other.push('the revision');
  } else if (leaf.payload !== null) other.push('what it is');
  if (other.length === 0) return;
  const what = `Tool ${row.tool_id} was changed otherwise than is on record: ${other.join(', ')}.`;
  tally.gap(what, leaf.position, leaf.id);
}

/** Whether the columns say what the document says. */
function isWhole(row: ToolRecord): boolean {
  if (sha256Text(row.document) !== row.hash) return false;
  try {
    const entry = entryOfRecord(row);
    return storedName(entry) === row.name && (entry.server ?? null) === row.server;
  } catch {
    return false;
  }
}

/** A state stands until the next of its tool. */
function checkEnd(tally: Tally, row: ToolRecord, following: ToolRecord | undefined): void {
  const until = following?.tool_id === row.tool_id ? following.since_revision : null;
  if (row.until_revision === until) return;
  tally.gap(`Tool ${row.tool_id} does not stand ${row.state} for as long as its changes say.`);
}

/** Changes on record that no row states. */
async function findForgotten(tally: Tally, { db, chain, size }: CheckContext, stated: Stated): Promise<void> {
  for await (const page of leavesOfType(db, chain, 'governance_change', size)) {
    for (const { action, id, position, payload } of page) {
      if (!ACTIONS.has(action)) continue;
      const change = changeIn(payload);
      const missing =
        change === null
          ? Number(!stated.hasRecord(id))
          : toolsIn(change).filter(({ tool_id }) => !stated.has(id, tool_id)).length;
      tally.checked();
      if (missing > 0) tally.gap('Tools were changed here, but are not there as they became.', position, id);
    }
  }
}

function toolsIn({ tools }: { tools?: unknown }): Record<string, unknown>[] {
  if (!Array.isArray(tools)) return [];
  return tools.filter((tool) => typeof tool === 'object' && tool !== null);
}
