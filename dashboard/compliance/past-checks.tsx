/** Earlier checks: each is a record of evidence. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Artifact, ComplianceCheck } from '../../client/api.ts';
import { apiOf, prefixOf, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { readKey } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button, ButtonAnchor } from '../ui/forms/button.tsx';
import { Card, Row } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import { foundOf } from './results.ts';

const PAGE = 20;

/** The text of a record, unless it was removed or the role hides it. */
type Said = Partial<Pick<ComplianceCheck, 'framework' | 'period' | 'summary'>>;

export function PastChecks() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const environment = useEnvironment();
  const offset = Number.isInteger(search.offset) && Number(search.offset) > 0 ? Number(search.offset) : 0;
  const body = { artifact_type: 'compliance_check' as const, limit: PAGE, offset };
  const query = useQuery({
    queryKey: readKey(environment, '/api/v1/evidence/search', body),
    queryFn: ({ signal }) => unwrap(apiOf(environment).POST('/api/v1/evidence/search', { body, signal })),
  });
  const go = (next: number) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, offset: next || undefined }) });
  return (
    <Card title="Checks so far" flush>
      <Loaded query={query}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty title="Nothing was checked yet">
              <p>Choose a framework below, and a period. The result comes at once, and can be printed.</p>
            </Empty>
          ) : (
            <>
              <CheckTable items={items} />
              <Row>
                {offset > 0 && (
                  <Button size="small" look="quiet" onClick={() => go(offset - PAGE)}>
                    Newer
                  </Button>
                )}
                {offset + PAGE < total && (
                  <Button size="small" look="quiet" onClick={() => go(offset + PAGE)}>
                    Older
                  </Button>
                )}
              </Row>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function CheckTable({ items }: { items: readonly Artifact[] }) {
  const saidOf = ({ payload }: Artifact): Said => (payload ?? {}) as Said;
  return (
    <Table
      caption="Checks, newest first"
      columns={[
        {
          name: 'Framework',
          bare: true,
          cell: (item) => (
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
        { name: 'Report', bare: true, cell: ({ id }) => <PdfLink evidenceId={id} /> },
      ]}
      items={items}
      keyOf={({ id }) => id}
    />
  );
}

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
