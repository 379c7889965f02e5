/** What happened, and what waits: the first page. */
import { Page } from '../ui/page.tsx';

export function OverviewPage() {
  return (
    <Page title="Overview" lead="What your agents asked for, and what was decided.">
      <p>…</p>
    </Page>
  );
}
