/** Answers who would be asked for an action now. It records nothing, and asks no one. */
import { useState } from 'react';
import { faultsOf } from '../api/client.ts';
import { SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { Fields } from '../ui/forms/fields.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Card, Stack } from '../ui/page.tsx';
import { RISKS } from './draft.ts';
import { useWho, type WhoDraft } from './use-who.ts';
import { WhoAnswer } from './who-answer.tsx';

export type WhoIsAskedAnswer = NonNullable<ReturnType<typeof useWho>['data']>;

export function WhoIsAsked() {
  const [draft, setDraft] = useState<WhoDraft>({ action: '', agent: '', risk: 'high', arguments: '' });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const ask = useWho(draft);
  const faults = faultsOf(ask.error);
  const problem = problemIn(draft.arguments);
  return (
    <Card title="Who would be asked?">
      <Stack>
        <Form
          act="Find out"
          look="secondary"
          onSubmit={() => ask.mutate(undefined)}
          sent={ask}
          error={faults.of('action') === undefined ? ask.error?.message : null}
          disabled={draft.action.trim() === '' || problem !== undefined}
        >
          <Fields legend="An action" row>
            <TextField
              label="Action asked for"
              placeholder="payment.refund"
              error={faults.of('action')}
              value={draft.action}
              onValue={(action) => change({ action })}
            />
            <TextField label="Agent that asks" value={draft.agent} onValue={(agent) => change({ agent })} />
            <SelectField
              label="Stated risk"
              options={RISKS.map((value) => ({ value, name: value }))}
              value={draft.risk}
              onValue={(risk) => change({ risk })}
            />
          </Fields>
          <TextArea
            label="Arguments (JSON)"
            spellCheck={false}
            error={problem}
            value={draft.arguments}
            onValue={(text) => change({ arguments: text })}
          />
        </Form>
        {ask.data && (
          <div role="status">
            <WhoAnswer answer={ask.data} />
          </div>
        )}
      </Stack>
    </Card>
  );
}

function problemIn(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}
