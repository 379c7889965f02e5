/** How people decide: how many, how fast, and whether anyone approves without looking. */
import type { DecidingStatistics } from '../../../client/api.ts';
import { useRead } from '../../api/read.ts';
import { Party } from '../../members/party.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { List } from '../../ui/list.tsx';
import { formatCount } from '../../ui/money.ts';
import { Row, Stack } from '../../ui/page.tsx';
import type { Column } from '../../ui/table.tsx';
import { Ago, durationOf } from '../../ui/time/time.tsx';
import { TimeRangePicker, useTimeRange } from '../../ui/time/time-range-picker.tsx';

export function Statistics() {
  const { fromMs, toMs } = useTimeRange('30d');
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  const query = useRead('/api/v1/approvals/statistics', { params: { query: { from, to } } }, { keep: true });
  return (
    <Stack>
      <Row>
        <TimeRangePicker otherwise="30d" />
      </Row>
      <List
        title="By person"
        query={query}
        items={({ people }) => people}
        empty={['Nothing was decided', 'Choose a longer time.']}
        caption="Decisions by person"
        columns={[...OF_PERSON, ...FIGURES, ...PRESSES]}
        keyOf={({ parties }) => parties.join(' ')}
      />
      <List
        title="By route"
        query={query}
        items={({ routes }) => routes}
        caption="Decisions by route"
        columns={[...OF_ROUTE, ...FIGURES, ...STATES]}
        keyOf={({ route }) => route ?? ''}
      />
    </Stack>
  );
}

type FiguresOfPerson = DecidingStatistics['people'][number];
type FiguresOfRoute = DecidingStatistics['routes'][number];
type Figures = Pick<FiguresOfPerson, 'decided' | 'approved_share' | 'median_seconds' | 'p90_seconds'>;

const FIGURES: readonly Column<Figures>[] = [
  { name: 'Decided', end: true, cell: ({ decided }) => formatCount(decided) },
  { name: 'Approved', end: true, cell: ({ approved_share: share }) => percentOf(share) },
  { name: 'Half within', end: true, cell: ({ median_seconds: seconds }) => timeOf(seconds) },
  { name: 'Nine of ten within', end: true, cell: ({ p90_seconds: seconds }) => timeOf(seconds) },
];

const OF_PERSON: readonly Column<FiguresOfPerson>[] = [
  { name: 'Person', bare: true, cell: (person) => <Who person={person} /> },
];

/** Approving within three seconds of seeing it is too fast to have read it. */
const PRESSES: readonly Column<FiguresOfPerson>[] = [
  {
    name: 'Within 3 s',
    end: true,
    cell: ({ quick_presses: quick, presses }) => percentOf(presses === 0 ? null : quick / presses),
  },
];

const OF_ROUTE: readonly Column<FiguresOfRoute>[] = [
  {
    name: 'Route',
    bare: true,
    cell: ({ route }) => (route === null ? 'No route' : <ForeignText cut limit={80} text={route} />),
  },
];

const STATES: readonly Column<FiguresOfRoute>[] = [
  { name: 'Waiting now', end: true, cell: ({ pending_now: waiting }) => formatCount(waiting) },
  { name: 'Expired', end: true, cell: ({ expired }) => formatCount(expired) },
];

function Who({ person: { name, parties, last_hasty_at: hasty } }: { person: FiguresOfPerson }) {
  return (
    <>
      <div>
        {name === null ? <Party id={parties[0] ?? ''} /> : <ForeignText cut limit={60} text={name} />}
      </div>
      {hasty !== null && (
        <div>
          <Badge tone="warning">Approved many in a row within 3 s</Badge> <Ago time={hasty} />
        </div>
      )}
    </>
  );
}

function percentOf(share: number | null): string {
  return share === null ? '—' : `${Math.round(share * 100)} %`;
}

function timeOf(seconds: number | null): string {
  return seconds === null ? '—' : durationOf(seconds * 1000);
}
