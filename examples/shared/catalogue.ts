/** The operator's part, once: imports the tools of an agent into the catalogue, and accepts them. */
import type { Assize } from '@assize/client';

/**
 * The examples share them, so that no two tools in the catalogue have the same name: a human would have to tell them
 * apart.
 */
const SERVER = 'shop';

export async function acceptTools(assize: Assize, definitions: readonly object[]): Promise<void> {
  const { tools } = await assize.tools.import({ source: { tools: [...definitions] }, server: SERVER });
  const imported = new Set(tools.map(({ tool_id }) => tool_id));
  const accept = [];
  // Another example may have described a tool of the same name differently.
  for (const status of ['proposed', 'changed'] as const) {
    for await (const { tool_id, hash } of assize.tools.all({ status })) {
      if (imported.has(tool_id)) accept.push({ tool_id, hash });
    }
  }
  if (accept.length === 0) return;
  await assize.tools.review({ accept });
  console.log(`operator: accepted ${accept.length} tools`);
}
