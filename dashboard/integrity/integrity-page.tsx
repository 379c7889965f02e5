/** Integrity. */
import { Page } from '../ui/page.tsx';

export function IntegrityPage() {
  return (
    <Page title="Integrity">
      <p>…</p>
    </Page>
  );
}
