/** Actions that agents ask for and the catalogue lacks, with the entry that the evidence suggests. */
import { useMay } from '../api/me.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ActButton } from '../ui/forms/act-button.tsx';
import { List } from '../ui/list.tsx';
import { formatCount } from '../ui/money.ts';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';

type Suggested = ReadData<'/api/v1/tools/suggestions'>['tools'][number];

const COLUMNS: readonly Column<Suggested>[] = [
  {
    name: 'Action',
    bare: true,
    cell: ({ action }) => (
      <strong>
        <ForeignText limit={80} text={action} />
      </strong>
    ),
  },
  { name: 'Seen', end: true, cell: ({ count }) => formatCount(count) },
  { name: 'Approved', end: true, cell: ({ approved_count: approved }) => formatCount(approved) },
  { name: 'Last', cell: ({ last_seen: at }) => <Ago time={at} /> },
  { name: 'Propose', bare: true, cell: (tool) => <Propose tool={tool} /> },
];

export function ToolSuggestions() {
  const query = useRead('/api/v1/tools/suggestions', {});
  return (
    <List
      query={query}
      items={({ tools }) => tools}
      empty={['Every requested action is in the catalogue']}
      caption="Suggested entries"
      columns={COLUMNS}
      keyOf={({ action }) => action}
    />
  );
}

function Propose({ tool }: { tool: Suggested }) {
  const { manage } = useMay();
  const propose = useWrite(
    (api) => api.POST('/api/v1/tools/import', { body: tool.import }),
    ['/api/v1/tools', '/api/v1/tools/suggestions'],
  );
  if (tool.in_review) return <Badge>in review</Badge>;
  if (!manage || tool.entry === null) return tool.reason && <ForeignText limit={120} text={tool.reason} />;
  return <ActButton act="Propose" sent={propose} done="Proposed" more="Review it before it takes effect." />;
}
