/** All evidence, newest first: filtered, and scrolled through in one list of any length. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, ButtonLink } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { Page } from '../ui/page.tsx';
import { serverNow } from '../ui/time/time.tsx';
import { timeRangeOf } from '../ui/time/time-range.ts';
import { TimeRangePicker } from '../ui/time/time-range-picker.tsx';
import styles from './evidence.module.css';
import { EvidenceList } from './evidence-list.tsx';
import { type EvidenceSearch, evidenceSearchOf, TYPES, VERDICTS } from './search.ts';

const OTHERWISE = '30d';

export function EvidencePage() {
  const search = evidenceSearchOf(useAddress()[0]);
  // The list keeps the moment it was opened: newer records are offered, and do not push it down.
  const [openedAt, setOpenedAt] = useState(serverNow);
  const { fromMs, toMs } = timeRangeOf(search, openedAt, OTHERWISE);
  const filter = {
    ...(search.type !== undefined && { artifact_type: search.type }),
    ...(search.action !== undefined && { action: search.action }),
    ...(search.verdict !== undefined && { verdict: search.verdict }),
    from_date: new Date(fromMs).toISOString(),
  };
  const until = search.to === undefined ? openedAt : toMs;
  return (
    <Page
      title="Evidence"
      lead="Every verdict, decision and change, in the order in which it was recorded."
      actions={<ButtonLink to="/verify">Verify an export</ButtonLink>}
    >
      <Filters search={search} />
      <EvidenceList
        key={JSON.stringify([filter, until])}
        filter={filter}
        until={until}
        isMoving={search.to === undefined}
        onRenew={() => setOpenedAt(serverNow())}
      />
    </Page>
  );
}

const TYPE_OPTIONS = [
  { value: '', name: 'Every type' },
  ...Object.entries(TYPES).map(([value, name]) => ({ value, name })),
];
const VERDICT_OPTIONS = [
  { value: '', name: 'Every verdict' },
  ...VERDICTS.map((value) => ({ value, name: value })),
];

function Filters({ search }: { search: EvidenceSearch }) {
  const [, go] = useAddress();
  return (
    <search className={styles.filters}>
      <Select
        label="Type"
        options={TYPE_OPTIONS}
        value={search.type ?? ''}
        onValue={(type) => go({ type: type || undefined }, true)}
      />
      <Select
        label="Verdict"
        options={VERDICT_OPTIONS}
        value={search.verdict ?? ''}
        onValue={(verdict) => go({ verdict: verdict || undefined }, true)}
      />
      <ActionFilter
        action={search.action ?? ''}
        onChange={(action) => go({ action: action || undefined }, true)}
      />
      <TimeRangePicker otherwise={OTHERWISE} />
      {Object.keys(search).length > 0 && (
        <Link to="/evidence" search={({ env }: { env?: 'sandbox' }) => ({ env })}>
          Clear
        </Link>
      )}
    </search>
  );
}

function ActionFilter({ action, onChange }: { action: string; onChange: (action: string) => void }) {
  const [typed, setTyped] = useState(action);
  return (
    <form
      className={styles.action}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim());
      }}
    >
      <input
        aria-label="Action, exactly"
        placeholder="Action, exactly"
        className={styles.filter}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit">Find</Button>
    </form>
  );
}
