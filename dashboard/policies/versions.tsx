/** The versions of a policy: what changed, and which one is in force. */
import { useState } from 'react';
import type { Policy, PolicyVersion } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { type ReadPath, useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Activate } from '../ui/forms/activate.tsx';
import { SelectField } from '../ui/forms/field.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { List } from '../ui/list.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { lazily, Skeleton } from '../ui/state.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import { draftOf, linesOf } from './draft.ts';

const Difference = lazily(() => import('../ui/difference.tsx'), 'Difference', <Skeleton />);
const STALE: readonly ReadPath[] = ['/api/v1/policies', '/api/v1/policies/{name}'];
const MOST = 50;

type Listed = Omit<PolicyVersion, 'rules' | 'active_version' | 'latest_version'>;

export function Versions({ policy }: { policy: Policy }) {
  const { name, latest_version: latest, active_version: active } = policy;
  const query = useRead('/api/v1/policies/{name}/versions', {
    params: { path: { name }, query: { limit: MOST } },
  });
  const columns: readonly Column<Listed>[] = [
    {
      name: 'Version',
      bare: true,
      cell: ({ version }) => (
        <>
          Version {version} {version === active && <Badge tone="good">in force</Badge>}
        </>
      ),
    },
    { name: 'Rules', end: true, cell: ({ rule_count: count }) => count },
    { name: 'By', cell: ({ created_by: by }) => <Party id={by} /> },
    { name: 'Stored', cell: ({ created_at: at }) => <Ago time={at} /> },
    { name: 'Why', cell: ({ reason }) => reason && <ForeignText limit={300} text={reason} /> },
    { name: 'Act', bare: true, cell: ({ version }) => <PutInForce policy={policy} version={version} /> },
  ];
  return (
    <Stack>
      <List
        query={query}
        items={({ versions }) => versions}
        caption="Versions"
        columns={columns}
        keyOf={({ version }) => String(version)}
      />
      {active !== null && <TakeOut policy={policy} />}
      {latest > 1 && <Compare name={name} latest={latest} before={active ?? latest - 1} />}
    </Stack>
  );
}

function PutInForce({ policy, version }: { policy: Policy; version: number }) {
  const { manage } = useMay();
  const { name, active_version: active } = policy;
  const activate = useWrite(
    (api) =>
      api.POST('/api/v1/policies/{name}/activate', {
        params: { path: { name } },
        body: { version, expected_version: active },
      }),
    STALE,
  );
  if (!manage) return null;
  return <Activate version={version} active={active} onActivate={() => activate.mutateAsync(undefined)} />;
}

function TakeOut({ policy: { name, active_version: active } }: { policy: Policy }) {
  const { manage } = useMay();
  const deactivate = useWrite(
    (api) =>
      api.POST('/api/v1/policies/{name}/deactivate', {
        params: { path: { name } },
        body: { expected_version: active },
      }),
    STALE,
  );
  if (!manage) return null;
  return (
    <Row>
      <ConfirmButton
        label="Take it out of force…"
        large
        title="Take this policy out of force?"
        description="None of its rules will apply. Its versions stay."
        act="Take out"
        onSubmit={() => deactivate.mutateAsync(undefined)}
        done="No version is in force"
      />
    </Row>
  );
}

function Compare({ name, latest, before }: { name: string; latest: number; before: number }) {
  const [from, setFrom] = useState(Math.min(before, latest - 1));
  const [to, setTo] = useState(latest);
  const read = (version: number) => ({ params: { path: { name, version } } });
  const one = useRead('/api/v1/policies/{name}/versions/{version}', read(from));
  const other = useRead('/api/v1/policies/{name}/versions/{version}', read(to));
  const options = Array.from({ length: latest }, (_, at) => ({
    value: String(at + 1),
    name: `Version ${at + 1}`,
  }));
  return (
    <Card title="What changed">
      <Stack>
        <Row>
          <SelectField
            label="From"
            options={options}
            value={String(from)}
            onValue={(value) => setFrom(Number(value))}
          />
          <SelectField
            label="To"
            options={options}
            value={String(to)}
            onValue={(value) => setTo(Number(value))}
          />
        </Row>
        {one.data && other.data && (
          <>
            <Written version={other.data} />
            <Difference before={linesOf(draftOf(one.data))} after={linesOf(draftOf(other.data))} />
          </>
        )}
      </Stack>
    </Card>
  );
}

/** Says who wrote the version, when and why. */
function Written({ version: { created_by: by, created_at: at, reason } }: { version: PolicyVersion }) {
  return (
    <p>
      Written by <Party id={by} />, <Moment time={at} />
      {reason === null ? ', without a reason.' : ': '}
      {reason !== null && <ForeignText limit={1024} text={reason} />}
    </p>
  );
}
