/** Changes. */
import { Page } from '../ui/page.tsx';

export function ChangesPage() {
  return (
    <Page title="Changes">
      <p>…</p>
    </Page>
  );
}
