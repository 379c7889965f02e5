/** Evidence. */
import { Page } from '../ui/page.tsx';

export function EvidencePage() {
  return (
    <Page title="Evidence">
      <p>…</p>
    </Page>
  );
}
