/** The people who decided, their decisions and their comments. */
import type { Approval } from '../../../client/api.ts';
import { Party } from '../../members/party.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Ago } from '../../ui/time/time.tsx';

const TONES: Record<string, Tone> = { approved: 'good', consumed: 'good', rejected: 'bad' };
const WORDS: Record<string, string> = { consumed: 'approved and used' };

export function Status({ status }: { status: string }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{WORDS[status] ?? status}</Badge>;
}

interface DecidedByProps {
  item: Approval;
  /** One person's decision and its time. */
  brief?: boolean;
}

/** Each decision with its comment. */
export function DecidedBy({ item: { decisions, status }, brief = false }: DecidedByProps) {
  const isBrief = brief && decisions.length === 1;
  return (
    <>
      {status === 'expired' && <p>It expired</p>}
      {decisions.length > 0 && (
        <ul>
          {decisions.map(({ party, decided_by: name, decision, comment, decided_at: at, ...said }) => (
            <li key={party}>
              <Decider party={party} name={name} saidByKey={said.said_by_key} />
              {!isBrief && (
                <>
                  {' '}
                  {decision} <Ago time={at} />
                </>
              )}
              {said.by_requester && ' – by the person who asked for it'}
              {comment && (
                <>
                  {': '}
                  <ForeignText limit={160} lines text={comment} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface DeciderProps {
  party: string;
  name: string;
  saidByKey: string | null;
}

/** A member decides under their own name; a key may give any name. */
export function Decider({ party, name, saidByKey }: DeciderProps) {
  if (saidByKey === null) return <ForeignText limit={60} text={name} />;
  if (name === party) return <Party id={party} />;
  return (
    <>
      <ForeignText limit={60} text={name} />, according to key <Party id={saidByKey} />
    </>
  );
}
