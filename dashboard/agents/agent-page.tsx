/** Agent. */
import { Page } from '../ui/page.tsx';

export function AgentPage() {
  return (
    <Page title="Agent">
      <p>…</p>
    </Page>
  );
}
