/** Signed in, and a member nowhere yet: what you are invited to. */
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../ui/forms/button.tsx';
import { Loaded } from '../ui/state.tsx';
import { signOut } from './auth.ts';
import { Door } from './door.tsx';
import { OfferRow, useOffers } from './offers.tsx';

export function InvitationsPage() {
  const navigate = useNavigate();
  const offers = useOffers();
  return (
    <Door title="Your invitations">
      <Loaded query={offers}>
        {({ invitations }) => (
          <>
            {invitations.length === 0 && (
              <p>There is none that you can accept here. Open the link of your invitation to join.</p>
            )}
            {invitations.map((offer) => (
              <OfferRow
                key={offer.invitation_id}
                offer={offer}
                onAccepted={() => void navigate({ to: '/welcome' })}
              />
            ))}
          </>
        )}
      </Loaded>
      <Button wide look="quiet" onClick={() => void signOut()}>
        Sign out
      </Button>
    </Door>
  );
}
