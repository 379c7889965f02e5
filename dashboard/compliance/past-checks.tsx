/** Earlier checks: each is a record of evidence. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Artifact, ComplianceCheck } from '../../client/api.ts';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useEvidence } from '../evidence/use-evidence.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button, ButtonAnchor } from '../ui/forms/button.tsx';
import { List } from '../ui/list.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { Row } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import { foundOf } from './results.ts';

const PAGE = 20;

/** The text of a record, unless it was removed or the role hides it. */
type Said = Partial<Pick<ComplianceCheck, 'framework' | 'period' | 'summary'>>;

export function PastChecks() {
  const [search, go] = useAddress();
  const offset = Number.isInteger(search.offset) && Number(search.offset) > 0 ? Number(search.offset) : 0;
  const query = useQuery(useEvidence()({ artifact_type: 'compliance_check', limit: PAGE, offset }));
  const turn = (next: number) => go({ offset: next || undefined });
  const total = query.data?.total ?? 0;
  return (
    <List
      title="Checks so far"
      query={query}
      items={({ items }) => items}
      empty={[
        'Nothing was checked yet',
        'Choose a framework above, and a period. The result comes at once, and can be printed.',
      ]}
      caption="Checks, newest first"
      columns={COLUMNS}
      keyOf={({ id }) => id}
    >
      <Row>
        {offset > 0 && (
          <Button size="small" look="quiet" onClick={() => turn(offset - PAGE)}>
            Newer
          </Button>
        )}
        {offset + PAGE < total && (
          <Button size="small" look="quiet" onClick={() => turn(offset + PAGE)}>
            Older
          </Button>
        )}
      </Row>
    </List>
  );
}

/** Reports of exceptions are records of the same type, with a page of their own. */
const isOfExceptions = ({ action }: Artifact) => action === 'exceptions';
const saidOf = ({ payload }: Artifact): Said => (payload ?? {}) as Said;

const COLUMNS: readonly Column<Artifact>[] = [
  {
    name: 'Framework',
    bare: true,
    cell: (item) =>
      isOfExceptions(item) ? (
        <Link to="/exceptions" search={({ env }: { env?: 'sandbox' }) => ({ env, report: item.id })}>
          Report of exceptions
        </Link>
      ) : (
        <Link to="/compliance" search={(previous) => ({ ...previous, check: item.id })}>
          <ForeignText cut limit={80} text={saidOf(item).framework?.name ?? 'A check'} />
        </Link>
      ),
  },
  {
    name: 'Period',
    cell: (item) => {
      const { period } = saidOf(item);
      return period ? (
        <span>
          <Moment time={period.from} /> – <Moment time={period.to} />
        </span>
      ) : (
        '—'
      );
    },
  },
  {
    name: 'Found',
    cell: (item) => {
      const { summary } = saidOf(item);
      return summary ? foundOf(summary) : '—';
    },
  },
  { name: 'Checked', cell: ({ created_at }) => <Ago time={created_at} /> },
  {
    name: 'Report',
    bare: true,
    cell: (item) => !isOfExceptions(item) && <PdfLink evidenceId={item.id} />,
  },
];

export function PdfLink({ evidenceId, look }: { evidenceId: string; look?: 'primary' }) {
  const environment = useEnvironment();
  const path = `/api/v1/core/compliance/checks/${encodeURIComponent(evidenceId)}/report`;
  return (
    <ButtonAnchor
      size={look ? undefined : 'small'}
      look={look}
      href={prefixOf(environment) + path}
      download={`assize-compliance-${evidenceId}.pdf`}
    >
      PDF
    </ButtonAnchor>
  );
}
