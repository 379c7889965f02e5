/** Buttons, fields, dialogs, and what a page says. */
import { useState } from 'react';
import { CodeBlock } from '../ui/code.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Choice, SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { Confirm } from '../ui/forms/form.tsx';
import { Card, Columns, Row, Stack } from '../ui/page.tsx';
import { Block, Notice } from '../ui/state.tsx';
import { Step, Steps } from '../ui/steps.tsx';

export function Forms() {
  const [isAsked, setAsked] = useState(false);
  const [name, setName] = useState('');
  return (
    <Stack>
      <Card title="Buttons">
        <Row>
          <Button look="primary">Approve</Button>
          <Button>Reject</Button>
          <Button look="danger" onClick={() => setAsked(true)}>
            Halt everything
          </Button>
          <Button look="quiet">Cancel</Button>
          <Button size="small">Small</Button>
          <Button disabled>Disabled</Button>
          <Button busy>Busy</Button>
        </Row>
      </Card>
      {isAsked && (
        <Confirm
          title="Halt every agent?"
          description="Only to show the dialog: nothing is halted."
          act="Halt everything"
          onClose={() => setAsked(false)}
          onSubmit={() => {}}
        />
      )}
      <Columns>
        <Card title="Fields">
          <Stack>
            <TextField label="Name" hint="As people say it." value={name} onValue={setName} />
            <TextField label="Address" error="This is not an e-mail address." defaultValue="dana@" />
            <SelectField
              label="Role"
              options={[{ value: 'approver', name: 'Approver' }]}
              value="approver"
              onValue={() => {}}
            />
            <TextArea label="Comment" defaultValue="Checked with finance." />
            <Choice label="Only in the sandbox" onValue={() => {}} />
          </Stack>
        </Card>
        <Stack>
          <Notice>A neutral notice.</Notice>
          <Notice tone="good">Every record is unaltered.</Notice>
          <Notice tone="warning" action={<Button>Look</Button>}>
            A budget is nearly used up.
          </Notice>
          <Notice tone="bad">The service could not be reached.</Notice>
          <Block height={96} label="A block as an example" />
          <CodeBlock label="an example" text={'assize evaluate --action stripe.create_refund'} />
          <Steps>
            <Step title="Create a key" done />
            <Step title="Ask for a verdict" done={false}>
              With the key, from your agent.
            </Step>
          </Steps>
        </Stack>
      </Columns>
    </Stack>
  );
}
