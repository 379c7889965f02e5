/** Checks of the record itself: whether it is whole, signed and kept, and names the actor and the risk. */
import { type JsonObject, REMOVAL_ACTIONS } from '@assize/evidence-format';
import type { Artifact } from '../../evidence/reading/index.ts';
import { SAMPLE } from '../chain-in-period.ts';
import { type Check, idsOf } from '../check.ts';
import { byShare, countOf, countText, found, shareOf, unjudged } from './wording.ts';

/** Logs of high-risk systems must be kept for at least six months: this is the longest that six months can be. */
const SIX_MONTHS_DAYS = 184;

export const RECORD_CHECKS = {
  chain_sound: {
    title: 'The evidence chain verifies',
    rule: 'Met where every hash and link verifies and no alarm was raised in the period; in part where alarms were raised and acknowledged. The check verifies records since the chain was last found sound; a daily verification covers all.',
    decisive: true,
    evenUngoverned: true,
    async assess(chain) {
      const verification = await chain.verification();
      const { raised, open } = await chain.alarms();
      const counts = { alarms_raised: raised, alarms_open: open };
      if (!verification.valid || verification.firstInvalid !== null) {
        const what = verification.firstInvalid?.message ?? 'the chain does not verify';
        return found('not_met', `Verification of the chain fails: ${what}`, counts);
      }
      if (open > 0) {
        return found(
          'not_met',
          `${countOf(open, 'integrity alarm')} of this chain not acknowledged.`,
          counts,
        );
      }
      if (raised > 0) {
        const finding = `The chain verifies now; ${countOf(raised, 'integrity alarm')} of the period, all acknowledged.`;
        return found('partial', finding, counts);
      }
      return found('met', 'Every hash, link and payload verifies; no integrity alarm in the period.', counts);
    },
  },

  checkpoints_signed: {
    title: 'A signed checkpoint covers the record',
    rule: 'Met where a checkpoint, signed outside the database, covers every record looked at; in part where it covers some.',
    evenUngoverned: true,
    async assess(chain) {
      const checkpoint = await chain.checkpoint();
      const { size } = chain.evidence;
      if (size === 0) return unjudged('The chain has no record that could be signed.');
      if (checkpoint === null) return found('not_met', 'No checkpoint of this chain was signed.');
      if (checkpoint.size >= size) return found('met', 'A signed checkpoint covers every record looked at.');
      return found('partial', 'The newest signed checkpoint does not reach the newest records.');
    },
  },

  decisions_recorded: {
    title: 'Decisions are on record',
    rule: 'Met where evaluations of the period are in the chain, each with its verdict, before it was answered.',
    async assess({ verdicts, evaluations }) {
      const { all, proceed, escalate, block } = verdicts;
      const finding = `${countOf(all, 'evaluation')} on record: ${countText(proceed)} proceed, ${countText(escalate)} escalate, ${countText(block)} block.`;
      return found(
        'met',
        finding,
        { evaluations: all, proceed, escalate, block },
        idsOf(await evaluations()),
      );
    },
  },

  actors_named: {
    title: 'Records name who acts',
    rule: `Met where 90 % of the newest ${SAMPLE} evaluations name an agent or a user, not only the API key; in part from 50 % on.`,
    async assess(chain) {
      const sample = await chain.evaluations();
      if (sample.length === 0) return unjudged('No action was evaluated in the period.');
      const nameless = sample.filter(({ actor }) => actor.startsWith('key_'));
      const named = sample.length - nameless.length;
      const finding = `${shareOf(named, sample.length)} of the evaluations looked at name an agent or a user.`;
      const counts = { evaluations: sample.length, named };
      return found(byShare(named, sample.length), finding, counts, idsOf(nameless));
    },
  },

  risk_stated: {
    title: 'Requests state their risk',
    rule: `Met where 90 % of the newest ${SAMPLE} evaluations state a risk level; in part from 50 % on.`,
    async assess(chain) {
      const sample = (await chain.evaluations()).filter(({ payload }) => payload !== null);
      if (sample.length === 0) return unjudged('No evaluation of the period can be read.');
      const silent = sample.filter((evaluation) => contextOf(evaluation).risk_level === undefined);
      const stated = sample.length - silent.length;
      const finding = `${shareOf(stated, sample.length)} of the evaluations looked at state the risk of the action.`;
      const counts = { evaluations: sample.length, stated };
      return found(byShare(stated, sample.length), finding, counts, idsOf(silent));
    },
  },

  retention_sufficient: {
    title: 'Records are kept for six months',
    rule: 'Met where payloads are kept for at least 184 days. The operator sets this, without evidence, so the setting at the time of the check counts; removals are on record.',
    async assess({ retentionDays }) {
      if (retentionDays === null) return found('met', 'Payloads are kept without a limit.');
      const counts = { retention_days: retentionDays };
      const finding = `Payloads are kept for ${countText(retentionDays)} days`;
      return retentionDays >= SIX_MONTHS_DAYS
        ? found('met', `${finding}.`, counts)
        : found('not_met', `${finding}; six months can have ${SIX_MONTHS_DAYS}.`, counts);
    },
  },

  removals_reasoned: {
    title: 'Redactions give a reason',
    rule: `Met where each of the newest ${SAMPLE} redactions is a record of its own and gives its reason.`,
    occasional: true,
    async assess({ evidence }) {
      const kind = { artifactType: 'governance_change', action: REMOVAL_ACTIONS.redaction };
      const redactions = await evidence.newest(kind, SAMPLE);
      if (redactions.length === 0) return unjudged('Nothing was redacted in the period.');
      const bare = redactions.filter(({ payload }) => !hasReason(payload));
      const counts = { redactions: redactions.length, without_reason: bare.length };
      const finding = `${countOf(redactions.length, 'redaction')} in the period, ${countText(bare.length)} without a reason.`;
      return found(bare.length === 0 ? 'met' : 'not_met', finding, counts, idsOf(redactions));
    },
  },
} as const satisfies Record<string, Check>;

function contextOf({ payload }: Artifact): JsonObject {
  const request = objectOf(payload?.request);
  return objectOf(request.context);
}

function hasReason(payload: JsonObject | null): boolean {
  const { reason } = objectOf(payload?.change);
  return typeof reason === 'string' && reason.trim() !== '';
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
