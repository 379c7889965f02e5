/** All evidence, newest first: filtered, in columns that a person chooses, with a record beside the list. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ButtonLink } from '../ui/forms/button.tsx';
import { useShownColumns } from '../ui/lists/shown-columns.ts';
import { Beside } from '../ui/lists/side-panel.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { Page } from '../ui/page.tsx';
import { lazily } from '../ui/state.tsx';
import { serverNow } from '../ui/time/time.tsx';
import { timeRangeOf } from '../ui/time/time-range.ts';
import { BESIDE_A_RECORD, COLUMN_NAMES, COLUMNS, FIRST_SHOWN } from './list/columns.tsx';
import { EvidenceList } from './list/evidence-list.tsx';
import { Filters } from './list/filters.tsx';
import { useHasRoomBeside } from './list/room-beside.ts';
import { ViewsBar } from './list/views-bar.tsx';
import { type EvidenceSearch, evidenceSearchOf, filterOf, readsPayloads } from './search.ts';

const OTHERWISE = '30d';

const RecordPanel = lazily(() => import('./record/panel.tsx'), 'RecordPanel');
const ColumnsMenu = lazily(() => import('../ui/lists/columns-menu.tsx'), 'ColumnsMenu');

export function EvidencePage() {
  const address = useAddress()[0];
  const search = evidenceSearchOf(address);
  const go = useGo();
  const hasRoom = useHasRoomBeside();
  const asked = recordIn(address);
  const open = hasRoom ? asked : undefined;
  useOwnPage(hasRoom ? undefined : asked);
  // The list keeps the moment it was opened: newer records are offered, and do not push it down.
  const [openedAt, setOpenedAt] = useState(serverNow);
  const { fromMs, toMs } = timeRangeOf(search, openedAt, OTHERWISE);
  const filter = { ...filterOf(search), from_date: new Date(fromMs).toISOString() };
  const until = search.to === undefined ? openedAt : toMs;
  const [shown, choose] = useShownColumns('evidence', COLUMN_NAMES, FIRST_SHOWN);
  const names = open === undefined ? shown : shown.filter((name) => BESIDE_A_RECORD.includes(name));
  const close = useCallback(() => void go({ record: undefined }), [go]);
  return (
    <Page
      title="Evidence"
      lead="Every verdict, decision and change, in the order in which it was recorded."
      actions={<ButtonLink to="/verify">Verify an export</ButtonLink>}
    >
      <ViewsBar search={search} shown={shown} choose={choose} />
      <Filters search={search} go={go} otherwise={OTHERWISE} />
      <Beside panel={open !== undefined && <RecordPanel key={open} id={open} onClose={close} />}>
        <EvidenceList
          key={JSON.stringify([filter, until])}
          filter={filter}
          readsPayloads={readsPayloads(search)}
          until={until}
          isMoving={search.to === undefined}
          onRenew={() => setOpenedAt(serverNow())}
          columns={COLUMNS.filter(({ name }) => names.includes(name))}
          open={open}
          actions={<ColumnsMenu columns={COLUMN_NAMES} shown={shown} onChange={choose} />}
        />
      </Beside>
    </Page>
  );
}

function recordIn({ record }: Record<string, unknown>): string | undefined {
  return typeof record === 'string' && record !== '' ? record : undefined;
}

/** Opens a record on its own page, where there is no room for it beside the list. Back leads to the list. */
function useOwnPage(id: string | undefined) {
  const go = useGo();
  const navigate = useNavigate();
  useEffect(() => {
    if (id === undefined) return;
    void go({ record: undefined }).then(() => navigate({ to: '/evidence/$id', params: { id } }));
  }, [id, go, navigate]);
}

/** Changes a part of the address, and leaves the list where it is scrolled to. */
function useGo() {
  const navigate = useNavigate();
  return useCallback(
    (next: EvidenceSearch & { record?: undefined }) =>
      navigate({
        to: '.',
        search: ((previous: object) => ({ ...previous, ...next })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
