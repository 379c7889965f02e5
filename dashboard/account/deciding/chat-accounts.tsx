/** The accounts at chat services with which you decide. A code that you type there yourself ties one to you. */
import { useState } from 'react';
import type { ChatAccount, ChatCode } from '../../../client/api.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { CodeBlock } from '../../ui/code.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Dialog } from '../../ui/forms/dialog.tsx';
import { ConfirmButton, Form } from '../../ui/forms/form.tsx';
import { Card, Row, Stack } from '../../ui/page.tsx';
import { Loaded } from '../../ui/state.tsx';
import { type Column, RowActs, Table } from '../../ui/table.tsx';
import { Ago, TimeLeft } from '../../ui/time/time.tsx';

const PATH = '/api/v1/members/me/chat-accounts';

export function ChatAccounts() {
  const query = useRead(PATH, {});
  const [code, setCode] = useState<ChatCode | null>(null);
  const make = useWrite((api) => api.POST('/api/v1/members/me/chat-code'), []);
  return (
    <Card title="Deciding from chat">
      <Stack>
        <p>
          In Slack you can decide on approvals once your account there is tied to you: make a code here, and
          type it there.
        </p>
        <Loaded query={query} lines={2}>
          {({ accounts }) =>
            accounts.length > 0 && (
              <Table
                caption="Accounts that are tied to you"
                columns={COLUMNS}
                items={accounts}
                keyOf={({ account_id }) => account_id}
              />
            )
          }
        </Loaded>
        <Row>
          <Button busy={make.isPending} onClick={() => make.mutate(undefined, { onSuccess: setCode })}>
            Make a code
          </Button>
        </Row>
        {make.error && <p role="alert">{make.error.message}</p>}
      </Stack>
      {code !== null && <CodeDialog code={code} onClose={() => setCode(null)} />}
    </Card>
  );
}

const COLUMNS: readonly Column<ChatAccount>[] = [
  { name: 'Account', bare: true, cell: ({ account }) => <ForeignText cut limit={120} text={account} /> },
  { name: 'At', cell: ({ kind }) => kind },
  { name: 'Tied', cell: ({ tied_at }) => <Ago time={tied_at} /> },
  {
    name: 'Acts',
    bare: true,
    cell: (account) => (
      <RowActs>
        <Untie account={account} />
      </RowActs>
    ),
  },
];

function Untie({ account: { account_id, account } }: { account: ChatAccount }) {
  const untie = useWrite(
    (api) => api.DELETE(`${PATH}/{account_id}`, { params: { path: { account_id } } }),
    [PATH],
  );
  return (
    <ConfirmButton
      label="Untie…"
      buttonLook="quiet"
      title="Untie this account?"
      description={
        <>
          From then on <ForeignText cut limit={120} text={account} /> decides nothing in your name.
        </>
      }
      act="Untie"
      onSubmit={() => untie.mutateAsync(undefined)}
      done="The account is untied"
    />
  );
}

function CodeDialog({ code: { code, expires_at }, onClose }: { code: ChatCode; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Your code"
      description="In Slack, press a button of a message of Assize, and type the code where it asks for it. Give it to no one: it decides in your name."
    >
      <CodeBlock text={code} label="code" />
      <Form act="Done" onSubmit={onClose}>
        <p>
          It works once: <TimeLeft until={expires_at} />.
        </p>
      </Form>
    </Dialog>
  );
}
