/** Approvals. */
import { Page } from '../ui/page.tsx';

export function ApprovalsPage() {
  return (
    <Page title="Approvals">
      <p>…</p>
    </Page>
  );
}
