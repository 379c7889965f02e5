/** Points a tenant that has asked nothing yet to the first steps. */
import { useRead } from '../api/read.ts';
import { ButtonLink } from '../ui/forms/button.tsx';
import { Notice } from '../ui/state.tsx';

/** @param isQuiet whether there were no requests in the period shown: only then does it look further back. */
export function FirstSteps({ isQuiet }: { isQuiet: boolean }) {
  const { data } = useRead(
    '/api/v1/evidence/latest',
    { params: { query: { types: ['governance_eval'] } } },
    { enabled: isQuiet },
  );
  if (!isQuiet || data === undefined || 'governance_eval' in data.items) return null;
  return (
    <Notice
      action={
        <ButtonLink to="/welcome" look="primary">
          First steps
        </ButtonLink>
      }
    >
      No agent has asked for a verdict yet.
    </Notice>
  );
}
