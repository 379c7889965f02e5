/** Usage. */
import { Page } from '../ui/page.tsx';

export function UsagePage() {
  return (
    <Page title="Usage">
      <p>…</p>
    </Page>
  );
}
