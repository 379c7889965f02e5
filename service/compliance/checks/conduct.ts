/** Checks of conduct: whether blocks are obeyed, outcomes reported and good, trust updated, and urgent events sent. */
import type { EventType } from '../../events/index.ts';
import { SAMPLE } from '../chain-in-period.ts';
import { type Check, idsOf, newestIds } from '../check.ts';
import { byShare, countOf, countText, found, shareOf, unjudged } from './wording.ts';

/** The events that people need at once. */
const URGENT: readonly EventType[] = [
  'approval.created',
  'action.executed_despite_block',
  'evidence.integrity_failed',
];

export const CONDUCT_CHECKS = {
  blocks_heeded: {
    title: 'Nothing is carried out despite a block',
    rule: 'Met where no action reported in the period had been blocked; not assessed where none was reported.',
    evenUngoverned: true,
    async assess({ evidence }) {
      const executed = await evidence.count({ artifactType: 'action_executed' });
      if (executed === 0) return unjudged('No action was reported as carried out in the period.');
      const kind = { artifactType: 'action_executed', verdict: 'block' };
      const despite = await evidence.count(kind);
      const counts = { executed, despite_block: despite };
      if (despite === 0) {
        const finding = `None of ${countOf(executed, 'action')} reported had been blocked.`;
        return found('met', finding, counts, await newestIds(evidence, { artifactType: 'action_executed' }));
      }
      const finding = `${countOf(despite, 'action')} of ${countText(executed)} reported had been blocked.`;
      return found('not_met', finding, counts, await newestIds(evidence, kind));
    },
  },

  outcomes_reported: {
    title: 'Outcomes are reported',
    rule: `Met where the outcome of 90 % of the newest ${SAMPLE} actions that were let proceed was reported; in part from 50 % on.`,
    async assess(chain) {
      const proceeds = await chain.proceeds();
      if (proceeds.length === 0) return unjudged('No action was let proceed in the period.');
      const reported = await chain.reported(proceeds);
      const silent = proceeds.filter(({ id }) => !reported.has(id));
      const finding = `The outcome of ${shareOf(reported.size, proceeds.length)} of the actions looked at was reported.`;
      const counts = { proceed: proceeds.length, reported: reported.size };
      const ids = idsOf(silent.length > 0 ? silent : proceeds);
      return found(byShare(reported.size, proceeds.length), finding, counts, ids);
    },
  },

  outcomes_succeed: {
    title: 'Actions end well',
    rule: `Met where 95 % of the newest ${SAMPLE} reported outcomes are a success; in part from 80 % on.`,
    async assess(chain) {
      const reported = (await chain.outcomes()).filter(({ payload }) => typeof payload?.outcome === 'string');
      if (reported.length === 0) return unjudged('No outcome was reported in the period.');
      const failed = reported.filter(({ payload }) => payload?.outcome !== 'success');
      const good = reported.length - failed.length;
      const result = byShare(good, reported.length, { met: 0.95, partial: 0.8 });
      const counts = { outcomes: reported.length, failures: failed.length };
      const finding = `${shareOf(good, reported.length)} of the outcomes looked at are a success.`;
      return found(result, finding, counts, idsOf(failed));
    },
  },

  trust_kept: {
    title: 'Trust follows conduct',
    rule: 'Met where trust scores were updated in the period; not assessed where no reported outcome names an agent.',
    async assess({ evidence, outcomes }) {
      const updates = await evidence.count({ artifactType: 'trust_update' });
      const counts = { trust_updates: updates };
      if (updates === 0) {
        const ofAgents = (await outcomes()).filter(({ payload }) => typeof payload?.agent_id === 'string');
        if (ofAgents.length === 0)
          return unjudged('No agent is named in an outcome that was reported.', counts);
        return found('not_met', 'Outcomes of agents were reported, and no trust score moved.', counts);
      }
      const finding = `${countOf(updates, 'update')} of trust scores in the period.`;
      return found('met', finding, counts, await newestIds(evidence, { artifactType: 'trust_update' }));
    },
  },

  alerts_heard: {
    title: 'Urgent alerts are sent out',
    rule: `Met where enabled webhook endpoints receive ${URGENT.join(', ')}; in part where they receive some. Endpoints are judged as they are when the check runs; changes of them are on record.`,
    async assess(chain) {
      const endpoints = await chain.listeners();
      const heard = URGENT.filter((type) =>
        endpoints.some((types) => types === null || types.includes(type)),
      );
      const counts = { endpoints: endpoints.length, urgent_events: URGENT.length, heard: heard.length };
      if (heard.length === URGENT.length) {
        const finding = `${countOf(endpoints.length, 'enabled endpoint')} hear of every urgent event.`;
        return found('met', finding, counts);
      }
      const missed = URGENT.filter((type) => !heard.includes(type)).join(', ');
      const finding = `${countOf(endpoints.length, 'enabled endpoint')}; none of them receives ${missed}.`;
      return found(heard.length > 0 ? 'partial' : 'not_met', finding, counts);
    },
  },
} as const satisfies Record<string, Check>;
