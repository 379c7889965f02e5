/** Calls from one task that differ only in their targets, decided together. Each keeps its own record. */
import { useState } from 'react';
import type { Approval } from '../../../client/api.ts';
import { useMe } from '../../api/me.ts';
import { useRead } from '../../api/read.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Choices } from '../../ui/forms/field.tsx';
import { Card, Row, Stack } from '../../ui/page.tsx';
import { differencesOf } from './alike.ts';
import { DecideTogether } from './decide-together.tsx';
import styles from './together.module.css';

/** As many as the service decides at once. */
const MOST = 50;

export function Together({ approval, mayDecide }: { approval: Approval; mayDecide: boolean }) {
  const { bundle, status } = approval;
  const query = useRead(
    '/api/v1/approvals',
    { params: { query: { status: 'pending', bundle: bundle ?? '', limit: MOST } } },
    { enabled: bundle !== null && status === 'pending' },
  );
  const me = useMe();
  const items = query.data?.items ?? [];
  const open = items.filter(({ decisions }) => !decisions.some(({ party }) => party === me?.id));
  if (bundle === null || status !== 'pending' || !mayDecide || open.length < 2) return null;
  return <Alike items={open} total={query.data?.total ?? 0} />;
}

function Alike({ items, total }: { items: readonly Approval[]; total: number }) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<'approved' | 'rejected' | null>(null);
  const differences = differencesOf(items);
  const chosen = items.map(({ approval_id }) => approval_id).filter((id) => !left.includes(id));
  const count = chosen.length;
  return (
    <Card title={`${items.length} calls alike`}>
      <Stack>
        <p>
          They come from one task and differ only in what stands here. You can decide them together; each is
          recorded alone.{total > items.length && ` ${total - items.length} more wait behind these.`}
        </p>
        <div className={styles.calls}>
          <Choices
            options={items.map(({ approval_id: id }) => ({
              value: id,
              label: <Differing parts={differences.get(id) ?? []} />,
            }))}
            chosen={chosen}
            onChange={(next) =>
              setLeft(items.map(({ approval_id }) => approval_id).filter((id) => !next.includes(id)))
            }
          />
        </div>
        <Row>
          <Button disabled={count === 0} onClick={() => setAsking('rejected')}>
            Reject {count} together…
          </Button>
          <Button disabled={count === 0} onClick={() => setAsking('approved')}>
            Approve {count} together…
          </Button>
        </Row>
      </Stack>
      {asking !== null && <DecideTogether ids={chosen} decision={asking} onClose={() => setAsking(null)} />}
    </Card>
  );
}

function Differing({ parts }: { parts: readonly { name: string; value: string }[] }) {
  if (parts.length === 0) return 'the same call again';
  return parts.map(({ name, value }) => (
    <span key={name} className={styles.part}>
      <span className={styles.name}>
        <ForeignText cut limit={60} text={name} />
      </span>{' '}
      <ForeignText cut limit={160} text={value} />
    </span>
  ));
}
