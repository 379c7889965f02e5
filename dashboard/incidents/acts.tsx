/** Changes, closes and reopens an incident, and notes who was told and what belongs to it. */
import { type ReactNode, useState } from 'react';
import type { IncidentInFull, paths } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { type ReadPath, useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Choice, TextArea, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { serverNow } from '../ui/time/time.tsx';
import { bodyOf, Describing, type Draft } from './describing.tsx';
import { isoOf, localOf } from './words.ts';

const STALE: readonly ReadPath[] = ['/api/v1/incidents', '/api/v1/incidents/{incident_id}'];

interface ActProps {
  incident: IncidentInFull;
  onClose: () => void;
}

type Changed = NonNullable<
  paths['/api/v1/incidents/{incident_id}']['patch']['requestBody']
>['content']['application/json'];

const pathOf = ({ incident_id }: IncidentInFull) => ({ params: { path: { incident_id } } });

/** Sends the version that is shown, so that a change which came meanwhile is not overwritten. */
function useChange(incident: IncidentInFull) {
  const { version } = incident;
  return useWrite(
    (api, body: Changed) =>
      api.PATCH('/api/v1/incidents/{incident_id}', { ...pathOf(incident), body: { ...body, version } }),
    STALE,
  );
}

export function ChangeIncident({ incident, onClose }: ActProps) {
  const change = useChange(incident);
  const [draft, setDraft] = useState<Draft>({
    title: incident.title ?? '',
    description: incident.description ?? '',
    severity: incident.severity,
    harms: incident.harms,
    happenedAt: localOf(Date.parse(incident.happened_at)),
    noticedAt: localOf(Date.parse(incident.noticed_at)),
    responsible: incident.responsible ?? '',
  });
  const [first] = useState(draft);
  const faults = faultsOf(change.error);
  const { happened_at, noticed_at, ...rest } = bodyOf(draft);
  // The fields know no seconds: a time that was not touched stays as it is.
  const times = {
    ...(draft.happenedAt !== first.happenedAt && happened_at !== undefined && { happened_at }),
    ...(draft.noticedAt !== first.noticedAt && noticed_at !== undefined && { noticed_at }),
  };
  return (
    <FormDialog
      keepOpen
      large
      onClose={onClose}
      title="Change the incident"
      description="Each change is recorded as evidence, with your name."
      act="Save"
      disabled={draft.title.trim() === ''}
      error={faults.whole}
      onSubmit={() => change.mutateAsync({ ...rest, ...times })}
      done="The incident is changed"
    >
      <Describing
        draft={draft}
        errorOf={faults.of}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
    </FormDialog>
  );
}

export function CloseIncident({ incident, onClose }: ActProps) {
  const [cause, setCause] = useState(incident.cause ?? '');
  const [remedy, setRemedy] = useState(incident.remedy ?? '');
  const close = useWrite(
    (api) =>
      api.POST('/api/v1/incidents/{incident_id}/close', {
        ...pathOf(incident),
        body: { cause: cause.trim(), remedy: remedy.trim() },
      }),
    STALE,
  );
  return (
    <FormDialog
      keepOpen={cause !== '' || remedy !== ''}
      onClose={onClose}
      title="Close the incident"
      description="Say why it happened, and what was done so that it does not happen again."
      act="Close"
      disabled={cause.trim() === '' || remedy.trim() === ''}
      onSubmit={() => close.mutateAsync(undefined)}
      done="The incident is closed"
    >
      <TextArea label="Cause" maxLength={4000} value={cause} onValue={setCause} />
      <TextArea label="Remedy" maxLength={4000} value={remedy} onValue={setRemedy} />
    </FormDialog>
  );
}

export function ReopenIncident({ incident, onClose }: ActProps) {
  const reopen = useWrite(
    (api, reason: string) =>
      api.POST('/api/v1/incidents/{incident_id}/reopen', { ...pathOf(incident), body: { reason } }),
    STALE,
  );
  return (
    <FormDialog
      onClose={onClose}
      title="Reopen the incident"
      act="Reopen"
      reason={{ hint: 'It is recorded.', maxLength: 1000, isRequired: true }}
      onSubmit={(reason) => reopen.mutateAsync(reason)}
      done="The incident is open again"
    />
  );
}

export function TellOfIncident({ incident }: { incident: IncidentInFull }) {
  return (
    <WhileOpen incident={incident} label="Note who was told…">
      {(onClose) => <Tell incident={incident} onClose={onClose} />}
    </WhileOpen>
  );
}

function Tell({ incident, onClose }: ActProps) {
  const change = useChange(incident);
  const [who, setWho] = useState('');
  const [how, setHow] = useState('');
  const [first] = useState(localOf(serverNow()));
  const [at, setAt] = useState(first);
  const [authority, setAuthority] = useState(false);
  // The field knows no seconds, and now is never before it happened.
  const toldAt = at === first ? new Date(serverNow()).toISOString() : isoOf(at);
  const told = { who: who.trim(), how: how.trim(), at: toldAt ?? '', authority };
  const place = `told.${incident.told?.length ?? 0}`;
  const faults = faultsOf(change.error);
  return (
    <FormDialog
      keepOpen={who !== ''}
      onClose={onClose}
      title="Note who was told"
      act="Note"
      disabled={told.who === '' || told.how === '' || told.at === ''}
      error={faults.whole}
      onSubmit={() => change.mutateAsync({ told: [...(incident.told ?? []), told] })}
      done="It is noted"
    >
      <TextField label="Who" maxLength={200} value={who} onValue={setWho} />
      <TextField label="How" hint="For example by mail." maxLength={200} value={how} onValue={setHow} />
      <TextField
        label="When"
        type="datetime-local"
        error={faults.of(`${place}.at`)}
        value={at}
        onValue={setAt}
      />
      <Choice
        label="They are an authority to which serious incidents are reported"
        checked={authority}
        onValue={setAuthority}
      />
    </FormDialog>
  );
}

export function AddRecord({ incident }: { incident: IncidentInFull }) {
  return (
    <WhileOpen incident={incident} label="Add…">
      {(onClose) => <AddOne incident={incident} onClose={onClose} />}
    </WhileOpen>
  );
}

function AddOne({ incident, onClose }: ActProps) {
  const change = useChange(incident);
  const [id, setId] = useState('');
  const faults = faultsOf(change.error);
  return (
    <FormDialog
      onClose={onClose}
      title="Add a record"
      act="Add"
      disabled={id.trim() === ''}
      error={faults.whole}
      onSubmit={() => change.mutateAsync({ records: [...incident.records, id.trim()] })}
      done="The record is added"
    >
      <TextField
        label="Evidence id"
        hint="Such as ev_…, from the page of the record."
        error={faults.of(`records.${incident.records.length}`)}
        spellCheck={false}
        value={id}
        onValue={setId}
      />
    </FormDialog>
  );
}

interface WhileOpenProps {
  incident: IncidentInFull;
  label: string;
  children: (onClose: () => void) => ReactNode;
}

/** A button for those who may change an open incident. */
function WhileOpen({ incident, label, children }: WhileOpenProps) {
  const { write } = useMay();
  const [asked, setAsked] = useState(false);
  if (!write || incident.status !== 'open') return null;
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        {label}
      </Button>
      {asked && children(() => setAsked(false))}
    </>
  );
}
