/** How the laws judge: the settings in force, changed as a whole, with every version kept. */
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Routes } from '../routes/routes.tsx';
import { Page } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { PlannerSettings } from './planner.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import { SettingsVersions } from './settings-versions.tsx';

export function SettingsPage() {
  const query = useRead('/api/v1/settings', {});
  const { manage } = useMay();
  return (
    <Page
      title="Settings"
      lead="The thresholds by which the eight laws judge. A change is a new version, takes effect on every node within a second, and is evidence."
    >
      <Loaded query={query} lines={8}>
        {(current) => (
          <Tabs
            label="Settings"
            tabs={[
              {
                name: 'settings',
                label: 'In force',
                content: <SettingsEditor key={current.version} current={current} />,
              },
              { name: 'routes', label: 'Routes', content: <Routes current={current} /> },
              { name: 'versions', label: 'Versions', content: <SettingsVersions current={current} /> },
              ...(manage ? [{ name: 'planner', label: 'Planner', content: <PlannerSettings /> }] : []),
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
