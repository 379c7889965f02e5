/** How you hear what waits for you: by which ways, when not, and from which number of messages on together. */
import { useState } from 'react';
import type { Notifications } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Choice, SelectField, TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Card, Row } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { toast } from '../ui/toast.tsx';

const PATH = '/api/v1/members/me/notifications';
type Quiet = NonNullable<Notifications['quiet']>;

export function Wishes() {
  const wishes = useRead(PATH, {});
  return (
    <Card title="Notifications">
      <Loaded query={wishes} lines={3}>
        {(found) => <Change before={found} />}
      </Loaded>
    </Card>
  );
}

function Change({ before }: { before: Notifications }) {
  const [wishes, setWishes] = useState(before);
  const { mail, push, quiet, digest_above: digestAbove } = wishes;
  const set = (change: Partial<Notifications>) => setWishes({ ...wishes, ...change });
  const save = useWrite((api, body: Notifications) => api.PUT(PATH, { body }), [PATH]);
  const faults = faultsOf(save.error);
  return (
    <Form
      onSubmit={() => save.mutate(wishes, { onSuccess: () => toast('Your wishes are saved') })}
      sent={save}
      error={faults.whole}
      act="Save"
      look="secondary"
    >
      <Choice label="Send me mail" checked={mail} onValue={(isOn) => set({ mail: isOn })} />
      <Choice label="Let my browsers ring" checked={push} onValue={(isOn) => set({ push: isOn })} />
      <Choice
        label="Quiet hours"
        checked={quiet !== null}
        onValue={(isOn) => set({ quiet: isOn ? NIGHT : null })}
      />
      {quiet && <QuietHours quiet={quiet} faultOf={faults.of} onChange={(quiet) => set({ quiet })} />}
      <TextField
        label="Together above so many messages an hour"
        hint="Then they come together, each quarter of an hour. Leave it empty to get each alone."
        type="number"
        min={1}
        max={1000}
        error={faults.of('digest_above')}
        value={digestAbove ?? ''}
        onValue={(text) => set({ digest_above: text === '' ? null : Number(text) })}
      />
    </Form>
  );
}

const NIGHT: Quiet = {
  from: '22:00',
  to: '07:00',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  except_risk_at_least: 'critical',
};

const EXCEPTIONS = [
  { value: 'none', name: 'For nothing' },
  { value: 'critical', name: 'For critical risk' },
  { value: 'high', name: 'For high risk and above' },
  { value: 'medium', name: 'For medium risk and above' },
  { value: 'low', name: 'For any risk' },
] as const;

interface QuietHoursProps {
  quiet: Quiet;
  faultOf: (field: string) => string | undefined;
  onChange: (quiet: Quiet) => void;
}

function QuietHours({ quiet, faultOf, onChange }: QuietHoursProps) {
  const set = (change: Partial<Quiet>) => onChange({ ...quiet, ...change });
  const risk = quiet.except_risk_at_least;
  return (
    <>
      <Row>
        <TextField
          label="From"
          type="time"
          error={faultOf('quiet.from')}
          value={quiet.from}
          onValue={(from) => set({ from })}
        />
        <TextField
          label="To"
          type="time"
          error={faultOf('quiet.to')}
          value={quiet.to}
          onValue={(to) => set({ to })}
        />
      </Row>
      <TextField
        label="Time zone"
        error={faultOf('quiet.time_zone')}
        value={quiet.time_zone}
        onValue={(time_zone) => set({ time_zone })}
      />
      <SelectField
        label="Wake me all the same"
        options={EXCEPTIONS}
        value={risk ?? 'none'}
        onValue={(chosen) => set({ except_risk_at_least: chosen === 'none' ? null : chosen })}
      />
    </>
  );
}
