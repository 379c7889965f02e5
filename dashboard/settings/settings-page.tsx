/** How the laws judge: the settings in force, changed as a whole, with every version kept. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRead } from '../api/read.ts';
import { Page } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import { SettingsVersions } from './settings-versions.tsx';

type Tab = 'settings' | 'versions';

export function SettingsPage() {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const navigate = useNavigate();
  const chosen: Tab = tab === 'versions' ? 'versions' : 'settings';
  const query = useRead('/api/v1/settings', {});
  return (
    <Page
      title="Settings"
      lead="The thresholds by which the eight laws judge. A change is a new version, takes effect on every node within a second, and is evidence."
    >
      <Tabs<Tab>
        label="Settings"
        tabs={[
          { name: 'settings', label: 'In force' },
          { name: 'versions', label: 'Versions' },
        ]}
        value={chosen}
        onChange={(next) =>
          void navigate({
            to: '.',
            search: ({ env }: { env?: 'sandbox' }) => ({ env, tab: next === 'settings' ? undefined : next }),
          })
        }
      >
        <Loaded query={query} lines={8}>
          {(current) =>
            chosen === 'settings' ? (
              <SettingsEditor key={current.version} current={current} />
            ) : (
              <SettingsVersions current={current} />
            )
          }
        </Loaded>
      </Tabs>
    </Page>
  );
}
