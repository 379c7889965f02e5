/** Everything that can get in, kept or revoked line by line, and the reviews that were closed. */
import { useSearch } from '@tanstack/react-router';
import type { AccessReview, AccessReviewInFull } from '../../client/api.ts';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Button, ButtonAnchor, ButtonLink } from '../ui/forms/button.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Empty, Loaded, Notice } from '../ui/state.tsx';
import { type Column, RowActs } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Moment } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { DecidedLines, OpenLines } from './lines.tsx';

const PATH = '/api/v1/access-reviews';
const ONE = '/api/v1/access-reviews/{review_id}';
const LEAD = 'Look at everyone and everything that can get in. Each press is recorded.';

export function AccessReviewPage() {
  const { payloads } = useMay();
  const isSandbox = useEnvironment() === 'sandbox';
  if (isSandbox || !payloads)
    return (
      <Page title="Access review" lead={LEAD}>
        <Notice>
          {isSandbox
            ? 'One review is of both environments: look at it in production.'
            : 'Your role does not show reviews of access. Ask an owner.'}
        </Notice>
      </Page>
    );
  return <Reviews />;
}

function Reviews() {
  const { review: asked } = useSearch({ strict: false }) as { review?: string };
  const newest = useRead(PATH, { params: { query: { limit: 1 } } });
  const open = newest.data?.items.find(({ status }) => status === 'open');
  const id = typeof asked === 'string' ? asked : open?.review_id;
  return id === undefined ? (
    <Page title="Access review" lead={LEAD} actions={<Start />}>
      <Loaded query={newest}>
        {() => (
          <Card flush>
            <Empty title="No review is open">
              Start one. It lists members, invitations, places in groups, keys, agents, chat accounts and
              issuers.
            </Empty>
          </Card>
        )}
      </Loaded>
      <Earlier />
    </Page>
  ) : (
    <OneReview id={id} />
  );
}

function Start() {
  const { members: mayReview } = useMay();
  const start = useWrite((api) => api.POST(PATH), [PATH]);
  if (!mayReview) return null;
  return (
    <Button
      look="primary"
      busy={start.isPending}
      onClick={() =>
        start.mutate(undefined, { onError: ({ message }) => toast('That did not work', message) })
      }
    >
      Start a review
    </Button>
  );
}

function OneReview({ id }: { id: string }) {
  const query = useRead(ONE, { params: { path: { review_id: id } } });
  return (
    <Page
      title="Access review"
      lead={LEAD}
      actions={
        <>
          <Download id={id} />
          {query.data?.status === 'open' && <Close review={query.data} />}
        </>
      }
    >
      <Loaded query={query}>{(review) => <Whole review={review} />}</Loaded>
    </Page>
  );
}

function Whole({ review }: { review: AccessReviewInFull }) {
  const { members: mayReview } = useMay();
  const left = review.lines.filter(({ decided }) => decided === null);
  const decided = review.lines.filter((line) => line.decided !== null);
  const { kept, revoked, by_self: own } = review.counts;
  if (review.status === 'closed')
    return (
      <>
        <p>
          Closed by {review.closed_by && <Party id={review.closed_by} />},{' '}
          {review.closed_at && <Moment time={review.closed_at} />}: {kept} kept, {revoked} revoked.
          {own > 0 && ` Of those kept, ${own} are the reviewer's own: no other person could review.`}
        </p>
        <DecidedLines lines={decided} />
      </>
    );
  return (
    <>
      <p>
        Started by <Party id={review.started_by} />, <Moment time={review.started_at} />. {decided.length} of{' '}
        {review.lines.length} lines are decided.
      </p>
      {review.alone && mayReview && (
        <Notice tone="warning">
          No other person can review, so you may keep your own access. The record says so. Make another member
          an owner to have it reviewed.
        </Notice>
      )}
      <Tabs
        label="Access review"
        tabs={[
          {
            name: 'left',
            label: `To decide (${left.length})`,
            content: <OpenLines reviewId={review.review_id} lines={left} alone={review.alone} />,
          },
          {
            name: 'decided',
            label: `Decided (${decided.length})`,
            content: <DecidedLines lines={decided} />,
          },
          { name: 'earlier', label: 'Earlier reviews', content: <Earlier /> },
        ]}
      />
    </>
  );
}

function Close({ review: { review_id: id, lines } }: { review: AccessReviewInFull }) {
  const { members: mayReview } = useMay();
  const close = useWrite(
    (api) => api.POST(`${PATH}/{review_id}/close`, { params: { path: { review_id: id } } }),
    [PATH, ONE],
  );
  if (!mayReview) return null;
  return (
    <Button
      look="primary"
      busy={close.isPending}
      disabled={lines.some(({ decided }) => decided === null)}
      onClick={() =>
        close.mutate(undefined, {
          onSuccess: () => toast('The review is closed'),
          onError: ({ message }) => toast('That did not work', message),
        })
      }
    >
      Close the review
    </Button>
  );
}

function Download({ id }: { id: string }) {
  const address = `${prefixOf(useEnvironment())}${PATH}/${encodeURIComponent(id)}/export`;
  return (
    <ButtonAnchor href={`${address}?format=csv`} download="assize-access-review.csv">
      CSV
    </ButtonAnchor>
  );
}

const EARLIER: readonly Column<AccessReview>[] = [
  { name: 'Closed', bare: true, cell: ({ closed_at: at }) => at && <Moment time={at} /> },
  { name: 'By', cell: ({ closed_by: by }) => by && <Party id={by} /> },
  { name: 'Kept', end: true, cell: ({ counts }) => counts.kept },
  { name: 'Revoked', end: true, cell: ({ counts }) => counts.revoked },
  {
    name: 'Look',
    bare: true,
    cell: ({ review_id: review }) => (
      <RowActs>
        <ButtonLink
          size="small"
          to="/access-review"
          search={({ env }: { env?: 'sandbox' }) => ({ env, review })}
        >
          Look
        </ButtonLink>
      </RowActs>
    ),
  },
];

function Earlier() {
  const { at, pages } = useCursor();
  const query = useRead(PATH, { params: { query: { limit: 20, ...at } } }, { keep: true });
  return (
    <List
      title="Earlier reviews"
      query={query}
      items={({ items }) => items.filter(({ status }) => status === 'closed')}
      empty={['No review is closed yet', 'A review should be closed at least each 90 days.']}
      caption="Closed reviews, newest first"
      columns={EARLIER}
      keyOf={({ review_id: id }) => id}
      pages={pages}
    />
  );
}
