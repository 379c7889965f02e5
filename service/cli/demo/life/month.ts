/** Thirty days of the company, from the first to now: the oldest is asked first, because evidence is in order. */
import { DAY_MS } from '../../../foundation/clock.ts';
import { Refused } from '../asking.ts';
import { act, type Living } from './acting.ts';
import { widenPolicy } from './company.ts';
import { FAILS, HELD, type Held, type Question, ROUTINE } from './questions.ts';
import { obeyAStranger } from './stranger.ts';

const HOUR_MS = 3_600_000;
const MOST_TRIES = 5;
/** The status of a decision that came too late. */
const EXPIRED = 409;
export const DAYS = 30;
/** Hours of the day before now at which routine is done. */
const HOURS_OF_ROUTINE = [20, 12, 3];
const POLICY_WIDENED_HOURS_AGO = 160;
const CHECKED_HOURS_AGO = 120;
const STRANGER_HOURS_AGO = 6;

interface Happening {
  hoursAgo: number;
  happens(): Promise<unknown>;
}

export async function liveThroughAMonth(
  living: Living,
  onDay: (day: number) => Promise<void>,
): Promise<void> {
  let day = 0;
  for (const { hoursAgo, happens } of happeningsOf(living)) {
    living.clock.setBefore(hoursAgo * HOUR_MS);
    const today = DAYS - Math.floor((hoursAgo * HOUR_MS) / DAY_MS);
    if (today > day) await onDay(today);
    day = today;
    await happens();
  }
  living.clock.setBefore(0);
}

function happeningsOf(living: Living): Happening[] {
  const { company } = living;
  const routine = Array.from({ length: DAYS }, (_, day) =>
    HOURS_OF_ROUTINE.map((hour) => ({
      hoursAgo: day * 24 + hour,
      happens: () => routineOf(living, day * HOURS_OF_ROUTINE.length + hour),
    })),
  ).flat();
  const all: Happening[] = [
    ...routine,
    ...HELD.map((held) => ({ hoursAgo: held.hoursAgo, happens: () => beHeld(living, held) })),
    { hoursAgo: POLICY_WIDENED_HOURS_AGO, happens: () => widenPolicy(company) },
    {
      hoursAgo: CHECKED_HOURS_AGO,
      happens: async () => {
        const ask = await company.people.dana.signIn();
        await ask('/core/compliance/check', { framework: 'eu_ai_act' });
      },
    },
    { hoursAgo: STRANGER_HOURS_AGO, happens: () => obeyAStranger(living) },
  ];
  return all.toSorted((one, other) => other.hoursAgo - one.hoursAgo);
}

/** A few at once: more on some days than on others. */
async function routineOf(living: Living, seed: number): Promise<void> {
  const count = 3 + ((seed * 7) % 6);
  const questions = Array.from(
    { length: count },
    (_, place) => ROUTINE[(place * 3 + seed) % ROUTINE.length] as Question,
  );
  await Promise.all(
    questions.map((question, place) =>
      act(living, question, {}, (place + seed) % 13 === FAILS ? 'failure' : 'success'),
    ),
  );
}

/**
 * A service that runs beside this expires, by its own clock, what was asked a month ago: within a second, so that it is
 * rarely faster than the person here, who is signed in already. Then the agent asks again.
 */
async function beHeld(living: Living, { question, decision }: Held): Promise<void> {
  if (decision === null) return void (await act(living, question));
  const { by, verb, comment } = decision;
  const ask = await living.company.people[by].signIn();
  for (let tries = 1; ; tries += 1) {
    const { approval_id: id } = await act(living, question);
    if (id === undefined) return;
    try {
      await ask(`/approvals/${id}/${verb}`, { comment });
    } catch (error) {
      const isLate = error instanceof Refused && error.status === EXPIRED;
      if (isLate && tries < MOST_TRIES) continue;
      throw error;
    }
    if (verb === 'approve') await act(living, question, { has_approval: true, approval_id: id });
    return;
  }
}
