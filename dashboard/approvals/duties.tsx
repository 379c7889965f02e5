/** Says where the one who asks may also approve. */
import { Link } from '@tanstack/react-router';
import { useRead } from '../api/read.ts';
import { Notice } from '../ui/state.tsx';

export function DutiesNotice() {
  const { data } = useRead('/api/v1/settings', {});
  const settings = data?.settings;
  if (settings === undefined) return null;
  if (settings.attestation === 'verified' || settings.approvals.separation_of_duties) return null;
  return (
    <Notice>
      Separation of duties is off: who asks for an action may approve it, and such a decision is marked. Turn
      it on in the <Link to="/settings">settings</Link>.
    </Notice>
  );
}
