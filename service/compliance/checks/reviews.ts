/** The check of access reviews: whether someone looked at everything that can get in, lately. */
import { DAY_MS } from '../../foundation/clock.ts';
import type { Check } from '../check.ts';
import { countOf, found } from './wording.ts';

const EACH_DAYS = 90;
const AT_LEAST_DAYS = 180;

export const REVIEW_CHECKS = {
  access_reviewed: {
    title: 'Access is reviewed',
    rule: `Met where the last review of access that was closed by the end of the period was closed within ${EACH_DAYS} days before it; in part within ${AT_LEAST_DAYS} days, or where the only person who could review kept their own access. A review is closed once each line of it is kept or revoked, and is of both environments.`,
    async assess({ governed, nowMs, ...chain }) {
      const end = Math.min(governed.to, nowMs);
      const last = await chain.review();
      if (last === undefined)
        return found(
          'not_met',
          'No review of access was closed by the end of the period.',
          { reviews: 0 },
          [],
        );
      const days = Math.floor((end - last.closedAt) / DAY_MS);
      const met = last.bySelf === 0 ? 'met' : 'partial';
      const result = days <= EACH_DAYS ? met : days <= AT_LEAST_DAYS ? 'partial' : 'not_met';
      const own = ` The only person who could review kept ${countOf(last.bySelf, 'line')} of their own access.`;
      const finding = `The last review of access was closed ${countOf(days, 'day')} before the end of the period, or before the check.${last.bySelf === 0 ? '' : own}`;
      const ids = last.evidenceId === null ? [] : [last.evidenceId];
      return found(result, finding, { days_since: days, kept_by_self: last.bySelf }, ids);
    },
  },
} as const satisfies Record<string, Check>;
