/** All entries, and which of them are in force. */
import type { Tool } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { List, useCursor } from '../ui/list.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { EntryWords } from './entry.tsx';
import { nameOf } from './name.ts';
import { EditReturns } from './returns.tsx';

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
  { name: 'Edit', bare: true, cell: (tool) => <Acts tool={tool} /> },
];

export function Catalogue() {
  const { at, pages } = useCursor();
  const query = useRead('/api/v1/tools', { params: { query: { limit: PAGE, ...at } } }, { keep: true });
  return (
    <List
      query={query}
      items={({ items }) => items}
      empty={[
        'The catalogue is empty',
        'Until you accept the first entry, every action is judged by what the agent says about it.',
      ]}
      caption="Entries of the catalogue"
      columns={COLUMNS}
      keyOf={({ tool_id: id }) => id}
      pages={{ ...pages, first: 'First page', more: 'More' }}
    />
  );
}

function Acts({ tool }: { tool: Tool }) {
  const { manage } = useMay();
  if (!manage) return null;
  return (
    <>
      {tool.status === 'accepted' && <EditReturns tool={tool} />} <Remove tool={tool} />
    </>
  );
}

function Remove({ tool: { tool_id: id, entry } }: { tool: Tool }) {
  const remove = useWrite(
    (api) => api.DELETE('/api/v1/tools/{tool_id}', { params: { path: { tool_id: id } } }),
    ['/api/v1/tools'],
  );
  return (
    <ConfirmButton
      label="Remove"
      title="Remove this entry?"
      description={
        <>
          Actions of <ForeignText limit={80} text={nameOf(entry)} /> are unlisted from now on.
        </>
      }
      act="Remove"
      onSubmit={() => remove.mutateAsync(undefined)}
      done="The entry is removed"
    />
  );
}
