/** Agents. */
import { Page } from '../ui/page.tsx';

export function AgentsPage() {
  return (
    <Page title="Agents">
      <p>…</p>
    </Page>
  );
}
