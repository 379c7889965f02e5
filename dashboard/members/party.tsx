/** Shows people, keys and agents by name. The id is in the title, and stands alone where it has no name. */
import { type Named, useNamed } from '../api/names.ts';
import { CopyButton, Id } from '../ui/code.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { harmless, shortened } from '../ui/harmless.ts';
import { AgentLink } from '../ui/navigation/links.tsx';

const SAID: Record<Named['kind'], string> = { member: '', agent: '', key: ' (key)', token: ' (token)' };
const OPERATOR = 'operator';

interface NameProps {
  id: string;
  /** Shows the id too, with a button to copy it. */
  withId?: boolean;
}

/** The one who did something. @param id of a member, key or token, or a word such as `operator`. */
export function Party({ id, withId = false }: NameProps) {
  const named = useNamed('party', id === OPERATOR ? '' : id);
  if (id === OPERATOR) return 'The operator, on the command line';
  // An agent names itself, so its id may be any text.
  if (named === null)
    return /^[\w-]+$/.test(id) ? <Id copy={withId}>{id}</Id> : <ForeignText cut limit={80} text={id} />;
  return (
    <span title={harmless(shortened(id, 300))}>
      <ForeignText cut limit={60} text={named.name} />
      {SAID[named.kind]}
      {withId && <CopyButton text={id} label={`Copy ${id}`} />}
    </span>
  );
}

/** An agent's name in the inventory. */
export function AgentName({ id, withId = false }: NameProps) {
  const named = useNamed('agent', id);
  return (
    <span title={harmless(shortened(id, 300))}>
      <ForeignText cut limit={80} text={named?.name ?? id} />
      {withId && named !== null && named.name !== id && (
        <>
          {' '}
          (<ForeignText cut limit={80} text={id} />)
        </>
      )}
    </span>
  );
}

/** An agent's name, which leads to its page. */
export function Agent(props: NameProps) {
  return (
    <AgentLink id={props.id}>
      <AgentName {...props} />
    </AgentLink>
  );
}
