/** The known agents, and how to stop one or all of them. */
import { useMay } from '../api/me.ts';
import { type ReadData, useRead } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { AgentLink } from '../ui/navigation/links.tsx';
import { Page } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { HaltAgent } from './halt-agent.tsx';
import { HaltList, useHalts } from './halts.tsx';

type Agent = ReadData<'/api/v1/core/trust'>['items'][number];
const PAGE = 100;

export function AgentsPage() {
  const { at, pages } = useCursor();
  const query = useRead('/api/v1/core/trust', { params: { query: { limit: PAGE, ...at } } }, { keep: true });
  const { halts, halted } = useHalts();
  const { manage } = useMay();
  return (
    <Page
      title="Agents"
      lead="Agents earn trust by reported outcomes and approvals. A halted agent gets the verdict block for everything."
    >
      <HaltList query={halts} />
      <List
        title="Known agents"
        query={query}
        items={({ items }) => items}
        empty={[
          'No agent is known yet',
          'An agent is known once one of its outcomes is reported, or a person has decided on one of its actions.',
        ]}
        caption="Agents"
        columns={columnsWith(halted, manage)}
        keyOf={({ actor_id }) => actor_id}
        pages={{ ...pages, first: 'First page', more: 'More' }}
      />
    </Page>
  );
}

function columnsWith(halted: ReadonlySet<string | null>, manage: boolean): readonly Column<Agent>[] {
  return [
    { name: 'Agent', bare: true, cell: ({ actor_id: id }) => <AgentLink id={id} /> },
    { name: 'Trust', end: true, cell: ({ score }) => `${Math.round(score)} of 100` },
    { name: 'Went well', end: true, cell: ({ sums }) => Math.round(sums.successes) },
    { name: 'Went wrong', end: true, cell: ({ sums }) => Math.round(sums.failures) },
    {
      name: 'State',
      cell: ({ actor_id: id }) =>
        halted.has(id) ? <Badge tone="bad">halted</Badge> : <Badge>at work</Badge>,
    },
    {
      name: 'Stop',
      bare: true,
      cell: ({ actor_id: id }) => manage && !halted.has(id) && <HaltAgent id={id} />,
    },
  ];
}
