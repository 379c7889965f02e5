/** The people who would be asked for an action, group by group, with those who stand in for the absent. */
import type { WouldBeAsked } from '../../client/api.ts';
import { Finding } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Facts, Stack } from '../ui/page.tsx';
import { Notice } from '../ui/state.tsx';
import { Moment } from '../ui/time/time.tsx';
import { ChannelNames } from './channel-names.tsx';

type AskedGroup = WouldBeAsked['ask'][number];

export function WhoAnswer({ answer }: { answer: WouldBeAsked }) {
  const { verdict, route, ask, later, told, channels, required_approvals: required } = answer;
  return (
    <Stack>
      {verdict !== 'escalate' && (
        <Notice>
          No one would be asked: it would <Finding found={verdict} />. If it were held, this is who would be.
        </Notice>
      )}
      <Facts
        facts={{
          Route: route === null ? 'none fits' : <ForeignText cut limit={80} text={route} />,
          Approvals: required,
          Asked: ask.length === 0 ? 'everyone who may approve' : <Groups groups={ask} />,
          Later: later && (
            <>
              from <Moment time={later.at} /> also
              <Groups groups={later.groups} />
            </>
          ),
          'Told now': <Names people={told} />,
          'Told by': channels === null ? 'every channel' : <ChannelNames ids={channels} />,
          Until: <Moment time={answer.expires_at} />,
        }}
      />
    </Stack>
  );
}

function Groups({ groups }: { groups: readonly (Omit<AskedGroup, 'approvals'> & { approvals?: number })[] }) {
  return (
    <ul>
      {groups.map(({ group, name, approvals, members }) => (
        <li key={group}>
          {approvals !== undefined && `${approvals} of `}
          <strong>
            <ForeignText cut limit={60} text={name} />
          </strong>
          : <Members members={members} />
        </li>
      ))}
    </ul>
  );
}

function Members({ members }: { members: AskedGroup['members'] }) {
  if (members.length === 0) return 'no one who may decide';
  return members.map(({ member_id: id, name, stand_in: standIn }, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <ForeignText cut limit={40} text={name} />
      {standIn && (
        <>
          {' '}
          (away: <ForeignText cut limit={40} text={standIn.name} />)
        </>
      )}
    </span>
  ));
}

function Names({ people }: { people: WouldBeAsked['told'] }) {
  if (people.length === 0) return 'no one';
  return people.map(({ member_id: id, name }, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <ForeignText cut limit={40} text={name} />
    </span>
  ));
}
