/** The sessions of agents: what each has read, and how confidential it was. */
import { Link } from '@tanstack/react-router';
import { type ReadData, useRead } from '../api/read.ts';
import { Agent } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { formatCount } from '../ui/money.ts';
import { useAddress } from '../ui/navigation/address.ts';
import { Page, Row } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { ConfidentialityChip, SourceChip } from './chips.tsx';
import { SessionLink } from './session-link.tsx';

type Session = ReadData<'/api/v1/sessions'>['items'][number];

const PAGE = 50;
const COLUMNS: readonly Column<Session>[] = [
  { name: 'Session', bare: true, cell: (session) => <Name session={session} /> },
  { name: 'Agent', cell: ({ agent_id: id }) => id && <Agent id={id} /> },
  {
    name: 'State',
    cell: ({ status }) => <Badge tone={status === 'open' ? 'good' : 'neutral'}>{status}</Badge>,
  },
  { name: 'Results', end: true, cell: ({ results }) => formatCount(results) },
  { name: 'Has read', cell: (session) => <Read session={session} /> },
  { name: 'Opened', cell: ({ opened_at: at }) => <Ago time={at} /> },
];

function Name({ session: { session_id: id, agent_id: agent, session_key: key } }: { session: Session }) {
  if (id === null) return <>{key} (its id was removed)</>;
  return (
    <SessionLink id={id} agentId={agent}>
      <ForeignText cut limit={80} text={id} />
    </SessionLink>
  );
}

function Read({ session: { has_content: hasContent, confidentiality, incomplete } }: { session: Session }) {
  return (
    <Row>
      {hasContent && <SourceChip source="content" />}
      <ConfidentialityChip level={confidentiality} />
      {incomplete && <Badge tone="warning">not all kept</Badge>}
    </Row>
  );
}

export function SessionsPage() {
  const { at, pages } = useCursor();
  const [{ agent_id: agent }] = useAddress();
  const ofAgent = typeof agent === 'string' ? { agent_id: agent } : {};
  const query = useRead(
    '/api/v1/sessions',
    { params: { query: { limit: PAGE, ...ofAgent, ...at } } },
    { keep: true },
  );
  return (
    <Page
      title="Sessions"
      lead="What agents have read, call by call, and where each target of their calls came from. Only keyed hashes of what they read are kept."
      actions={
        typeof agent === 'string' && (
          <Link to="/sessions" search={({ env }: { env?: 'sandbox' }) => ({ env })}>
            Sessions of all agents
          </Link>
        )
      }
    >
      <List
        query={query}
        items={({ items }) => items}
        empty={[
          'No session yet',
          'A session begins when the result of a call is reported. The clients and the gateway report results by themselves.',
        ]}
        caption="Sessions"
        columns={COLUMNS}
        keyOf={({ session_key: key }) => key}
        pages={pages}
      />
    </Page>
  );
}
