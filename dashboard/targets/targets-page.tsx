/** Targets. */
import { Page } from '../ui/page.tsx';

export function TargetsPage() {
  return (
    <Page title="Targets">
      <p>…</p>
    </Page>
  );
}
