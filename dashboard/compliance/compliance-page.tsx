/** Compliance. */
import { Page } from '../ui/page.tsx';

export function CompliancePage() {
  return (
    <Page title="Compliance">
      <p>…</p>
    </Page>
  );
}
