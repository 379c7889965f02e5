/** The columns of the list. The action always comes first; a person chooses the others. */
import type { ReactNode } from 'react';
import type { Artifact } from '../../../client/api.ts';
import { useRead } from '../../api/read.ts';
import { AgentName, Party } from '../../members/party.tsx';
import { Finding, type VerdictName } from '../../ui/badge.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Moment } from '../../ui/time/time.tsx';
import {
  agentIn,
  approvalIn,
  decidersIn,
  lawIn,
  mandateIn,
  personIn,
  reasonIn,
  sessionIdIn,
  toolIn,
} from './said.ts';

export interface EvidenceColumn {
  name: string;
  /** Its share of the row, as a size of a grid's track. */
  width: string;
  cell: (item: Artifact) => ReactNode;
}

const foreign = (text: string | null) => text !== null && <ForeignText oneLine text={text} />;
const agent = (id: string | null) => id !== null && <AgentName id={id} />;

export const COLUMNS: readonly EvidenceColumn[] = [
  { name: 'Agent', width: 'minmax(0, 3fr)', cell: (item) => agent(agentIn(item)) },
  { name: 'For', width: 'minmax(0, 3fr)', cell: (item) => foreign(personIn(item)) },
  { name: 'Reason', width: 'minmax(0, 6fr)', cell: (item) => foreign(reasonIn(item)) },
  { name: 'Law', width: 'minmax(0, 3fr)', cell: (item) => lawIn(item)?.name },
  { name: 'Tool', width: 'minmax(0, 3fr)', cell: (item) => foreign(toolIn(item)) },
  { name: 'Session', width: 'minmax(0, 3fr)', cell: (item) => foreign(sessionIdIn(item)) },
  { name: 'Mandate', width: 'minmax(0, 3fr)', cell: (item) => foreign(mandateIn(item)) },
  { name: 'Decided by', width: 'minmax(0, 3fr)', cell: (item) => <DecidedBy item={item} /> },
  {
    name: 'Verdict',
    width: '6.5rem',
    cell: ({ verdict }) => verdict && <Finding found={verdict as VerdictName} />,
  },
  { name: 'Time', width: '11.5rem', cell: ({ created_at: at }) => <Moment time={at} seconds /> },
];

export const COLUMN_NAMES = COLUMNS.map(({ name }) => name);
export const FIRST_SHOWN = ['Agent', 'Reason', 'Decided by', 'Verdict', 'Time'];
/** There is no room for more beside an open record. */
export const BESIDE_A_RECORD = ['Agent', 'Verdict', 'Time'];

/** The others are in the record. */
const MOST_DECIDERS = 2;

function DecidedBy({ item }: { item: Artifact }) {
  const approval = approvalIn(item);
  return approval === null ? <Parties all={decidersIn(item)} /> : <DecidersOf approval={approval} />;
}

/** Empty while an approval waits. */
function DecidersOf({ approval }: { approval: string }) {
  const params = { path: { approval_id: approval } };
  const { data } = useRead('/api/v1/approvals/{approval_id}', { params });
  return <Parties all={[...new Set(data?.decisions.map(({ party }) => party))]} />;
}

function Parties({ all }: { all: readonly string[] }) {
  const left = all.length - MOST_DECIDERS;
  return (
    <>
      {all.slice(0, MOST_DECIDERS).map((party, place) => (
        <span key={party}>
          {place > 0 && ', '}
          <Party id={party} />
        </span>
      ))}
      {left > 0 && ` and ${left} more`}
    </>
  );
}
