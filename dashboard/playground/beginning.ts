/** The call that the page begins with: of a tool of the catalogue where there is one, so that its verdict is about something known. */
import type { Tool } from '../../client/api.ts';
import { nameOf } from '../tools/name.ts';
import { type Draft, FIRST_DRAFT } from './draft.ts';
import { exampleOf } from './example.ts';

export interface Begun {
  draft: Draft;
  /** null where the action is of no entry. */
  toolId: string | null;
}

export function draftOf({ entry }: Pick<Tool, 'entry'>, draft: Draft): Draft {
  return { ...draft, action: nameOf(entry), arguments: exampleOf(entry) };
}

/** Prefers a tool that changes something somewhere, for which the laws have the most to say. */
export function beginningIn(tools: readonly Pick<Tool, 'entry' | 'tool_id'>[]): Begun {
  // An entry for many tools names none of them.
  const single = tools
    .filter(({ entry }) => !nameOf(entry).includes('*'))
    // Tools that were imported together come in any order.
    .sort((one, other) => (nameOf(one.entry) < nameOf(other.entry) ? -1 : 1));
  const reaching = single.filter(({ entry }) => Object.keys(exampleOf(entry)).length > 0);
  const tool = reaching.find(({ entry }) => entry.effect !== 'read') ?? reaching[0] ?? single[0];
  if (tool === undefined) return { draft: FIRST_DRAFT, toolId: null };
  return { draft: draftOf(tool, FIRST_DRAFT), toolId: tool.tool_id };
}
