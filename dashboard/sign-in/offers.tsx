/** Your invitations. You accept each one separately. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Row } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { auth } from './auth.ts';

export interface Offer {
  invitation_id: string;
  tenant: string;
  role: string;
}

export interface Offers {
  /** Whether you are a member anywhere. */
  has_place: boolean;
  invitations: Offer[];
}

export const offersQuery = { queryKey: ['offers'], queryFn: () => auth<Offers>('/invitations') };

export const useOffers = () => useQuery(offersQuery);

export function OfferRow({ offer, onAccepted }: { offer: Offer; onAccepted: () => void }) {
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => auth('/accept-invitation', { invitation_id: offer.invitation_id }),
    onSuccess: () => {
      toast('You have joined');
      void queries.invalidateQueries();
      onAccepted();
    },
  });
  return (
    <>
      <p>
        You are invited to <ForeignText cut limit={60} text={offer.tenant} /> as <strong>{offer.role}</strong>
        .
      </p>
      <Row>
        <Button look="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
          Accept
        </Button>
      </Row>
      {accept.error && <p role="alert">{accept.error.message}</p>}
    </>
  );
}
