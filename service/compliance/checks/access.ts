/**
 * Checks of API keys: that they expire, that agents' keys have only the scope they need, and that none is unused. Keys are
 * never deleted and their scopes never change, so they show which keys there were at any time.
 */
import { DAY_MS } from '../../foundation/clock.ts';
import type { ApiKey } from '../../keys/index.ts';
import { type Check, idsOf } from '../check.ts';
import type { Lifetime } from '../spans.ts';
import { byShare, countOf, found, shareOf, unjudged } from './wording.ts';

const IDLE_DAYS = 90;
const ALL_OR_HALF = { met: 1, partial: 0.5 };

export const ACCESS_CHECKS = {
  keys_expire: {
    title: 'Keys expire',
    rule: 'Met where every key that was active after the first evaluation of the period has an end; in part where at least half of them do.',
    async assess({ keys, keyRecords }) {
      if (keys.length === 0) return unjudged('No key of this environment was active.');
      const endless = keys.filter(({ expiresAt }) => expiresAt === null).length;
      const counts = { active_keys: keys.length, without_end: endless };
      const ending = keys.length - endless;
      const finding =
        endless === 0
          ? `Each of ${countOf(keys.length, 'key')} expires.`
          : `${shareOf(ending, keys.length)} of the keys expire.`;
      const result = byShare(ending, keys.length, ALL_OR_HALF);
      return found(result, finding, counts, idsOf(await keyRecords()));
    },
  },

  agent_keys_minimal: {
    title: "Agents' keys can do nothing else",
    rule: 'Met where every evaluating key that was active after the first evaluation of the period has the scope governance:evaluate alone; in part where some have.',
    async assess({ keys, keyRecords }) {
      const evaluating = keys.filter(({ scopes }) => scopes.includes('governance:evaluate'));
      if (evaluating.length === 0) return unjudged('No key that evaluates was active.');
      const minimal = evaluating.filter(({ scopes }) => scopes.length === 1).length;
      const counts = { evaluating_keys: evaluating.length, minimal };
      const finding = `${shareOf(minimal, evaluating.length)} of the keys that evaluate can do nothing else.`;
      const result = minimal === evaluating.length ? 'met' : minimal > 0 ? 'partial' : 'not_met';
      return found(result, finding, counts, idsOf(await keyRecords()));
    },
  },

  keys_in_use: {
    title: 'No key lies unused',
    rule: `Met where every key active at the end of the period was made or used within ${IDLE_DAYS} days before it, or since; in part where at least half of them were. Only the last use of a key is known.`,
    async assess({ governed: { to: end }, ...chain }) {
      const keys = chain.keys.filter((key) => (lifetimeOf(key).to ?? end) >= end);
      if (keys.length === 0)
        return unjudged('No key of this environment was active at the end of the period.');
      const since = end - IDLE_DAYS * DAY_MS;
      const idle = keys.filter(
        ({ createdAt, lastUsedAt }) => Math.max(createdAt, lastUsedAt ?? 0) < since,
      ).length;
      const counts = { active_keys: keys.length, idle };
      const used = keys.length - idle;
      const finding =
        idle === 0
          ? `Each of ${countOf(keys.length, 'active key')} was made or used within ${IDLE_DAYS} days before the end of the period, or since.`
          : `${shareOf(used, keys.length)} of the keys active at the end were made or used within ${IDLE_DAYS} days before it, or since.`;
      const result = byShare(used, keys.length, ALL_OR_HALF);
      return found(result, finding, counts, idsOf(await chain.keyRecords()));
    },
  },
} as const satisfies Record<string, Check>;

export function lifetimeOf({ createdAt, expiresAt, revokedAt }: ApiKey): Lifetime {
  const ends = [expiresAt, revokedAt].filter((end) => end !== null);
  return { from: createdAt, to: ends.length === 0 ? null : Math.min(...ends) };
}
