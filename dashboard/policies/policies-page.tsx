/** The tenant's own rules: the policies, and which of them are in force. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Policy } from '../../client/api.ts';
import { ApiError } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { useRead, useWrite } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Form, TextField } from '../ui/forms/field.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';

const COLUMNS: readonly Column<Policy>[] = [
  {
    name: 'Policy',
    bare: true,
    cell: ({ name }) => (
      <Link to="/policies/$name" params={{ name }}>
        <ForeignText text={name} />
      </Link>
    ),
  },
  { name: 'In force', cell: ({ active_version: version }) => <InForce version={version} /> },
  {
    name: 'Newest',
    cell: ({ latest_version: latest, active_version: active }) =>
      latest === active ? `version ${latest}` : <Badge tone="accent">version {latest} is a draft</Badge>,
  },
  { name: 'Changed', cell: ({ changed_at: at }) => <Ago time={at} /> },
];

export function InForce({ version }: { version: number | null }) {
  return version === null ? <Badge>none</Badge> : <Badge tone="good">version {version}</Badge>;
}

export function PoliciesPage() {
  const query = useRead('/api/v1/policies', {});
  const [creating, setCreating] = useState(false);
  const { manage } = useMay();
  return (
    <Page
      title="Policies"
      lead="Your own rules. A rule that matches blocks an action, or makes it wait for a person."
      actions={
        manage && (
          <Button look="primary" onClick={() => setCreating(true)}>
            New policy…
          </Button>
        )
      }
    >
      <Card flush>
        <Loaded query={query}>
          {({ policies }) =>
            policies.length === 0 ? (
              <Empty title="No policy yet">
                <p>
                  A policy is a draft until you put it in force, and you can try it on recorded evaluations
                  first.
                </p>
              </Empty>
            ) : (
              <Table caption="Policies" columns={COLUMNS} items={policies} keyOf={({ name }) => name} />
            )
          }
        </Loaded>
      </Card>
      {creating && <NewPolicy onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** An example rule to change, since a policy has at least one. */
const EXAMPLE = {
  id: 'large-payment',
  description: '',
  when: 'context.?amount_usd.orValue(0.0) > 1000.0',
  effect: 'escalate' as const,
  message: 'Payments above 1,000 USD need a person.',
};

function NewPolicy({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const create = useWrite(
    (api) => api.POST('/api/v1/policies', { body: { name: name.trim(), description: '', rules: [EXAMPLE] } }),
    ['/api/v1/policies'],
  );
  const refused = create.error instanceof ApiError ? create.error.of('name') : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title="New policy"
      description="It starts as a draft with one example rule."
    >
      <Form
        onSubmit={() =>
          create.mutate(undefined, {
            onSuccess: () => void navigate({ to: '/policies/$name', params: { name: name.trim() } }),
          })
        }
        error={refused === undefined ? create.error?.message : undefined}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={create.isPending}>
              Create
            </Button>
          </>
        }
      >
        <TextField
          label="Name"
          hint="Lower-case letters, digits, dashes and underscores."
          error={refused}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Form>
    </Dialog>
  );
}
