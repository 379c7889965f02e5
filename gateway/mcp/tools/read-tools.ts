/**
 * Lets the gateway itself read the list of tools, when a client calls a tool that no list has shown, or the server
 * has said that its list changed: no human can have reviewed a tool that the gateway has not seen.
 */

import type { Governance } from '../governance.ts';
import { type Answer, type Fields, metaOf, type Request } from '../message.ts';

const MAX_PAGES = 100;

export interface ToolReading {
  governance: Governance;
  /** The call that needs it. */
  request: Request;
  /**
   * Asks the wrapped server, for the gateway itself. @throws the reason of the signal, or where there is no answer
   */
  askServer: (method: string, params: Fields) => Promise<Answer>;
}

/** @throws the reason of the signal, or where the server gives no answer and the tool has to be reviewed or compared */
export async function seeTool(reading: ToolReading, tool: string): Promise<void> {
  const { lists, catalogue } = reading.governance;
  const isKnown = lists.definitionOf(tool) !== undefined;
  if (!(catalogue.wants(tool) || isKnown) || lists.isCurrent(tool)) return;
  const read = readList(reading);
  await (catalogue.reviews || isKnown ? read : read.catch(() => {}));
}

async function readList({ governance: { lists }, request, askServer }: ToolReading): Promise<void> {
  const seen = new Set<unknown>();
  let cursor: unknown;
  do {
    seen.add(cursor);
    const params = { ...versionIn(request), ...(cursor === undefined ? {} : { cursor }) };
    const answer: Answer = await askServer('tools/list', params);
    if (!('result' in answer)) return;
    lists.seen(answer.result, () => true);
    cursor = answer.result.nextCursor;
  } while (typeof cursor === 'string' && !seen.has(cursor) && seen.size < MAX_PAGES);
}

/** Since 2026-07-28 each request gives version, client and capabilities. */
function versionIn(request: Request): { _meta?: Fields } {
  const said = Object.entries(metaOf(request)).filter(([name]) =>
    name.startsWith('io.modelcontextprotocol/'),
  );
  return said.length === 0 ? {} : { _meta: Object.fromEntries(said) };
}
