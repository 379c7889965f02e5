/** The inbox: oldest first, live, with keyboard control. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Approval } from '../../../client/api.ts';
import { useRead } from '../../api/read.ts';
import { AgentName } from '../../members/party.tsx';
import { withTimes } from '../../sessions/line.ts';
import { Badge, Risk } from '../../ui/badge.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { rowOf } from '../../ui/lists/rows.ts';
import { useAddress } from '../../ui/navigation/address.ts';
import { Row, Stack } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { Ago, TimeLeft } from '../../ui/time/time.tsx';
import styles from '../approvals.module.css';
import { AskedFor } from '../asked-for.tsx';
import type { Verb } from '../sentence/sentence.ts';
import { bundled } from '../together/alike.ts';

/** More at once would slow the page down, and people start with the oldest anyway. */
const MOST = 50;

export function Waiting() {
  const [{ asked }, go] = useAddress();
  const isMine = asked === 'me';
  const query = useRead(
    '/api/v1/approvals',
    { params: { query: { status: 'pending', limit: MOST, ...(isMine && { asked: 'me' as const }) } } },
    { keep: true },
  );
  return (
    <Stack>
      <Row>
        <Select
          label="Asked"
          options={ASKED}
          value={isMine ? 'me' : ''}
          onValue={(value) => go({ asked: value || undefined })}
        />
      </Row>
      <Loaded query={query}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title="Nothing waits for you">
              When an agent asks for something that needs a person, it appears here at once.
            </Empty>
          ) : (
            <Inbox items={items} total={total} />
          )
        }
      </Loaded>
    </Stack>
  );
}

const ASKED = [
  { value: '', name: 'Everything that waits' },
  { value: 'me', name: 'What you are asked' },
];

function Inbox({ items, total }: { items: readonly Approval[]; total: number }) {
  const bundles = useMemo(() => bundled(items), [items]);
  return (
    <>
      <p className={styles.keys}>
        <kbd>j</kbd> and <kbd>k</kbd> to move, <kbd>Enter</kbd> to open; <kbd>a</kbd> and <kbd>r</kbd> to
        approve or reject.
      </p>
      <ul className={styles.list}>
        {bundles.map(
          ([first, ...others]) =>
            first && (
              <li key={first.approval_id}>
                <Item item={first} alike={others.length} />
              </li>
            ),
        )}
      </ul>
      {total > items.length && <p className={styles.keys}>{total - items.length} more wait behind these.</p>}
    </>
  );
}

interface ItemProps {
  item: Approval;
  /** How many others differ only in their targets. */
  alike: number;
}

function Item({ item, alike }: ItemProps) {
  const { approval_id: id, action, agent_id: agent, user_id: user, reasoning, decisions } = item;
  const navigate = useNavigate();
  const open = (decide: Verb) => void navigate({ to: '/approvals/$id', params: { id }, search: { decide } });
  return (
    <Link
      to="/approvals/$id"
      params={{ id }}
      className={styles.item}
      {...rowOf({ a: () => open('approve'), r: () => open('reject') })}
      tabIndex={0}
    >
      <span className={styles.what}>
        <ForeignText oneLine text={action} />
      </span>
      <span className={styles.left}>
        <TimeLeft until={item.expires_at} />
      </span>
      <span className={styles.why}>
        {reasoning && <ForeignText cut limit={200} text={withTimes(reasoning.replace(/^Escalate: /, ''))} />}
      </span>
      <span className={styles.meta}>
        <AskedFor approval={item} />
        {alike > 0 && <Badge tone="accent">{alike + 1} alike: decide them together</Badge>}
        {item.risk_level && <Risk level={item.risk_level} />}
        {item.required_approvals > 1 && (
          <Badge>
            {decisions.length} of {item.required_approvals} approvals
          </Badge>
        )}
        <span className={styles.who}>
          {agent !== null && <AgentName id={agent} />}
          {agent === null && user && <ForeignText cut limit={60} text={user} />}
        </span>
        <Ago time={item.created_at} />
      </span>
    </Link>
  );
}
