/** Warns where a person may approve their own request. */
import { Link } from '@tanstack/react-router';
import type { ReadData } from '../api/read.ts';
import { Notice } from '../ui/state.tsx';

export function DutiesNotice({ current }: { current: ReadData<'/api/v1/settings'> | undefined }) {
  const settings = current?.settings;
  if (settings === undefined) return null;
  if (settings.attestation === 'verified' || settings.approvals.separation_of_duties) return null;
  return (
    <Notice>
      Separation of duties is off: people may approve their own requests, and such a decision is marked. Turn
      it on in the <Link to="/settings">settings</Link>.
    </Notice>
  );
}
