/** Shown instead of a page that does not exist, or that failed. */
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Button } from '../ui/forms/button.tsx';
import { Page } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';

export function NotFound() {
  return (
    <Page title="Page not found" lead="The address may be mistyped, or the page is gone.">
      <p>
        <Link to="/">Go to the overview</Link>
      </p>
    </Page>
  );
}

export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page failed">
      <Notice tone="bad" action={<Button onClick={reset}>Try again</Button>}>
        {error instanceof Error ? error.message : String(error)}
      </Notice>
    </Page>
  );
}
