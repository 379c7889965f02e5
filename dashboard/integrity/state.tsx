/** The state at the last check, and the alarms that no one has acknowledged. */
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { formatCount } from '../ui/money.ts';
import { Stat, Stats, StatsWaiting } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { Ago } from '../ui/time/time.tsx';

type Health = ReadData<'/api/v1/evidence/health'>;

export function State() {
  const query = useRead('/api/v1/evidence/health', {}, { everyMs: 30_000 });
  return (
    <Loaded query={query} waiting={<StatsWaiting count={5} />}>
      {(health) => (
        <>
          <Alarms health={health} />
          <Stats>
            <Stat
              name="State"
              value={health.status === 'sound' ? 'Sound' : health.status.replaceAll('_', ' ')}
            />
            <Stat name="Records" value={formatCount(health.total_artifacts)} />
            <Stat name="Last verified" value={health.sound_at ? <Ago time={health.sound_at} /> : 'Never'} />
            <Stat
              name="Last verified in full"
              value={health.fully_sound_at ? <Ago time={health.fully_sound_at} /> : 'Never'}
            />
            <Stat
              name="Signed"
              value={health.checkpoint ? <Ago time={health.checkpoint.signed_at} /> : 'Not yet'}
              note={health.checkpoint && `${formatCount(health.checkpoint.size)} records`}
            />
          </Stats>
        </>
      )}
    </Loaded>
  );
}

function Alarms({ health: { open_alarms: alarms } }: { health: Health }) {
  const [comment, setComment] = useState('');
  const { manage } = useMay();
  const acknowledge = useWrite(
    (api, text: string) =>
      api.POST('/api/v1/evidence/verify/acknowledge', { body: text === '' ? {} : { comment: text } }),
    ['/api/v1/evidence/health'],
  );
  if (alarms.length === 0) return null;
  const action = (
    <ConfirmButton
      label="Acknowledge…"
      large
      title="Acknowledge what was found?"
      description="Evaluations go on. The finding stays on record, and every later verification and export reports it."
      act="Acknowledge"
      onSubmit={() => acknowledge.mutateAsync(comment.trim())}
      done="Acknowledged"
    >
      <TextField
        label="What happened"
        hint="It is recorded as evidence."
        maxLength={1000}
        value={comment}
        onValue={setComment}
      />
    </ConfirmButton>
  );
  return (
    <Notice tone="bad" action={manage && action}>
      <strong>Verification found that the evidence does not hold.</strong> Evaluations are blocked until a
      person acknowledges it.
      <ul>
        {alarms.map((alarm) => (
          <li key={JSON.stringify(alarm)}>
            <ForeignText limit={300} text={textOf(alarm)} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function textOf(alarm: Health['open_alarms'][number]): string {
  return Object.values(alarm)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' · ');
}
