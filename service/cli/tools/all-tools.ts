/** All entries that match a filter, read page by page. */
import { listTools, type ToolFilter, type ToolRecord } from '../../tools/index.ts';
import type { Service } from '../../wiring.ts';

const AT_ONCE = 1000;

export async function allTools(service: Service, chain: number, filter: ToolFilter): Promise<ToolRecord[]> {
  const all: ToolRecord[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listTools(service, chain, filter, AT_ONCE, cursor);
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}
