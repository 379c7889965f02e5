/** Actions that agents ask for and the catalogue lacks, with the entry that the evidence suggests. */
import { useMay } from '../api/me.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';

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
  { name: 'Seen', end: true, cell: ({ count }) => count.toLocaleString('en') },
  { name: 'Approved', end: true, cell: ({ approved_count: approved }) => approved.toLocaleString('en') },
  { name: 'Last', cell: ({ last_seen: at }) => <Ago time={at} /> },
  { name: 'Propose', bare: true, cell: (tool) => <Propose tool={tool} /> },
];

export function ToolSuggestions() {
  const query = useRead('/api/v1/tools/suggestions', {});
  return (
    <Card flush>
      <Loaded query={query}>
        {({ tools }) =>
          tools.length === 0 ? (
            <Empty title="Every requested action is in the catalogue" />
          ) : (
            <Table
              caption="Suggested entries"
              columns={COLUMNS}
              items={tools}
              keyOf={({ action }) => action}
            />
          )
        }
      </Loaded>
    </Card>
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
  return (
    <>
      <Button
        size="small"
        busy={propose.isPending}
        onClick={() =>
          propose.mutate(undefined, {
            onSuccess: () => toast('Proposed', 'Review it before it takes effect.'),
          })
        }
      >
        Propose
      </Button>
      {propose.error && <p role="alert">{propose.error.message}</p>}
    </>
  );
}
