/** Instead of a page: there is none at this address, or it failed. */
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Button } from '../ui/forms/button.tsx';
import { Page } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';

export function NotFound() {
  return (
    <Page title="There is no such page" lead="The address may be mistyped, or what it named is gone.">
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
