/** All versions of the settings, and how to go back to one. */
import { useState } from 'react';
import type { CurrentSettings } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';

type Listed = ReadData<'/api/v1/settings/versions'>['versions'][number];

export function SettingsVersions({ current }: { current: CurrentSettings }) {
  const query = useRead('/api/v1/settings/versions', {});
  const columns: readonly Column<Listed>[] = [
    {
      name: 'Version',
      bare: true,
      cell: ({ version }) => (
        <>
          Version {version} {version === current.version && <Badge tone="good">in force</Badge>}
        </>
      ),
    },
    { name: 'By', cell: ({ created_by: by }) => by && <Party id={by} /> },
    { name: 'Stored', cell: ({ created_at: at }) => at && <Ago time={at} /> },
    {
      name: 'Act',
      bare: true,
      cell: ({ version }) => <GoBack version={version} current={current.version} />,
    },
  ];
  return (
    <Card flush>
      <Loaded query={query}>
        {({ versions }) =>
          versions.length === 0 ? (
            <Empty title="No changes yet">
              <p>The standard settings of this installation are in force.</p>
            </Empty>
          ) : (
            <Table
              caption="Versions"
              columns={columns}
              items={versions}
              keyOf={({ version }) => String(version)}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function GoBack({ version, current }: { version: number; current: number }) {
  const [open, setOpen] = useState(false);
  const { manage } = useMay();
  const activate = useWrite(
    (api) => api.POST('/api/v1/settings/activate', { body: { version, expected_version: current } }),
    ['/api/v1/settings', '/api/v1/settings/versions'],
  );
  if (!manage || version === current) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Put in force
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Put version ${version} in force?`}
        description={`It replaces version ${current}, and takes effect on every node within a second.`}
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
