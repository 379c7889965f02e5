/** How the service knew which agent asked, and for whom, from the record of an evaluation. */
import { ForeignText } from '../ui/foreign-text.tsx';
import { Facts } from '../ui/page.tsx';

interface Identity {
  how: 'claimed' | 'key' | 'token';
  issuer: string | null;
  subject: string | null;
  onBehalfOf: string | null;
  actors: readonly string[];
  isRegistered: boolean;
}

const HOW: Record<Identity['how'], string> = {
  claimed: 'by its word: the request says so',
  key: 'by a key that belongs to it',
  token: 'by a token of its platform',
};

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** @param payload of a `governance_eval`. @returns null for earlier records, which don't say it. */
export function identityIn(payload: Record<string, unknown> | null): Identity | null {
  const { identity } = (payload?.facts ?? {}) as { identity?: Record<string, unknown> | null };
  if (typeof identity !== 'object' || identity === null) return null;
  const how = identity.how as Identity['how'];
  if (HOW[how] === undefined) return null;
  const { actors } = identity;
  return {
    how,
    issuer: textIn(identity.issuer),
    subject: textIn(identity.subject),
    onBehalfOf: textIn(identity.on_behalf_of),
    actors: Array.isArray(actors) ? actors.filter((actor) => typeof actor === 'string') : [],
    isRegistered: identity.agent_registered === true,
  };
}

const foreign = (text: string | null) => text && <ForeignText limit={160} text={text} />;

export function IdentityFacts({ identity }: { identity: Identity }) {
  const { how, issuer, subject, onBehalfOf, actors, isRegistered } = identity;
  return (
    <Facts
      facts={{
        'Agent known': HOW[how],
        'Acts for': foreign(onBehalfOf),
        Issuer: foreign(issuer),
        Subject: foreign(subject),
        // The present actor is first.
        'Earlier actors': actors.length > 1 ? foreign(actors.slice(1).join(' ← ')) : null,
        Inventory: isRegistered ? 'the agent is registered' : 'the agent is not registered',
      }}
    />
  );
}
