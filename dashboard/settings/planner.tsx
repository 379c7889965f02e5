/** The model that plans tasks. Its key goes in, and never comes back. */
import { useState } from 'react';
import type { NewPlanner, Planner } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useRead, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { SelectField, TextField } from '../ui/forms/field.tsx';
import { ConfirmButton, FormDialog } from '../ui/forms/form.tsx';
import { Card, Facts } from '../ui/page.tsx';
import { Empty, Loaded, Notice } from '../ui/state.tsx';
import { Ago } from '../ui/time/time.tsx';

const PATH = '/api/v1/planner';

export function PlannerSettings() {
  const query = useRead(PATH, {});
  return (
    <Loaded query={query} lines={4}>
      {({ planner }) => <PlannerCard planner={planner} />}
    </Loaded>
  );
}

function PlannerCard({ planner }: { planner: Planner | null }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Card
      title="Planner"
      actions={
        <Button size="small" onClick={() => setChanging(true)}>
          {planner === null ? 'Set a planner…' : 'Change…'}
        </Button>
      }
    >
      {planner === null ? (
        <Empty title="No planner yet">
          A model of yours can plan each task before the agent reads anything. It sees the task and your
          accepted tools, never a result.
        </Empty>
      ) : (
        <ShownPlanner planner={planner} />
      )}
      {isChanging && <PlannerForm planner={planner} onClose={() => setChanging(false)} />}
    </Card>
  );
}

function ShownPlanner({ planner }: { planner: Planner }) {
  const test = useWrite((api) => api.POST('/api/v1/planner/test', { body: {} }), []);
  const remove = useWrite((api) => api.DELETE(PATH), [PATH]);
  const { works, fault, duration_ms, input_tokens, output_tokens } = test.data ?? {};
  const tokens = `${input_tokens ?? '?'} tokens in, ${output_tokens ?? '?'} out`;
  return (
    <>
      <Facts
        facts={{
          Model: <ForeignText text={planner.model} />,
          API: APIS.find(({ value }) => value === planner.api)?.name,
          URL: <ForeignText text={planner.url} />,
          Key: 'set, and never shown',
          'Time for a plan': `${planner.timeout_ms / 1000} s`,
          'Longest answer': `${planner.max_output_tokens} tokens`,
          Set: <Ago time={planner.set_at} />,
        }}
      />
      {test.error && <Notice tone="bad">{test.error.message}</Notice>}
      {works === true && <Notice tone="good">{`It works: ${duration_ms} ms, ${tokens}.`}</Notice>}
      {works === false && <Notice tone="bad">{`It does not work. ${fault}`}</Notice>}
      <p>
        <Button size="small" busy={test.isPending} onClick={() => test.mutate(undefined)}>
          Test
        </Button>{' '}
        <ConfirmButton
          label="Remove…"
          buttonLook="quiet"
          title="Remove the planner?"
          description="Its key is deleted too. Mandates that were planned stay as they are."
          act="Remove"
          onSubmit={() => remove.mutateAsync(undefined)}
          done="The planner is removed"
        />
      </p>
    </>
  );
}

const APIS = [
  { value: 'openai', name: 'OpenAI, or compatible' },
  { value: 'anthropic', name: 'Anthropic' },
] as const;

function PlannerForm({ planner, onClose }: { planner: Planner | null; onClose: () => void }) {
  const [draft, setDraft] = useState({
    api: planner?.api ?? APIS[0].value,
    url: planner?.url ?? '',
    model: planner?.model ?? '',
    key: '',
  });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const save = useWrite((api, body: NewPlanner) => api.PUT(PATH, { body }), [PATH]);
  const faults = faultsOf(save.error);
  const isAtField = (['url', 'model', 'key'] as const).some((name) => faults.of(name) !== undefined);
  const { timeout_ms, max_output_tokens } = planner ?? {};
  const { key, ...others } = draft;
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title={planner === null ? 'Set a planner' : 'Change the planner'}
      description="The service asks it as it sends webhooks: by https, and only at public addresses."
      act="Save"
      error={isAtField ? null : save.error?.message}
      onSubmit={() =>
        save.mutateAsync({ ...others, ...(key !== '' && { key }), timeout_ms, max_output_tokens })
      }
      done="The planner is set"
    >
      <SelectField label="API" options={APIS} value={draft.api} onValue={(api) => change({ api })} />
      <TextField
        label="URL"
        type="url"
        inputMode="url"
        placeholder={draft.api === 'openai' ? 'https://api.openai.com/v1' : 'https://api.anthropic.com'}
        error={faults.of('url')}
        value={draft.url}
        onValue={(url) => change({ url })}
      />
      <TextField
        label="Model"
        error={faults.of('model')}
        maxLength={256}
        value={draft.model}
        onValue={(model) => change({ model })}
      />
      <TextField
        label="Key"
        type="password"
        autoComplete="off"
        hint={planner === null ? undefined : 'Left empty, the former key stays.'}
        error={faults.of('key')}
        value={key}
        onValue={(each) => change({ key: each })}
      />
    </FormDialog>
  );
}
