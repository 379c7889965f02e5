/** The routes of approvals: whom a held action asks. The first one that fits counts, so their order matters. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { CurrentSettings } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { Card, Stack } from '../ui/page.tsx';
import { Empty, Notice } from '../ui/state.tsx';
import { type Column, RowActs, Table } from '../ui/table.tsx';
import { type ApprovalRoute, conditionsOf, moved } from './draft.ts';
import { type PutRoutes, useRoutes } from './put-routes.ts';
import { RouteForm } from './route-form.tsx';
import { WhoIsAsked } from './who-is-asked.tsx';

interface Placed {
  route: ApprovalRoute;
  place: number;
}

export function Routes({ current }: { current: CurrentSettings }) {
  const { manage } = useMay();
  const routes = current.settings.approvals.routes ?? [];
  const put = useRoutes(current);
  const [open, setOpen] = useState<number | null>(null);
  const placed = routes.map((route, place) => ({ route, place }));
  return (
    <Stack>
      <Card
        title="Routes"
        flush
        actions={
          manage && (
            <Button size="small" onClick={() => setOpen(routes.length)}>
              Add route
            </Button>
          )
        }
      >
        {put.error && open === null && <Notice tone="bad">{put.error.message}</Notice>}
        {placed.length === 0 ? (
          <Empty title="No route yet">Everyone who may approve is asked about every held action.</Empty>
        ) : (
          <Table
            caption="Routes, in their order: the first that fits counts"
            columns={[
              ...COLUMNS,
              {
                name: 'Acts',
                bare: true,
                cell: (each) => manage && <Acts {...each} routes={routes} put={put} onChange={setOpen} />,
              },
            ]}
            items={placed}
            keyOf={({ place }) => String(place)}
          />
        )}
      </Card>
      <WhoIsAsked />
      {open !== null && (
        <RouteForm
          routes={routes}
          place={open}
          put={put}
          onClose={() => {
            put.reset();
            setOpen(null);
          }}
        />
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<Placed>[] = [
  {
    name: 'Route',
    bare: true,
    cell: ({ route: { name } }) => (
      <strong>
        <ForeignText cut limit={80} text={name} />
      </strong>
    ),
  },
  { name: 'When', cell: ({ route }) => <Conditions route={route} /> },
  { name: 'Asks', cell: ({ route }) => <Asks route={route} /> },
  {
    name: 'Until',
    cell: ({ route: { deadline_minutes: minutes } }) => (minutes ? `${minutes} min` : 'as set'),
  },
];

function Conditions({ route }: { route: ApprovalRoute }) {
  const conditions = conditionsOf(route);
  if (conditions.length === 0) return 'always';
  return (
    <ul>
      {conditions.map(({ words, text }) => (
        <li key={words}>
          {words} {text !== undefined && <ForeignText cut limit={80} text={text} />}
        </li>
      ))}
    </ul>
  );
}

function Asks({ route: { ask, later } }: { route: ApprovalRoute }) {
  return (
    <ul>
      {ask.length === 0 && <li>everyone who may approve</li>}
      {ask.map(({ group, approvals }) => (
        <li key={group}>
          {approvals} of <GroupName id={group} />
        </li>
      ))}
      {later && (
        <li>
          after {later.after_minutes} min also{' '}
          {later.groups.map((group, place) => (
            <span key={group}>
              {place > 0 && ', '}
              <GroupName id={group} />
            </span>
          ))}
        </li>
      )}
    </ul>
  );
}

function GroupName({ id }: { id: string }) {
  const { data } = useRead('/api/v1/groups', {});
  const found = data?.groups.find(({ group_id }) => group_id === id);
  if (data !== undefined && found === undefined) return 'a group that is deleted';
  return <ForeignText cut limit={60} text={found?.name ?? id} />;
}

interface ActsProps extends Placed {
  routes: readonly ApprovalRoute[];
  put: PutRoutes;
  onChange: (place: number) => void;
}

function Acts({ route, place, routes, put, onChange }: ActsProps) {
  const move = (to: number) => put.mutate(moved(routes, place, to));
  return (
    <RowActs>
      <Button
        size="small"
        look="quiet"
        aria-label="Earlier"
        disabled={place === 0 || put.isPending}
        onClick={() => move(place - 1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        size="small"
        look="quiet"
        aria-label="Later"
        disabled={place === routes.length - 1 || put.isPending}
        onClick={() => move(place + 1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button size="small" onClick={() => onChange(place)}>
        Change
      </Button>
      <ConfirmButton
        label="Delete…"
        buttonLook="quiet"
        title="Delete this route?"
        description={
          <>
            What <ForeignText cut limit={80} text={route.name} /> asked about follows the next route that
            fits. Approvals that wait keep it.
          </>
        }
        act="Delete"
        onSubmit={() => put.mutateAsync(routes.filter((_, at) => at !== place))}
        done="The route is deleted"
      />
    </RowActs>
  );
}
