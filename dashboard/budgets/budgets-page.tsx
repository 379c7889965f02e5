/** Budgets. */
import { Page } from '../ui/page.tsx';

export function BudgetsPage() {
  return (
    <Page title="Budgets">
      <p>…</p>
    </Page>
  );
}
