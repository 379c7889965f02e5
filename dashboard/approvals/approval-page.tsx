/** Approval. */
import { Page } from '../ui/page.tsx';

export function ApprovalPage() {
  return (
    <Page title="Approval">
      <p>…</p>
    </Page>
  );
}
