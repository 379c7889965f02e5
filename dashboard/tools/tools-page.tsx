/** The tools of agents: entries that wait for review, the catalogue, and what it would hold. */
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

export function ToolsPage() {
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
      <Tabs
        label="Tools"
        tabs={[
          { name: 'review', label: 'To review', content: <ReviewQueue /> },
          { name: 'catalogue', label: 'Catalogue', content: <Catalogue /> },
          { name: 'report', label: 'What is held', content: <ObserveReport /> },
          { name: 'suggestions', label: 'Suggestions', content: <ToolSuggestions /> },
        ]}
      />
      {importing && <ImportTools onClose={() => setImporting(false)} />}
    </Page>
  );
}
