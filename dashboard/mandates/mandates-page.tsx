/** Mandates. */
import { Page } from '../ui/page.tsx';

export function MandatesPage() {
  return (
    <Page title="Mandates">
      <p>…</p>
    </Page>
  );
}
