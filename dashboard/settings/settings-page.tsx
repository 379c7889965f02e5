/** How the laws judge: the settings in force, edited as a form or as code, with every version kept. */
import type { CurrentSettings } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Routes } from '../routes/routes.tsx';
import { Page } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useSettingsDraft } from './draft.ts';
import { PlannerSettings } from './planner.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import { SettingsVersions } from './settings-versions.tsx';

export function SettingsPage() {
  const query = useRead('/api/v1/settings', {});
  return (
    <Page
      title="Settings"
      lead="How the eight laws judge, and how people approve. A change is a new version, takes effect on every node within a second, and is evidence."
    >
      <Loaded query={query} lines={8}>
        {(current) => <Whole key={current.version} current={current} />}
      </Loaded>
    </Page>
  );
}

/** Form and code are two views of one draft, which therefore stays when the tab is changed. */
function Whole({ current }: { current: CurrentSettings }) {
  const draft = useSettingsDraft(current);
  const fields = useRead('/api/v1/settings/fields', {});
  const { manage } = useMay();
  const editor = (view: 'form' | 'code') => (
    <Loaded query={fields} lines={8}>
      {({ themes }) => <SettingsEditor view={view} themes={themes} current={current} draft={draft} />}
    </Loaded>
  );
  return (
    <Tabs
      label="Settings"
      tabs={[
        { name: 'form', label: 'Form', content: editor('form') },
        { name: 'code', label: 'Code', content: editor('code') },
        { name: 'routes', label: 'Routes', content: <Routes current={current} /> },
        { name: 'versions', label: 'Versions', content: <SettingsVersions current={current} /> },
        ...(manage ? [{ name: 'planner', label: 'Planner', content: <PlannerSettings /> }] : []),
      ]}
    />
  );
}
