/** What an operator does once: imports the tools of an agent into the catalogue, and accepts them. */
import type { Assize } from '@assize/client';

interface ToolDefinition {
  name: string;
  description?: string;
  inputSchema?: object;
}

export async function acceptTools(
  assize: Assize,
  tools: readonly ToolDefinition[],
  server?: string,
): Promise<void> {
  await removeNamesakes(assize, new Set(tools.map(({ name }) => name)), server);
  await assize.tools.import({ source: { tools: [...tools] }, ...(server !== undefined && { server }) });
  const accept = [];
  // Another example may have a tool of the same name, in other words.
  for (const status of ['proposed', 'changed'] as const) {
    for await (const { tool_id, hash } of assize.tools.all({ status })) accept.push({ tool_id, hash });
  }
  if (accept.length === 0) return;
  await assize.tools.review({ accept });
  console.log(`operator: accepted ${accept.length} tools`);
}

/** Some examples name a server and others don't: `list_orders` would then mean two tools, and each call would be held. */
async function removeNamesakes(assize: Assize, names: ReadonlySet<string>, server?: string): Promise<void> {
  for await (const { tool_id, entry } of assize.tools.all()) {
    if (names.has(entry.tool) && entry.server !== server) await assize.tools.remove(tool_id);
  }
}
