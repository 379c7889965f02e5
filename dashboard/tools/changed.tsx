/** The differences from the entry that was accepted before the tool changed. */
import type { Tool } from '../../client/api.ts';
import { useRead } from '../api/read.ts';
import { Difference } from '../ui/difference.tsx';
import { Loaded } from '../ui/state.tsx';
import type { Entry } from './entry.tsx';

export function Changed({ tool: { tool_id, entry } }: { tool: Tool }) {
  const query = useRead('/api/v1/tools/{tool_id}', { params: { path: { tool_id } } });
  return (
    <Loaded query={query} lines={3}>
      {({ former_entry: former }) =>
        former === null ? (
          <p>The entry that was accepted before can no longer be shown.</p>
        ) : (
          <Difference before={textOf(former)} after={textOf(entry)} />
        )
      }
    </Loaded>
  );
}

/** Leaves out why it was proposed. The hashes stay: they change with texts that only the agent reads. */
function textOf({ reasons: _, ...entry }: Entry): string {
  return JSON.stringify(entry, null, 2);
}
