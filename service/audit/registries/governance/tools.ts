/**
 * Compares the catalogue of tools with the evidence of its changes: each state of an entry, from its revision to the
 * next. A record without its payload still counts by its time and actor.
 */

import { storedName } from '@assize/act-reading/tools';
import { sha256Text } from '@assize/evidence-format';
import { TOOL_ACTIONS } from '../../../tools/change/index.ts';
import { entryOfRecord, type ToolRecord, toolsOf } from '../../../tools/index.ts';
import { type Act, actsNamedIn, actsOfType } from '../../comparing/acts.ts';
import { differingFrom } from '../../comparing/naming.ts';
import { pagesBy } from '../../comparing/rows.ts';
import type { Check, Tally } from '../../registry.ts';

/** Rows are read first: each was written together with its record, which a later read then finds. */
export const tools: Check = async (tally, context) => {
  const { db, chain } = context;
  /** The records that rows name, alone and with the tool. */
  const stated = new Set<string>();
  let before: ToolRecord | undefined;
  // By tool, and then in the order in which its states followed.
  for await (const rows of pagesBy(toolsOf(db, chain), ['tool_id', 'since_revision'])) {
    const acts = await actsNamedIn(context, rows, 'evidence_id');
    for (const row of rows) {
      stated.add(row.evidence_id).add(`${row.evidence_id}/${row.tool_id}`);
      checkRow(tally, row, acts.get(row.evidence_id));
      if (before !== undefined) checkEnd(tally, before, row);
      before = row;
    }
  }
  if (before !== undefined) checkEnd(tally, before, undefined);
  const all = { actions: TOOL_ACTIONS, end: context.size };
  for await (const page of actsOfType(context, 'governance_change', all)) {
    for (const act of page) {
      const { id, change } = act;
      const isThere =
        change === null
          ? stated.has(id)
          : toolsIn(change).every(({ tool_id }) => stated.has(`${id}/${tool_id}`));
      tally.compared(
        isThere ? null : 'Tools were changed here, but the catalogue does not hold the change.',
        act,
      );
    }
  }
};

function checkRow(tally: Tally, row: ToolRecord, act: Act | undefined): void {
  tally.checked();
  if (!isWhole(row)) tally.gap(`Tool ${row.tool_id} is not the entry that its hash and name say.`);
  if (act?.type !== 'governance_change' || !TOOL_ACTIONS.some((action) => action === act.action)) {
    tally.gap(`There is no record of who made tool ${row.tool_id} ${row.state}.`);
    return;
  }
  const other = differingFrom(act, { at: row.changed_at, by: row.changed_by }, (change) => {
    const recorded = toolsIn(change).find(({ tool_id }) => tool_id === row.tool_id);
    const entry = {
      'its state': [recorded?.state, row.state],
      'its source': [recorded?.source, row.source],
      'its entry': [recorded?.hash, row.hash],
    } as const;
    return {
      ...(recorded === undefined ? { 'which tool': [null, row.tool_id] } : entry),
      'the revision': [change.revision, row.since_revision],
    };
  });
  if (other.length === 0) return;
  tally.gap(`Tool ${row.tool_id} was changed otherwise than is on record: ${other.join(', ')}.`, act);
}

/** True if the columns say the same as the document. */
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

function toolsIn({ tools }: { tools?: unknown }): Record<string, unknown>[] {
  if (!Array.isArray(tools)) return [];
  return tools.filter((tool) => typeof tool === 'object' && tool !== null);
}
