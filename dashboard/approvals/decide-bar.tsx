/** The buttons to decide, always visible at the lower edge, or why this person has none. */
import { Button } from '../ui/forms/button.tsx';
import styles from './approvals.module.css';
import type { Asking } from './decision.ts';

interface DecideBarProps {
  /** null for someone who has already decided, or who is not asked. */
  acts: { press: (next: Asking) => void; isBusy: boolean } | null;
  /** Why this person can't approve; null where they can. Who asked for a change may still take it back. */
  whyNot: string | null;
  /** A change of governance, and no action of an agent. */
  isChange: boolean;
  /** Whether it can be approved with other arguments, or for the whole task, and asks for confirmation. */
  offers: Offers;
  error: Error | null;
  /** The number of approvals still needed. */
  missing: number;
}

interface Offers {
  correct: boolean;
  widen: boolean;
  isGrave: boolean;
}

export function DecideBar({ acts, whyNot, isChange, offers, error, missing }: DecideBarProps) {
  const others = `${missing} more ${missing === 1 ? 'person is' : 'people are'} needed.`;
  return (
    <div className={styles.bar}>
      <div className={styles.barText}>
        {error !== null && <p role="alert">{error.message}</p>}
        {error === null && whyNot === null && acts !== null && (isChange ? OF_CHANGE : OF_ACTION)}
        {whyNot !== null && <p role="status">{whyNot}</p>}
        {acts === null && whyNot === null && <p role="status">You have approved. {others}</p>}
      </div>
      {acts !== null && (
        <div className={styles.barActs}>
          <Button onClick={() => acts.press('reject')} disabled={acts.isBusy}>
            {whyNot === null ? 'Reject' : 'Take it back…'}
          </Button>
          {whyNot === null && <Approving {...acts} offers={offers} />}
        </div>
      )}
    </div>
  );
}

const OF_ACTION = 'The approval is valid for exactly this request, and only once.';
const OF_CHANGE = 'The change is made exactly as shown, as soon as it is approved.';

interface ApprovingProps {
  press: (next: Asking) => void;
  isBusy: boolean;
  offers: Offers;
}

function Approving({ press, isBusy, offers }: ApprovingProps) {
  return (
    <>
      {offers.correct && (
        <Button onClick={() => press('correct')} disabled={isBusy}>
          Correct…
        </Button>
      )}
      {offers.widen && (
        <Button onClick={() => press('widen')} disabled={isBusy}>
          Approve for this task…
        </Button>
      )}
      <Button look="primary" onClick={() => press('approve')} busy={isBusy}>
        {offers.isGrave ? 'Approve…' : 'Approve'}
      </Button>
    </>
  );
}
