/** All entries, and which of them are in force. */
import { useState } from 'react';
import type { Tool } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { EntryWords, nameOf } from './entry.tsx';

const PAGE = 100;
const TONES: Record<Tool['status'], Tone> = {
  accepted: 'good',
  proposed: 'accent',
  changed: 'warning',
  rejected: 'bad',
  removed: 'neutral',
};

const COLUMNS: readonly Column<Tool>[] = [
  {
    name: 'Tool',
    bare: true,
    cell: ({ entry }) => (
      <strong>
        <ForeignText limit={80} text={nameOf(entry)} />
      </strong>
    ),
  },
  { name: 'State', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
  { name: 'What it does', cell: ({ entry }) => <EntryWords entry={entry} /> },
  { name: 'Changed', cell: ({ changed_at: at }) => <Ago time={at} /> },
  { name: 'Remove', bare: true, cell: (tool) => <Remove tool={tool} /> },
];

export function Catalogue() {
  const [cursor, setCursor] = useState<string>();
  const query = useRead(
    '/api/v1/tools',
    { params: { query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } } },
    { keep: true },
  );
  return (
    <Card flush>
      <Loaded query={query}>
        {({ items, next_cursor: next }) =>
          items.length === 0 ? (
            <Empty title="The catalogue is empty">
              <p>Until you accept the first entry, every action is judged by what the agent says about it.</p>
            </Empty>
          ) : (
            <>
              <Table
                caption="Entries of the catalogue"
                columns={COLUMNS}
                items={items}
                keyOf={({ tool_id: id }) => id}
              />
              {cursor !== undefined && <Button onClick={() => setCursor(undefined)}>First page</Button>}
              {next && <Button onClick={() => setCursor(next)}>More</Button>}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Remove({ tool: { tool_id: id, entry } }: { tool: Tool }) {
  const [open, setOpen] = useState(false);
  const { manage } = useMay();
  const remove = useWrite(
    (api) => api.DELETE('/api/v1/tools/{tool_id}', { params: { path: { tool_id: id } } }),
    ['/api/v1/tools'],
  );
  if (!manage) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Remove
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Remove this entry?"
        description={
          <>
            Actions of <ForeignText limit={80} text={nameOf(entry)} /> are unlisted from now on.
          </>
        }
        act="Remove"
        onConfirm={async () => {
          await remove.mutateAsync(undefined);
          toast('The entry is removed');
        }}
      />
    </>
  );
}
