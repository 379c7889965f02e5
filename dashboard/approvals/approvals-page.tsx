/** Actions that wait for a person, and past decisions. */
import { useRead } from '../api/read.ts';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { DutiesNotice } from './duties.tsx';
import { Decided } from './history/decided.tsx';
import { Waiting } from './inbox/waiting.tsx';
import { NotifyButton } from './notify.tsx';
import { Statistics } from './statistics/statistics.tsx';

export function ApprovalsPage() {
  const settings = useRead('/api/v1/settings', {});
  return (
    <Page
      title="Approvals"
      lead="Actions that agents may carry out only after a person has agreed."
      actions={<NotifyButton />}
    >
      <DutiesNotice current={settings.data} />
      {settings.isPending && <Skeleton lines={12} />}
      {/* They load meanwhile, and are shown once it is known whether the notice stands above them. */}
      <div hidden={settings.isPending}>
        <Tabs
          label="Approvals"
          tabs={[
            { name: 'waiting', label: 'Waiting', content: <Waiting /> },
            { name: 'decided', label: 'Decided', content: <Decided /> },
            { name: 'statistics', label: 'Statistics', content: <Statistics /> },
          ]}
        />
      </div>
    </Page>
  );
}
