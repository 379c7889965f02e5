/** The habits of a channel with one conversation, as its options state them: those of a member are their wishes. */
import { RISK_LEVELS } from '@assize/act-reading/risk';
import type { JsonObject } from '@assize/evidence-format';
import { Failure, type Fault } from '../../foundation/failure.ts';
import type { Habits, Quiet } from './when.ts';
import { faultsOfQuiet } from './wishes.ts';

/** The names among a channel's options. */
export const HABITS = ['quiet', 'digest_above'] as const;

const TIME_OF_DAY = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const MAX_DIGEST_ABOVE = 1000;

/** @param options that have no faults. */
export function habitsIn({ quiet, digest_above }: JsonObject): Habits {
  return {
    quiet: (quiet ?? null) as unknown as Quiet | null,
    digestAbove: typeof digest_above === 'number' ? digest_above : null,
  };
}

/** Reads these two options, where they are given. @throws {Failure} `invalid` naming each field below `options`. */
export function readHabits({ quiet, digest_above }: JsonObject): JsonObject {
  const faults = faultsOfHabits({ quiet: quiet ?? null, digest_above: digest_above ?? null });
  if (faults.length > 0) throw Failure.invalid(faults);
  return { ...(quiet != null && { quiet }), ...(digest_above != null && { digest_above }) };
}

/** Finds the faults of these two options, each below `options`. */
export function faultsOfHabits({ quiet, digest_above: above }: JsonObject): Fault[] {
  const faults = quiet == null ? [] : faultsOfTyped(quiet);
  const isNumber = typeof above === 'number' && Number.isInteger(above);
  if (above != null && !(isNumber && above >= 1 && above <= MAX_DIGEST_ABOVE)) {
    const message = `Input should be a whole number from 1 to ${MAX_DIGEST_ABOVE}`;
    faults.push({ field: ['digest_above'], message, type: 'value_error' });
  }
  return faults.map((fault) => ({ ...fault, field: ['options', ...fault.field] }));
}

function faultsOfTyped(quiet: unknown): Fault[] {
  const of = (field: string[], message: string): Fault => ({
    field: ['quiet', ...field],
    message,
    type: 'value_error',
  });
  if (typeof quiet !== 'object' || quiet === null || Array.isArray(quiet))
    return [of([], 'Input should be an object')];
  const {
    from,
    to,
    time_zone,
    except_risk_at_least: least = null,
    ...others
  } = quiet as Record<string, unknown>;
  const isTime = (text: unknown) => typeof text === 'string' && TIME_OF_DAY.test(text);
  const faults = [
    ...Object.keys(others).map((name) => of([name], 'Extra inputs are not permitted')),
    ...(isTime(from) ? [] : [of(['from'], 'Input should be a time such as 22:00')]),
    ...(isTime(to) ? [] : [of(['to'], 'Input should be a time such as 07:00')]),
    ...(typeof time_zone === 'string' ? [] : [of(['time_zone'], 'Input should be a text')]),
    ...(least === null || RISK_LEVELS.some((level) => level === least)
      ? []
      : [of(['except_risk_at_least'], `Input should be one of ${RISK_LEVELS.join(', ')}, or null`)]),
  ];
  return faults.length > 0 ? faults : faultsOfQuiet(quiet as Quiet);
}
