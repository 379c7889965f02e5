/** The tenant's own rules: the policies, and which of them are in force. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Policy } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Ago } from '../ui/time/time.tsx';
import { NamePolicy } from './name-policy.tsx';
import { Packs } from './packs.tsx';

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
      <Tabs
        label="Policies"
        tabs={[
          { name: 'yours', label: 'Yours', content: <Yours /> },
          { name: 'packs', label: 'Packs', content: <Packs /> },
        ]}
      />
      {creating && <NewPolicy onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Yours() {
  const query = useRead('/api/v1/policies', {});
  return (
    <List
      query={query}
      items={({ policies }) => policies}
      empty={[
        'No policy yet',
        'Copy a pack, or write a rule of your own. A policy is a draft until you put it in force, and you can try it on recorded evaluations first.',
      ]}
      caption="Policies"
      columns={COLUMNS}
      keyOf={({ name }) => name}
    />
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
  return (
    <NamePolicy
      onClose={onClose}
      title="New policy"
      description="It starts as a draft with one example rule."
      act="Create"
      draft={{ description: '', rules: [EXAMPLE] }}
    />
  );
}
