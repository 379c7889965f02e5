/** Checks of human oversight: whether people are asked, answer in time, read, are named, and did not ask themselves. */
import { HASTY_PRESSES, HASTY_WINDOW_MS, QUICK_MS } from '../../approvals/deciding/index.ts';
import type { AnsweredApproval } from '../../approvals/finding/index.ts';
import { isId } from '../../foundation/ids.ts';
import type { SettingsDocument } from '../../governance/settings/terms/index.ts';
import { type HeldDocument, MAX_EVIDENCE_IDS, SAMPLE_ANSWERS, SAMPLE_DECISIONS } from '../chain-in-period.ts';
import { type Check, newestIds } from '../check.ts';
import { throughout } from './throughout.ts';
import { ALL_THE_TIME, byShare, countOf, countText, found, shareOf, unjudged } from './wording.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SOON_HOURS = 8;
const LATE_HOURS = 24;
const QUICK_SECONDS = QUICK_MS / 1000;
const HASTY = `more than ${HASTY_PRESSES} times in ${HASTY_WINDOW_MS / MINUTE_MS} minutes`;
/** From this number of evaluations on, it is telling that none was held back. */
const ENOUGH_TO_TELL = 20;

export const OVERSIGHT_CHECKS = {
  escalations_answered: {
    title: 'Humans answer what is escalated to them',
    rule: 'Met where a human answered 90 % of the escalations opened in the period before they expired; in part from 50 % on. Pending escalations are left out.',
    async assess(chain) {
      const { answered, expired, pending, expiredEvidence, newestAnswered } = await chain.escalations();
      const counts = { answered, expired, pending };
      const all = answered + expired;
      if (all === 0)
        return unjudged(`No escalation of the period was due; ${countText(pending)} pending.`, counts);
      const finding = `A human answered ${shareOf(answered, all)} of the escalations; ${countText(expired)} expired unanswered, ${countText(pending)} pending.`;
      const ids = expired > 0 ? expiredEvidence : evidenceOf(newestAnswered);
      return found(byShare(answered, all), finding, counts, ids.slice(0, MAX_EVIDENCE_IDS));
    },
  },

  answered_in_time: {
    title: 'Answers come in time',
    rule: `Met where the median time to answer, over the newest ${SAMPLE_ANSWERS} answers, is at most ${SOON_HOURS} hours; in part where it is at most ${LATE_HOURS}.`,
    async assess(chain) {
      const { newestAnswered } = await chain.escalations();
      if (newestAnswered.length === 0) return unjudged('No escalation of the period was answered.');
      const took = newestAnswered
        .map(({ openedAt, answeredAt }) => answeredAt - openedAt)
        .sort((one, other) => one - other);
      const median = took[Math.floor(took.length / 2)] ?? 0;
      const slowest = took.at(-1) ?? 0;
      const counts = {
        answers: took.length,
        median_seconds: seconds(median),
        slowest_seconds: seconds(slowest),
      };
      const finding = `The median time of ${countOf(took.length, 'answer')} was ${hoursText(median)}, the longest ${hoursText(slowest)}.`;
      const result =
        median <= SOON_HOURS * HOUR_MS ? 'met' : median <= LATE_HOURS * HOUR_MS ? 'partial' : 'not_met';
      return found(result, finding, counts, evidenceOf(newestAnswered));
    },
  },

  approvals_read: {
    title: 'People read before they approve',
    rule: `Met where 90 % of the approvals given in the period took longer than ${QUICK_SECONDS} seconds from when the person could first see the request; in part from 50 % on. Not met where a person approved faster than that ${HASTY}. The newest ${countText(SAMPLE_DECISIONS)} decisions are judged; approvals of a bundle that are decided together count once.`,
    async assess(chain) {
      const { approvals, hasty } = await chain.care();
      if (approvals.length === 0) return unjudged('No approval was given in the period.');
      const quick = approvals.filter(({ isQuick }) => isQuick);
      const [all, slow] = [approvals.length, approvals.length - quick.length];
      const counts = { approvals: all, quick: quick.length, hasty_people: hasty };
      const people = hasty === 1 ? '1 person' : `${countText(hasty)} people`;
      const finding = `${shareOf(slow, all)} of the approvals took longer than ${QUICK_SECONDS} seconds; ${people} approved faster ${HASTY}.`;
      const shown = quick.length > 0 ? quick : approvals;
      const ids = shown.flatMap(({ evidenceId }) => evidenceId ?? []).slice(0, MAX_EVIDENCE_IDS);
      return found(hasty > 0 ? 'not_met' : byShare(slow, all), finding, counts, ids);
    },
  },

  deciders_named: {
    title: 'Decisions name the person',
    rule: `Met where members gave 90 % of the newest ${SAMPLE_ANSWERS} answers; in part where 50 % name the person who decided, also where a key says so.`,
    async assess(chain) {
      const { newestAnswered } = await chain.escalations();
      if (newestAnswered.length === 0) return unjudged('No escalation of the period was answered.');
      const [named, proven] = [newestAnswered.filter(namesDeciders), newestAnswered.filter(isOfMembers)];
      const all = newestAnswered.length;
      const counts = { answers: all, named: named.length, by_members: proven.length };
      const saidByKeys = `in ${shareOf(named.length - proven.length, all)} a key says who decided`;
      const finding = `${shareOf(named.length, all)} of the answers name every person who decided; ${saidByKeys}.`;
      const isProven = byShare(proven.length, all) === 'met';
      const isSaid = byShare(named.length, all) !== 'not_met';
      const result = isProven ? 'met' : isSaid ? 'partial' : 'not_met';
      const others = newestAnswered.filter((answer) => !proven.includes(answer));
      return found(result, finding, counts, evidenceOf(others));
    },
  },

  duties_separated: {
    title: 'Who asks does not decide',
    rule: `Met where separation of duties was on ${ALL_THE_TIME} and none of the newest ${SAMPLE_ANSWERS} answers came from the party that asked; in part where there are answers and one of the two holds, or where it was on for part of the time. Under the standard settings, the operator's setting at the time of the check counts.`,
    async assess(chain) {
      const spans = await chain.settings();
      const set = throughout(
        spans,
        ({ document }) => (isSeparated(document) ? 'met' : 'not_met'),
        SEPARATION,
      );
      const { newestAnswered } = await chain.escalations();
      const own = newestAnswered.filter(decidedByAsker);
      const counts = { answers: newestAnswered.length, own_decisions: own.length, ...set.counts };
      if (own.length > 0) {
        const finding = `${set.finding} The party that asked decided in ${shareOf(own.length, newestAnswered.length)} of the answers.`;
        return found(set.result === 'not_met' ? 'not_met' : 'partial', finding, counts, evidenceOf(own));
      }
      if (set.result !== 'not_met' || newestAnswered.length === 0) return { ...set, counts };
      const finding = `${set.finding} In none of ${countOf(newestAnswered.length, 'answer')} did the party that asked decide.`;
      return found('partial', finding, counts, evidenceOf(newestAnswered));
    },
  },

  quorum_for_critical: {
    title: 'Critical actions take two people',
    rule: `Met where an approval of an action of critical risk took at least two parties ${ALL_THE_TIME}. Under the standard settings, the operator's setting at the time of the check counts.`,
    async assess(chain) {
      const spans = await chain.settings();
      const required = ({ document }: HeldDocument) => document.approvals.required.critical;
      const last = spans.at(-1)?.value;
      const counts = { required_at_critical_at_end: last === undefined ? 0 : required(last) };
      const wording = {
        met: 'An approval at critical risk took two parties or more',
        never: 'An approval at critical risk did not take two parties',
      };
      return throughout(spans, (held) => (required(held) >= 2 ? 'met' : 'not_met'), wording, counts);
    },
  },

  judgement_bites: {
    title: 'Some actions are held back',
    rule: `Met where at least one evaluation was escalated or blocked; where none was, in part from ${ENOUGH_TO_TELL} evaluations on, and not assessed below that.`,
    async assess({ verdicts, evidence }) {
      const { all, escalate, block } = verdicts;
      const held = escalate + block;
      const counts = { evaluations: all, escalate, block };
      if (held > 0) {
        const kind = { artifactType: 'governance_eval', verdict: escalate > 0 ? 'escalate' : 'block' };
        const finding = `${shareOf(held, all)} of the evaluations did not simply proceed.`;
        return found('met', finding, counts, await newestIds(evidence, kind));
      }
      if (all < ENOUGH_TO_TELL)
        return unjudged(`All of ${countOf(all, 'evaluation')} proceeded: too few to tell.`, counts);
      const finding = `All of ${countOf(all, 'evaluation')} proceeded: nothing was ever held back.`;
      return found('partial', finding, counts);
    },
  },
} as const satisfies Record<string, Check>;

const SEPARATION = { met: 'Separation of duties was on', never: 'Separation of duties was not on' };

function isSeparated({ approvals, attestation }: SettingsDocument): boolean {
  return approvals.separation_of_duties || attestation === 'verified';
}

function namesDeciders({ decisions }: AnsweredApproval): boolean {
  return decisions.length > 0 && decisions.every((each) => each.decided_by !== null);
}

/** A key may name anyone; a member decides in their own name. */
function isOfMembers(answer: AnsweredApproval): boolean {
  return namesDeciders(answer) && answer.decisions.every(({ party }) => !isId('key', party));
}

function decidedByAsker({ requestedBy, decisions }: AnsweredApproval): boolean {
  return (
    requestedBy !== null &&
    decisions.some(({ party, by_requester }) => party === requestedBy || by_requester !== 0)
  );
}

function evidenceOf(answers: readonly AnsweredApproval[]): string[] {
  return answers
    .flatMap(({ evidenceId }) => (evidenceId === null ? [] : [evidenceId]))
    .slice(0, MAX_EVIDENCE_IDS);
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

function hoursText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return countOf(minutes, 'minute');
  return `${(ms / HOUR_MS).toFixed(1)} hours`;
}
