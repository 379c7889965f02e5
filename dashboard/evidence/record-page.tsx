/** Record. */
import { Page } from '../ui/page.tsx';

export function RecordPage() {
  return (
    <Page title="Record">
      <p>…</p>
    </Page>
  );
}
