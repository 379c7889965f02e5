/** Asks to sign in again on top of an open page when the session ends, so that nothing typed is lost. */
import { useQueryClient } from '@tanstack/react-query';
import { sessionRenewed } from '../api/session.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';

export function SignInAgain() {
  const queries = useQueryClient();
  const renewed = () => {
    sessionRenewed();
    void queries.invalidateQueries();
  };
  return (
    <Dialog
      open
      onClose={() => {}}
      keepOpen
      title="Sign in again"
      description="Your session has ended. Nothing on this page is lost."
    >
      <SignInForm onSignedIn={renewed} next={location.pathname + location.search} />
    </Dialog>
  );
}
