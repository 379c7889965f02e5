/** One change in words: the act, the thing by name with a link to it, and what it altered. */
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Artifact } from '../../client/api.ts';
import { type Detail, partiesIn } from '../../client/changes/index.ts';
import { AgentName, Party } from '../members/party.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Moment } from '../ui/time/time.tsx';
import { toldOf } from './change.ts';
import styles from './changes.module.css';
import { detailsOf, type Json } from './details.ts';
import { placeOf } from './place.ts';

export function changeIn({ payload }: Pick<Artifact, 'payload'>): Json | null {
  const change = payload?.change;
  return typeof change === 'object' && change !== null ? (change as Json) : null;
}

interface WhatProps {
  item: Artifact;
  earlier: Artifact | null;
}

const MOST_DETAILS = 6;

export function What({ item, earlier }: WhatProps) {
  const action = item.action ?? '';
  const change = changeIn(item);
  const details = detailsOf(action, change, earlier && changeIn(earlier));
  const left = details.length - MOST_DETAILS;
  return (
    <>
      <Thing action={action} change={change} by={item.payload?.by} />
      {details.length > 0 && (
        <ul className={styles.details}>
          {details.slice(0, MOST_DETAILS).map((detail) => (
            <li key={detail.what}>
              <Altered detail={detail} />
            </li>
          ))}
          {left > 0 && <li>and {left} more</li>}
        </ul>
      )}
    </>
  );
}

type Search = { env?: 'sandbox' };

interface ThingProps {
  action: string;
  change: Json | null;
  /** The party that changed it. */
  by: unknown;
}

function Thing(props: ThingProps) {
  const { action, change } = props;
  const { verb } = toldOf(action, change);
  const isNamed = hasName(action, change);
  const clause = isNamed ? verb : verb.replace(ASKS_FOR_A_NAME, '');
  const said = clause.charAt(0).toUpperCase() + clause.slice(1);
  const place = placeOf(action, change);
  const name = isNamed ? <ThingName {...props} /> : said;
  if (place === null) return isNamed ? withVerb(said, name) : name;
  const link = (
    <Link
      to={place.to}
      {...(place.params && { params: place.params })}
      search={({ env }: Search) => ({ env, ...place.search })}
    >
      {name}
    </Link>
  );
  return isNamed ? withVerb(said, link) : link;
}

function withVerb(said: string, name: ReactNode): ReactNode {
  return (
    <>
      {said} {name}
    </>
  );
}

/** The end of a verb that is followed by a name, as in `joined as`. */
const ASKS_FOR_A_NAME = /(?: (?:as|at|by|for|of|to))?:?$/;
const OF_AN_AGENT = /^(halt|mandate|agent)\./;

function hasName(action: string, change: Json | null): boolean {
  if (toldOf(action, change).subject !== null) return true;
  return (
    (action.startsWith('member.') && typeof change?.member_id === 'string') ||
    (OF_AN_AGENT.test(action) && typeof change?.agent_id === 'string')
  );
}

/** Agents and members by the names that they have now, and everything else as the record names it. */
function ThingName({ action, change, by }: ThingProps) {
  const { subject } = toldOf(action, change);
  const { agent_id: agent, member_id: member } = change ?? {};
  if (action.startsWith('member.') && typeof member === 'string' && action !== 'member.invite') {
    return (
      <strong>
        {subject !== null && <ForeignText cut limit={120} text={subject} />}
        {subject === null && <Party id={member} />}
        {subject !== null && member !== by && (
          <>
            {': '}
            <Party id={member} />
          </>
        )}
      </strong>
    );
  }
  if (OF_AN_AGENT.test(action) && typeof agent === 'string') {
    return (
      <strong>
        <AgentName id={agent} />
      </strong>
    );
  }
  return (
    <strong>
      <ForeignText cut limit={120} text={subject ?? ''} />
    </strong>
  );
}

interface AlteredProps {
  detail: Detail;
  /** False on a page without a session, which can't look names up. */
  isNamed?: boolean;
}

/** A place that a change alters, with its value before and after. */
export function Altered({ detail: { what, from, to }, isNamed = true }: AlteredProps) {
  return (
    <>
      <ForeignText cut limit={80} text={what} />:{' '}
      {from !== null && (
        <>
          <Value text={from} isNamed={isNamed} /> <span aria-hidden>→</span>
          <span className="visually-hidden">to</span>{' '}
        </>
      )}
      <Value text={to} isNamed={isNamed} />
    </>
  );
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** People and keys by name, times as the reader writes them. */
function Value({ text, isNamed }: { text: string; isNamed: boolean }): ReactNode {
  if (TIME.test(text)) return <Moment time={text} />;
  const parties = isNamed ? partiesIn(text) : null;
  if (parties === null) return <ForeignText cut limit={160} text={text} />;
  return parties.map((id, place) => (
    <Fragment key={id}>
      {place > 0 && ', '}
      <Party id={id} />
    </Fragment>
  ));
}
