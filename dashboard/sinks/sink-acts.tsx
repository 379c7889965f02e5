/** The acts on a sink: changing it, new secrets, pausing and deleting. */
import { useState } from 'react';
import type { Sink } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { type ReadPath, useWrite } from '../api/read.ts';
import { DeleteReceiver } from '../receivers/delete-receiver.tsx';
import { SecretFields, type Texts } from '../receivers/kind-fields.tsx';
import { Button } from '../ui/forms/button.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { SwitchButton } from '../ui/forms/switch-button.tsx';
import { Row } from '../ui/page.tsx';
import { KINDS, kindOf } from './kinds.ts';
import { SinkForm } from './sink-form.tsx';

const STALE: readonly ReadPath[] = ['/api/v1/sinks', '/api/v1/sinks/{sink_id}', '/api/v1/attention'];

export function SinkActs({ sink }: { sink: Sink }) {
  const [opened, setOpened] = useState<'change' | 'secrets' | null>(null);
  const params = { path: { sink_id: sink.id } };
  const resume = useWrite((api) => api.POST('/api/v1/sinks/{sink_id}/resume', { params, body: {} }), STALE);
  const pause = useWrite((api) => api.POST('/api/v1/sinks/{sink_id}/pause', { params, body: {} }), STALE);
  const remove = useWrite((api) => api.DELETE('/api/v1/sinks/{sink_id}', { params }), ['/api/v1/sinks']);
  const close = () => setOpened(null);
  return (
    <Row>
      <Button size="small" onClick={() => setOpened('change')}>
        Change
      </Button>
      {KINDS[kindOf(sink)].secrets.length > 0 && (
        <Button size="small" onClick={() => setOpened('secrets')}>
          New secrets…
        </Button>
      )}
      <SwitchButton
        isOn={sink.status !== 'paused'}
        noun="sink"
        description="Records wait, and are sent in order once you resume it. Those beyond its limits are skipped."
        on="Resume"
        off="Pause"
        enable={resume}
        disable={pause}
      />
      <DeleteReceiver
        noun="sink"
        description="Nothing more is sent to it. What it was sent stays in the evidence, and can be proven by its id."
        remove={() => remove.mutateAsync(undefined)}
        list="/sinks"
      />
      {opened === 'change' && <SinkForm sink={sink} onClose={close} onDone={close} />}
      {opened === 'secrets' && <NewSecrets sink={sink} onClose={close} />}
    </Row>
  );
}

function NewSecrets({ sink, onClose }: { sink: Sink; onClose: () => void }) {
  const [secrets, setSecrets] = useState<Texts>({});
  const save = useWrite(
    (api) =>
      api.PATCH('/api/v1/sinks/{sink_id}', { params: { path: { sink_id: sink.id } }, body: { secrets } }),
    STALE,
  );
  const { of: errorOf, whole } = faultsOf(save.error);
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title="Replace the secrets"
      description="All of them are replaced at once, and the next record goes there. What waits is tried again now."
      act="Replace"
      disabled={Object.keys(secrets).length === 0}
      error={whole}
      onSubmit={() => save.mutateAsync(undefined)}
      done="The secrets are replaced"
    >
      <SecretFields
        fields={KINDS[kindOf(sink)].secrets}
        secrets={secrets}
        onChange={setSecrets}
        errorOf={errorOf}
      />
    </FormDialog>
  );
}
