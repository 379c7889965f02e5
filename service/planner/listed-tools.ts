/** The accepted tools of a chain as a model is shown them. Of very many, those whose names fit the task best. */
import { nameOf, possibleEffectsOf } from '@assize/act-reading/act';
import { MAX_PLANNED_TOOLS, type PlannableTool } from '@assize/client/planning';
import type { Database } from '../database/open.ts';
import { countWork, isTurnUsedUp, nextTurn } from '../foundation/turns.ts';
import { entryOfRecord, toolsOf } from '../tools/index.ts';

/** For one character of a stored entry, which is parsed. */
const WORK_OF_A_CHARACTER = 4;

export async function plannableTools(db: Database, chain: number, task: string): Promise<PlannableTool[]> {
  const accepted = toolsOf(db, chain).where('until_revision', 'is', null).where('state', '=', 'accepted');
  const names = await accepted
    .clearSelect()
    .select(['tool_id', 'name', 'server'])
    .orderBy('server')
    .orderBy('name')
    .execute();
  const listed = names.length > MAX_PLANNED_TOOLS ? mostFitting(names, task) : names;
  const ids = listed.map(({ tool_id }) => tool_id);
  const rows = ids.length === 0 ? [] : await accepted.where('tool_id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.tool_id, row]));
  const tools: PlannableTool[] = [];
  for (const row of ids.flatMap((id) => byId.get(id) ?? [])) {
    if (isTurnUsedUp()) await nextTurn(chain);
    countWork(row.document.length * WORK_OF_A_CHARACTER);
    const entry = entryOfRecord(row);
    tools.push({
      tool: nameOf(entry),
      effects: possibleEffectsOf(entry),
      ...(entry.description !== undefined && { description: entry.description }),
    });
  }
  return tools;
}

interface ToolName {
  tool_id: string;
  name: string;
  server: string | null;
}

/** A sort keeps the order of equals. */
function mostFitting(names: readonly ToolName[], task: string): ToolName[] {
  const words = new Set(wordsIn(task));
  const fit = ({ name, server }: ToolName) =>
    wordsIn(`${server} ${name}`).filter((word) => words.has(word)).length;
  return names
    .map((name) => ({ name, fit: fit(name) }))
    .sort((one, other) => other.fit - one.fit)
    .slice(0, MAX_PLANNED_TOOLS)
    .map(({ name }) => name);
}

/** `sendEmail` and `send_email` are two words each. */
function wordsIn(text: string): string[] {
  return (
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  );
}
