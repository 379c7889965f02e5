/** Every check, by the name that frameworks, results and documents use. A published name keeps its meaning. */
import type { Check } from '../check.ts';
import { ACCESS_CHECKS } from './access.ts';
import { CONDUCT_CHECKS } from './conduct.ts';
import { GOVERNING_CHECKS } from './governing.ts';
import { IDENTITY_CHECKS } from './identity.ts';
import { INCIDENT_CHECKS } from './incidents.ts';
import { OVERSIGHT_CHECKS } from './oversight.ts';
import { RECORD_CHECKS } from './record.ts';
import { REVIEW_CHECKS } from './reviews.ts';
import { SECOND_PERSON_CHECKS } from './second-person.ts';

export const CHECKS = {
  ...RECORD_CHECKS,
  ...OVERSIGHT_CHECKS,
  ...CONDUCT_CHECKS,
  ...GOVERNING_CHECKS,
  ...ACCESS_CHECKS,
  ...IDENTITY_CHECKS,
  ...INCIDENT_CHECKS,
  ...REVIEW_CHECKS,
  ...SECOND_PERSON_CHECKS,
} as const satisfies Record<string, Check>;

export type CheckId = keyof typeof CHECKS;
export const CHECK_IDS = Object.keys(CHECKS) as CheckId[];

/** A check as the API and the record of a result state it. */
export function publishedCheck(id: CheckId) {
  const { title, rule, occasional = false, decisive = false }: Check = CHECKS[id];
  return { id, title, rule, occasional, decisive };
}
