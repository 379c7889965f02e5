/** Your account. */
import { Page } from '../ui/page.tsx';

export function AccountPage() {
  return (
    <Page title="Your account">
      <p>…</p>
    </Page>
  );
}
