/** All versions of the settings, and how to go back to one. */
import type { CurrentSettings } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { Party } from '../members/party.tsx';
import { Badge } from '../ui/badge.tsx';
import { Activate } from '../ui/forms/activate.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';

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
    <List
      query={query}
      items={({ versions }) => versions}
      empty={['No changes yet', 'The standard settings of this installation are in force.']}
      caption="Versions"
      columns={columns}
      keyOf={({ version }) => String(version)}
    />
  );
}

function GoBack({ version, current }: { version: number; current: number }) {
  const { manage } = useMay();
  const activate = useWrite(
    (api) => api.POST('/api/v1/settings/activate', { body: { version, expected_version: current } }),
    ['/api/v1/settings', '/api/v1/settings/versions'],
  );
  if (!manage) return null;
  return <Activate version={version} active={current} onActivate={() => activate.mutateAsync(undefined)} />;
}
