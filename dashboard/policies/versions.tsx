/** The versions of a policy: what changed, and which one is in force. */
import { lazy, Suspense, useState } from 'react';
import type { Policy, PolicyVersion } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { type ReadPath, useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { SelectField } from '../ui/forms/field.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { draftOf, textOf } from './draft.ts';

const Difference = lazy(() =>
  import('../ui/difference.tsx').then(({ Difference }) => ({ default: Difference })),
);
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
    { name: 'Act', bare: true, cell: ({ version }) => <Activate policy={policy} version={version} /> },
  ];
  return (
    <Stack>
      <Card flush>
        <Loaded query={query}>
          {({ versions }) => (
            <Table
              caption="Versions"
              columns={columns}
              items={versions}
              keyOf={({ version }) => String(version)}
            />
          )}
        </Loaded>
      </Card>
      {active !== null && <TakeOut policy={policy} />}
      {latest > 1 && <Compare name={name} latest={latest} before={active ?? latest - 1} />}
    </Stack>
  );
}

function Activate({ policy, version }: { policy: Policy; version: number }) {
  const [open, setOpen] = useState(false);
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
  if (!manage || version === active) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Put in force
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Put version ${version} in force?`}
        description={`It replaces ${active === null ? 'nothing: no version is in force' : `version ${active}`}, and takes effect on every node within a second.`}
        act="Put in force"
        look="primary"
        onConfirm={async () => {
          await activate.mutateAsync(undefined);
          toast(`Version ${version} is in force`);
        }}
      />
    </>
  );
}

function TakeOut({ policy: { name, active_version: active } }: { policy: Policy }) {
  const [open, setOpen] = useState(false);
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
      <Button onClick={() => setOpen(true)}>Take it out of force…</Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Take this policy out of force?"
        description="None of its rules will apply. Its versions stay."
        act="Take out"
        onConfirm={async () => {
          await deactivate.mutateAsync(undefined);
          toast('No version is in force');
        }}
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
            onChange={({ target }) => setFrom(Number(target.value))}
          />
          <SelectField
            label="To"
            options={options}
            value={String(to)}
            onChange={({ target }) => setTo(Number(target.value))}
          />
        </Row>
        {one.data && other.data && (
          <Suspense fallback={<Skeleton />}>
            <Difference before={textOf(draftOf(one.data))} after={textOf(draftOf(other.data))} />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
}
