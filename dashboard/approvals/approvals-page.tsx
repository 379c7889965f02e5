/** Actions that wait for a person, and past decisions. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { DutiesNotice } from './duties.tsx';
import { Decided } from './history/decided.tsx';
import { NotifyButton } from './notify.tsx';
import { Waiting } from './waiting.tsx';

type Tab = 'waiting' | 'decided';

export function ApprovalsPage() {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const navigate = useNavigate();
  const chosen: Tab = tab === 'decided' ? 'decided' : 'waiting';
  const choose = (next: Tab) =>
    void navigate({
      to: '.',
      search: ({ env }: { env?: 'sandbox' }) => ({ env, tab: next === 'waiting' ? undefined : next }),
    });
  return (
    <Page
      title="Approvals"
      lead="Actions that agents may carry out only after a person has agreed."
      actions={<NotifyButton />}
    >
      <DutiesNotice />
      <Tabs<Tab>
        label="Approvals"
        tabs={[
          { name: 'waiting', label: 'Waiting' },
          { name: 'decided', label: 'Decided' },
        ]}
        value={chosen}
        onChange={choose}
      >
        {chosen === 'waiting' ? <Waiting /> : <Decided />}
      </Tabs>
    </Page>
  );
}
