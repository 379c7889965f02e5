/** The tools of agents: entries that wait for review, the catalogue, and what it would hold. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { Button } from '../ui/forms/button.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Catalogue } from './catalogue.tsx';
import { ImportTools } from './import-tools.tsx';
import { ObserveReport } from './observe-report.tsx';
import { ReviewQueue } from './review-queue.tsx';
import { ToolSuggestions } from './suggestions.tsx';

const TABS = [
  { name: 'review', label: 'To review' },
  { name: 'catalogue', label: 'Catalogue' },
  { name: 'report', label: 'What is held' },
  { name: 'suggestions', label: 'Suggestions' },
] as const;
type Tab = (typeof TABS)[number]['name'];

export function ToolsPage() {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const chosen = TABS.find(({ name }) => name === tab)?.name ?? 'review';
  const navigate = useNavigate();
  const [importing, setImporting] = useState(false);
  const { manage } = useMay();
  return (
    <Page
      title="Tools"
      lead="An agent’s action is judged by what its tool does. Import the definitions, and decide which entries are right."
      actions={
        manage && (
          <Button look="primary" onClick={() => setImporting(true)}>
            Import tools…
          </Button>
        )
      }
    >
      <Tabs<Tab>
        label="Tools"
        tabs={TABS}
        value={chosen}
        onChange={(next) =>
          void navigate({ to: '.', search: ({ env }: { env?: 'sandbox' }) => ({ env, tab: next }) })
        }
      >
        {chosen === 'review' && <ReviewQueue />}
        {chosen === 'catalogue' && <Catalogue />}
        {chosen === 'report' && <ObserveReport />}
        {chosen === 'suggestions' && <ToolSuggestions />}
      </Tabs>
      {importing && <ImportTools onClose={() => setImporting(false)} />}
    </Page>
  );
}
