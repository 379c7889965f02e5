/** Points a tenant that has asked nothing yet to the first steps. */
import { useRead } from '../api/read.ts';
import { ButtonLink } from '../ui/forms/button.tsx';
import { Notice } from '../ui/state.tsx';

/** Whether the tenant has asked for a verdict at any time. */
export function useEverAsked() {
  return useRead('/api/v1/evidence/latest', { params: { query: { types: ['governance_eval'] } } });
}

export function FirstSteps() {
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
