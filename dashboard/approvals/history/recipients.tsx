/** How often this agent's calls to the same recipients were decided about, and what the last decision was. */
import { type ReadData, useRead } from '../../api/read.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { ApprovalLink } from '../../ui/navigation/links.tsx';
import { Card, Stack } from '../../ui/page.tsx';
import { Loaded } from '../../ui/state.tsx';
import { Ago } from '../../ui/time/time.tsx';
import styles from '../approvals.module.css';
import { Changes } from '../correct/changes.tsx';
import { Decider, Status } from './decided-by.tsx';

type Earlier = ReadData<'/api/v1/approvals/{approval_id}/earlier'>;
type Decided = NonNullable<Earlier['recipients'][number]['last']>;

function useEarlier(id: string) {
  return useRead('/api/v1/approvals/{approval_id}/earlier', { params: { path: { approval_id: id } } });
}

export function Recipients({ id }: { id: string }) {
  const query = useEarlier(id);
  if (query.data?.recipients.length === 0) return null;
  return (
    <Card title="This agent and whom it reaches">
      <Loaded query={query} lines={2}>
        {({ recipients, looked_at: lookedAt, complete }) => (
          <Stack>
            <ul className={styles.earlier}>
              {recipients.map((recipient) => (
                <li key={`${recipient.kind} ${recipient.value}`}>
                  <strong>
                    <ForeignText cut limit={80} text={recipient.value} />
                  </strong>
                  <p>{countsOf(recipient)}</p>
                  {recipient.last && (
                    <p>
                      Last: <Last decided={recipient.last} />
                    </p>
                  )}
                </li>
              ))}
            </ul>
            {!complete && (
              <p className={styles.small}>Among the last {lookedAt} decisions on this agent’s calls.</p>
            )}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function countsOf({ approved, rejected }: Earlier['recipients'][number]): string {
  if (approved + rejected === 0) return 'No call that reached it was decided before.';
  const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
  const parts = [
    ...(approved === 0 ? [] : [`approved ${times(approved)}`]),
    ...(rejected === 0 ? [] : [`rejected ${times(rejected)}`]),
  ];
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function Last({
  decided: { approval_id: id, status, resolved_at: at, decided_by: deciders },
}: {
  decided: Decided;
}) {
  return (
    <>
      <Status status={status} />{' '}
      <ApprovalLink id={id}>{at === null ? 'decided' : <Ago time={at} />}</ApprovalLink>
      {deciders.map(({ party, name, said_by_key: key }, place) => (
        <span key={party}>
          {place === 0 ? ', by ' : ' and '}
          <Decider party={party} name={name} saidByKey={key} />
        </span>
      ))}
    </>
  );
}

/** The arguments that differ from those of the last approved call of the same agent and action. */
export function SinceLastApproved({ id }: { id: string }) {
  const { data } = useEarlier(id);
  const last = data?.last_approved ?? null;
  if (last === null) return null;
  return (
    <Card title="Compared with the last one approved">
      <Stack>
        <p>
          <Last decided={last} />
        </p>
        {last.changed.length === 0 ? (
          <p>The arguments are the same.</p>
        ) : (
          <Changes changed={last.changed.slice(0, MOST_CHANGES)} />
        )}
        {last.changed.length > MOST_CHANGES && <p>{last.changed.length - MOST_CHANGES} more differ.</p>}
      </Stack>
    </Card>
  );
}

const MOST_CHANGES = 20;
