/** The line of a session's calls: their types, the part of it that is shown, and the threads between them. */
import type { ReadData } from '../api/read.ts';
import { dateFormat } from '../ui/locale/locale.ts';

export type SessionInFull = ReadData<'/api/v1/sessions/{session_id}'>;
export type Call = SessionInFull['calls'][number];
export type Target = Call['targets'][number];
export type Mention = Call['mentions'][number];
export type Source = NonNullable<Target['source']>;
export type Origin = NonNullable<Target['origin']>;

/** More cards at once would slow the page down. */
export const MOST_SHOWN = 100;

/** The verdict that counts for a person: the one it would have got, if it was only observed. */
export function judged({ verdict, would_be: wouldBe }: Call): Call['verdict'] {
  return wouldBe ?? verdict;
}

export function isHeld(call: Call): boolean {
  return judged(call) !== 'proceed';
}

/** Whether only strangers' texts had named a party or an object of it. */
export function isNewParty({ doubts }: Call): boolean {
  return doubts.includes('stranger_named_party') || doubts.includes('stranger_named_object');
}

/**
 * The calls to show: the last ones, and as many earlier ones as were asked for, or as it takes to show the one that the
 * address names.
 */
export function shownCalls(calls: readonly Call[], most: number, named: string): readonly Call[] {
  const place = calls.findIndex(({ evidence_id: id }) => id === named);
  const fromEnd = place === -1 ? 0 : calls.length - place;
  return calls.slice(-Math.max(most, fromEnd));
}

/** A value that went from the result of one call into an argument of a later one. */
export interface Thread {
  /** The evidence ids of the two calls. */
  from: string;
  to: string;
  /** The element of the argument. */
  end: string;
  isForeign: boolean;
}

/** The id of the element that shows a target, or a mention after the targets. */
export function endOf(call: Call, place: number): string {
  return `${call.evidence_id}-${place}`;
}

export function threadsOf(calls: readonly Call[]): Thread[] {
  const ids = new Set(calls.filter(({ result }) => result !== null).map(({ evidence_id: id }) => id));
  return calls.flatMap((call) => {
    const ends = [
      ...call.targets.map(({ source, origin }) => ({ source, isForeign: origin === 'content' })),
      ...call.mentions.map(({ source }) => ({ source, isForeign: true })),
    ];
    return ends.flatMap(({ source, isForeign }, place) => {
      if (source === null || !ids.has(source.evidence_id)) return [];
      return [{ from: source.evidence_id, to: call.evidence_id, end: endOf(call, place), isForeign }];
    });
  });
}

/** Whether the call is that one, or has an argument from its result. */
export function concerns({ evidence_id: id, targets, mentions }: Call, active: string | null): boolean {
  return id === active || [...targets, ...mentions].some(({ source }) => source?.evidence_id === active);
}

const DAY = dateFormat({ dateStyle: 'full' });
const CLOCK = dateFormat({ timeStyle: 'medium' });
const TO_THE_MINUTE = dateFormat({ timeStyle: 'short' });

export function dayOf(time: string): string {
  return DAY.format(Date.parse(time));
}

/** The time of day, to the second. */
export function clockOf(time: string): string {
  return CLOCK.format(Date.parse(time));
}

export function minuteOf(time: string): string {
  return TO_THE_MINUTE.format(Date.parse(time));
}

const WRITTEN_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** A reason with its times as a person reads them. */
export function withTimes(reason: string): string {
  return reason.replace(WRITTEN_TIME, (time) => minuteOf(time));
}

/** The reason of a law as a sentence. */
export function sentenceOf(reason: string): string {
  const text = withTimes(reason);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
