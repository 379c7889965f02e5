/** The known agents, and how to stop one or all of them. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { HaltAgent } from './halt-agent.tsx';
import { HaltList, useHalts } from './halts.tsx';

type Agent = ReadData<'/api/v1/core/trust'>['items'][number];
const PAGE = 100;

export function AgentsPage() {
  const [cursor, setCursor] = useState<string>();
  const query = useRead(
    '/api/v1/core/trust',
    { params: { query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } } },
    { keep: true },
  );
  const halts = useHalts();
  const halted = new Set(halts.data?.items.map(({ agent_id: agent }) => agent));
  return (
    <Page
      title="Agents"
      lead="Agents earn trust by reported outcomes and approvals. A halted agent gets the verdict block for everything."
    >
      <HaltList query={halts} />
      <Card title="Known agents" flush>
        <Loaded query={query}>
          {({ items, next_cursor: next }) =>
            items.length === 0 ? (
              <Empty title="No agent is known yet">
                <p>
                  An agent is known once one of its outcomes is reported, or a person has decided on one of
                  its actions.
                </p>
              </Empty>
            ) : (
              <>
                <Table
                  caption="Agents"
                  columns={columnsWith(halted)}
                  items={items}
                  keyOf={({ actor_id }) => actor_id}
                />
                {cursor !== undefined && <Button onClick={() => setCursor(undefined)}>First page</Button>}
                {next && <Button onClick={() => setCursor(next)}>More</Button>}
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function columnsWith(halted: ReadonlySet<string | null>): readonly Column<Agent>[] {
  return [
    {
      name: 'Agent',
      bare: true,
      cell: ({ actor_id: id }) => (
        <Link to="/agents/$id" params={{ id }}>
          <ForeignText cut limit={80} text={id} />
        </Link>
      ),
    },
    { name: 'Trust', end: true, cell: ({ score }) => `${Math.round(score)} of 100` },
    { name: 'Went well', end: true, cell: ({ sums }) => Math.round(sums.successes) },
    { name: 'Went wrong', end: true, cell: ({ sums }) => Math.round(sums.failures) },
    {
      name: 'State',
      cell: ({ actor_id: id }) =>
        halted.has(id) ? <Badge tone="bad">halted</Badge> : <Badge>at work</Badge>,
    },
    { name: 'Stop', bare: true, cell: ({ actor_id: id }) => !halted.has(id) && <Halt id={id} /> },
  ];
}

function Halt({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const { manage } = useMay();
  if (!manage) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Halt
      </Button>
      {open && <HaltAgent id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
