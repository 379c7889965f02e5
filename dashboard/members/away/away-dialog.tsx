/** When a member is away, and who decides on approvals for them meanwhile. */
import { useState } from 'react';
import type { Member } from '../../../client/api.ts';
import { faultsOf } from '../../api/client.ts';
import { type ReadData, type ReadPath, useRead, useWrite } from '../../api/read.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Dialog } from '../../ui/forms/dialog.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { harmless } from '../../ui/harmless.ts';
import { Loaded } from '../../ui/state.tsx';
import { Moment, serverNow } from '../../ui/time/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { localOf, momentOf } from './local-time.ts';

const PATH = '/api/v1/members/{member_id}/stand-in';
const STALE: readonly ReadPath[] = [PATH, '/api/v1/members', '/api/v1/groups'];
const DAY_MS = 86_400_000;

type Away = NonNullable<Member['away']>;
type Choices = ReadData<typeof PATH>['choices'];

export function AwayUntil({ away: { from, to } }: { away: Away }) {
  return (
    <>
      <Moment time={from} /> to <Moment time={to} />
    </>
  );
}

interface AwayDialogProps {
  /** An id, or `me`. */
  memberId: string;
  /** null for oneself. */
  name: string | null;
  onClose: () => void;
}

export function AwayDialog({ memberId, name, onClose }: AwayDialogProps) {
  const query = useRead(PATH, { params: { path: { member_id: memberId } } });
  return (
    <Dialog
      keepOpen
      onClose={onClose}
      title={
        name === null ? (
          'Out of office'
        ) : (
          <>
            The absence of <ForeignText cut limit={60} text={name} />
          </>
        )
      }
      description="Someone else decides meanwhile, in the same groups. They can’t pass it on, and no one decides on what they asked for themselves."
    >
      <Loaded query={query}>
        {({ away, choices }) => (
          <AwayForm memberId={memberId} away={away} choices={choices} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  );
}

interface AwayFormProps {
  memberId: string;
  away: Away | null;
  choices: Choices;
  onClose: () => void;
}

function AwayForm({ memberId, away, choices, onClose }: AwayFormProps) {
  const [standIn, setStandIn] = useState(away?.stand_in ?? choices[0]?.member_id ?? '');
  const [from, setFrom] = useState(() => localOf(away === null ? serverNow() : Date.parse(away.from)));
  const [to, setTo] = useState(() => localOf(away === null ? serverNow() + 7 * DAY_MS : Date.parse(away.to)));
  const params = { path: { member_id: memberId } };
  const save = useWrite((api) => {
    const body = { member_id: standIn, from: momentOf(from), to: momentOf(to) };
    return api.PUT(PATH, { params, body });
  }, STALE);
  const faults = faultsOf(save.error);
  const isAtField = ['member_id', 'from', 'to'].some((field) => faults.of(field) !== undefined);
  if (choices.length === 0) return <p>There is no other member whose role lets them decide.</p>;
  const done = () => {
    toast('The absence is noted');
    onClose();
  };
  return (
    <Form
      act="Save"
      onSubmit={() => save.mutate(undefined, { onSuccess: done })}
      onCancel={onClose}
      sent={save}
      error={isAtField ? null : save.error?.message}
      disabled={from === '' || to === ''}
    >
      <SelectField
        label="Stand-in"
        options={choices.map(({ member_id: value, name }) => ({ value, name: harmless(name) }))}
        error={faults.of('member_id')}
        value={standIn}
        onValue={setStandIn}
      />
      <TextField
        label="From"
        type="datetime-local"
        error={faults.of('from')}
        value={from}
        onValue={setFrom}
      />
      <TextField
        label="Until"
        type="datetime-local"
        hint="Both in your own time zone."
        error={faults.of('to')}
        value={to}
        onValue={setTo}
      />
      {away && <EndAbsence memberId={memberId} label="End the absence now" onDone={onClose} />}
    </Form>
  );
}

interface EndAbsenceProps {
  memberId: string;
  label: string;
  onDone?: () => void;
}

/** Ends an absence, or takes back one that was announced. */
export function EndAbsence({ memberId, label, onDone }: EndAbsenceProps) {
  const end = useWrite((api) => api.DELETE(PATH, { params: { path: { member_id: memberId } } }), STALE);
  const done = () => {
    toast('The absence has ended');
    onDone?.();
  };
  return (
    <>
      <Button look="quiet" busy={end.isPending} onClick={() => end.mutate(undefined, { onSuccess: done })}>
        {label}
      </Button>
      {end.error && <p role="alert">{end.error.message}</p>}
    </>
  );
}
