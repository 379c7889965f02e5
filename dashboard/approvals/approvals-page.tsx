/** Actions that wait for a person, and past decisions. */
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { DutiesNotice } from './duties.tsx';
import { Decided } from './history/decided.tsx';
import { Waiting } from './inbox/waiting.tsx';
import { NotifyButton } from './notify.tsx';
import { Statistics } from './statistics/statistics.tsx';

export function ApprovalsPage() {
  return (
    <Page
      title="Approvals"
      lead="Actions that agents may carry out only after a person has agreed."
      actions={<NotifyButton />}
    >
      <DutiesNotice />
      <Tabs
        label="Approvals"
        tabs={[
          { name: 'waiting', label: 'Waiting', content: <Waiting /> },
          { name: 'decided', label: 'Decided', content: <Decided /> },
          { name: 'statistics', label: 'Statistics', content: <Statistics /> },
        ]}
      />
    </Page>
  );
}
