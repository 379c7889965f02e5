/** Says who is asked by the route of an approval, how many of each group have approved, and who is asked later. */
import type { Approval } from '../../../client/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Card, Facts } from '../../ui/page.tsx';
import { Moment } from '../../ui/time/time.tsx';

type Route = NonNullable<Approval['route']>;

export function AskedPeople({ route: { name, ask, later } }: { route: Route }) {
  return (
    <Card title="Who is asked">
      <Facts
        facts={{
          Route: <ForeignText cut limit={80} text={name} />,
          Asked: ask.length === 0 ? 'everyone who may approve' : <Groups ask={ask} />,
          Later: later && (
            <>
              from <Moment time={later.at} /> also{' '}
              {later.groups.map((group, place) => (
                <span key={group.group}>
                  {place > 0 && ', '}
                  <ForeignText cut limit={60} text={group.name} />
                </span>
              ))}
            </>
          ),
        }}
      />
    </Card>
  );
}

function Groups({ ask }: { ask: Route['ask'] }) {
  return (
    <ul>
      {ask.map(({ group, name, approvals, given }) => (
        <li key={group}>
          <ForeignText cut limit={60} text={name} />{' '}
          <Badge tone={given >= approvals ? 'good' : 'neutral'}>
            {given} of {approvals}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
