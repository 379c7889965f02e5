/** Shown instead of a page that does not exist, or that failed. */
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Door } from '../sign-in/door.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Page } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';

export function NotFound() {
  return (
    <Door title="Page not found">
      <p>The address may be mistyped, or the page is gone.</p>
      <p>
        <Link to="/">Go to the overview</Link>
      </p>
    </Door>
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
