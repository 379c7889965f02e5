/** Checks of who asks: whether agents are registered with an owner, and whether they prove who they are. */
import { nameKey } from '@assize/act-reading/names';
import type { Artifact } from '../../evidence/reading/index.ts';
import { askerOf, isAuthenticated } from '../agents-in-period.ts';
import { SAMPLE } from '../chain-in-period.ts';
import { type Check, type Finding, idsOf } from '../check.ts';
import { byShare, found, shareOf, unjudged } from './wording.ts';

export const IDENTITY_CHECKS = {
  agents_owned: {
    title: 'Agents are registered, and someone answers for each',
    rule: `Met where 90 % of the newest ${SAMPLE} evaluations are of agents that the inventory lists with an owner when the check runs; in part from 50 % on.`,
    async assess(chain) {
      const evaluations = await chain.evaluations();
      if (evaluations.length === 0) return unjudged('No evaluation of the period is on record.');
      const { agents } = await chain.inventory();
      const owned = new Set(
        agents.filter(({ owner }) => owner !== null).map(({ agent_id }) => nameKey(agent_id)),
      );
      const isOwned = (artifact: Artifact) => {
        const { agentId } = askerOf(artifact);
        return agentId !== null && owned.has(nameKey(agentId));
      };
      const counts = { registered: agents.filter(({ status }) => status !== 'unregistered').length };
      return shareFound(evaluations, isOwned, 'are of registered agents with an owner', counts);
    },
  },

  agents_authenticated: {
    title: 'Agents prove who they are',
    rule: `Met where a key or a token of the agent proves its identity in 90 % of the newest ${SAMPLE} evaluations; in part from 50 % on. Records that do not say how the agent is known count as claims.`,
    async assess(chain) {
      const evaluations = await chain.evaluations();
      if (evaluations.length === 0) return unjudged('No evaluation of the period is on record.');
      return shareFound(evaluations, isAuthenticated, 'prove by key or token which agent asked', {});
    },
  },
} as const satisfies Record<string, Check>;

function shareFound(
  evaluations: readonly Artifact[],
  isGood: (artifact: Artifact) => boolean,
  what: string,
  more: Record<string, number>,
): Finding {
  const good = evaluations.filter(isGood);
  const others = evaluations.filter((artifact) => !isGood(artifact));
  const counts = { evaluations: evaluations.length, of_them: good.length, ...more };
  const text = `${shareOf(good.length, evaluations.length)} of the evaluations looked at ${what}.`;
  return found(
    byShare(good.length, evaluations.length),
    text,
    counts,
    idsOf(others.length > 0 ? others : good),
  );
}
