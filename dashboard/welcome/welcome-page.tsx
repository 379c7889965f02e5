/** First steps. */
import { Page } from '../ui/page.tsx';

export function WelcomePage() {
  return (
    <Page title="First steps">
      <p>…</p>
    </Page>
  );
}
