/** Who decided what, with their words. */
import type { Approval } from '../../client/api.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Ago } from '../ui/time.tsx';

const TONES: Record<string, Tone> = { approved: 'good', consumed: 'good', rejected: 'bad' };
const WORDS: Record<string, string> = { consumed: 'approved and used' };

export function Status({ status }: { status: string }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{WORDS[status] ?? status}</Badge>;
}

interface DecidedByProps {
  item: Approval;
  /** What one person decided, and when, stands beside it. */
  brief?: boolean;
}

/** Each with their comment. */
export function DecidedBy({ item: { decisions, status }, brief = false }: DecidedByProps) {
  const isBrief = brief && decisions.length === 1;
  return (
    <>
      {status === 'expired' && <p>Its time ran out</p>}
      {decisions.length > 0 && (
        <ul>
          {decisions.map(({ party, decided_by: name, decision, comment, decided_at: at }) => (
            <li key={party}>
              <ForeignText limit={60}>{name}</ForeignText>
              {isOnlyNamed(party, name) && ' (so says a key)'}
              {!isBrief && (
                <>
                  {' '}
                  {decision} <Ago time={at} />
                </>
              )}
              {comment && (
                <>
                  {': '}
                  <ForeignText limit={160} lines>
                    {comment}
                  </ForeignText>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A member decides in their own name; a key may name anyone. */
function isOnlyNamed(party: string, name: string): boolean {
  return party.startsWith('key_') && name !== party;
}
