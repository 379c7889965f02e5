/** The invitations of a person who is signed in but not a member anywhere yet. */
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
              <p>There are none that you can accept here. Open the link in your invitation to join.</p>
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
