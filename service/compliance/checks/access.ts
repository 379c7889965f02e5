/** Checks of API keys: that they expire, that agents hold no more than they need, and that none lies about unused. */
import type { Check } from '../check.ts';
import { byShare, countOf, found, shareOf, unjudged } from './wording.ts';

const DAY_MS = 86_400_000;
const IDLE_DAYS = 90;

export const keysExpire: Check = {
  title: 'Keys expire',
  rule: 'Met where every active key has an end; in part where at least half of them do.',
  async judge({ keys }) {
    if (keys.length === 0) return unjudged('No key of this environment is active.');
    const endless = keys.filter(({ expiresAt }) => expiresAt === null).length;
    const counts = { active_keys: keys.length, without_end: endless };
    const ending = keys.length - endless;
    const told =
      endless === 0
        ? `Each of ${countOf(keys.length, 'active key')} expires.`
        : `${shareOf(ending, keys.length)} of the active keys expire.`;
    return found(byShare(ending, keys.length, { met: 1, partial: 0.5 }), told, counts);
  },
};

export const agentKeysMinimal: Check = {
  title: "Agents' keys can do nothing else",
  rule: 'Of the active keys that evaluate: met where every one has the scope governance:evaluate alone, in part where some have.',
  async judge({ keys }) {
    const evaluating = keys.filter(({ scopes }) => scopes.includes('governance:evaluate'));
    if (evaluating.length === 0) return unjudged('No active key evaluates.');
    const minimal = evaluating.filter(({ scopes }) => scopes.length === 1).length;
    const counts = { evaluating_keys: evaluating.length, minimal };
    const told = `${shareOf(minimal, evaluating.length)} of the keys that evaluate can do nothing else.`;
    const result = minimal === evaluating.length ? 'met' : minimal > 0 ? 'partial' : 'not_met';
    return found(result, told, counts);
  },
};

export const keysInUse: Check = {
  title: 'No key lies unused',
  rule: `Met where every active key was made or used within ${IDLE_DAYS} days; in part where at least half of them were.`,
  async judge({ keys, nowMs }) {
    if (keys.length === 0) return unjudged('No key of this environment is active.');
    const since = nowMs - IDLE_DAYS * DAY_MS;
    const idle = keys.filter(
      ({ createdAt, lastUsedAt }) => Math.max(createdAt, lastUsedAt ?? 0) < since,
    ).length;
    const counts = { active_keys: keys.length, idle };
    const used = keys.length - idle;
    const told =
      idle === 0
        ? `Each of ${countOf(keys.length, 'active key')} was made or used within ${IDLE_DAYS} days.`
        : `${shareOf(used, keys.length)} of the active keys were made or used within ${IDLE_DAYS} days.`;
    return found(byShare(used, keys.length, { met: 1, partial: 0.5 }), told, counts);
  },
};
