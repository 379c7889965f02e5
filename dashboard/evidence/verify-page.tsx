/** Verify an export. */
import { Page } from '../ui/page.tsx';

export function VerifyPage() {
  return (
    <Page title="Verify an export">
      <p>…</p>
    </Page>
  );
}
