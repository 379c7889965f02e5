/** Checks of human oversight: whether people are asked, answer, answer soon, are named, and are others than who asked. */
import type { AnsweredApproval } from '../../approvals/index.ts';
import { type Check, MOST_EVIDENCE_IDS, SAMPLE_ANSWERS } from '../check.ts';
import { byShare, countOf, countText, found, shareOf, unjudged } from './wording.ts';

const HOUR_MS = 3_600_000;
const SOON_HOURS = 8;
const LATE_HOURS = 24;
/** From so many evaluations on, that nothing at all was held back says something. */
const ENOUGH_TO_TELL = 20;

export const escalationsAnswered: Check = {
  title: 'Humans answer what is escalated to them',
  rule: 'Of the escalations opened in the period and no longer pending: met where a human answered 90 % before they expired, in part from 50 % on.',
  async judge(chain) {
    const { answered, expired, pending, expiredEvidence, newestAnswered } = await chain.escalations();
    const counts = { answered, expired, pending };
    const all = answered + expired;
    if (all === 0)
      return unjudged(`No escalation of the period was due; ${countText(pending)} pending.`, counts);
    const told = `A human answered ${shareOf(answered, all)} of the escalations; ${countText(expired)} expired unanswered, ${countText(pending)} pending.`;
    const ids = expired > 0 ? expiredEvidence : evidenceOf(newestAnswered);
    return found(byShare(answered, all), told, counts, ids.slice(0, MOST_EVIDENCE_IDS));
  },
};

export const answeredInTime: Check = {
  title: 'Answers come in time',
  rule: `Of the newest ${SAMPLE_ANSWERS} answers: met where the middle one took at most ${SOON_HOURS} hours, in part at most ${LATE_HOURS}.`,
  async judge(chain) {
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
    const told = `The middle one of ${countOf(took.length, 'answer')} took ${hoursText(median)}, the slowest ${hoursText(slowest)}.`;
    const result =
      median <= SOON_HOURS * HOUR_MS ? 'met' : median <= LATE_HOURS * HOUR_MS ? 'partial' : 'not_met';
    return found(result, told, counts, evidenceOf(newestAnswered));
  },
};

export const decidersNamed: Check = {
  title: 'Decisions name the person',
  rule: `Of the newest ${SAMPLE_ANSWERS} answers: met where 90 % name the person who decided, in part from 50 % on.`,
  async judge(chain) {
    const { newestAnswered } = await chain.escalations();
    if (newestAnswered.length === 0) return unjudged('No escalation of the period was answered.');
    const named = newestAnswered.filter(namesDeciders);
    const counts = { answers: newestAnswered.length, named: named.length };
    const told = `${shareOf(named.length, newestAnswered.length)} of the answers name every person who decided.`;
    const nameless = newestAnswered.filter((answer) => !named.includes(answer));
    return found(byShare(named.length, newestAnswered.length), told, counts, evidenceOf(nameless));
  },
};

export const dutiesSeparated: Check = {
  title: 'Who asks does not decide',
  rule: `Met where separation of duties is on and none of the newest ${SAMPLE_ANSWERS} answers is by who had asked; in part where one of the two holds, and there are answers.`,
  async judge(chain) {
    const isOn =
      chain.approvals.separationOfDuties || chain.standing.settings.laws.settings.attestation === 'verified';
    const { newestAnswered } = await chain.escalations();
    const own = newestAnswered.filter(decidedByAsker);
    const counts = { answers: newestAnswered.length, own_decisions: own.length };
    if (isOn && own.length === 0) return found('met', 'Separation of duties is on.', counts);
    if (own.length > 0) {
      const told = `Who asked decided in ${shareOf(own.length, newestAnswered.length)} of the answers.`;
      return found(isOn ? 'partial' : 'not_met', told, counts, evidenceOf(own));
    }
    if (newestAnswered.length === 0) {
      return found('not_met', 'Separation of duties is off, and no answer shows that it is kept.', counts);
    }
    const told = `Separation of duties is off; of ${countOf(newestAnswered.length, 'answer')} none was by who asked.`;
    return found('partial', told, counts, evidenceOf(newestAnswered));
  },
};

export const quorumForCritical: Check = {
  title: 'Critical actions take two people',
  rule: 'Met where an approval of an action of critical risk takes at least two parties.',
  async judge({ approvals }) {
    const required = approvals.required.critical ?? 1;
    const told = `An approval at critical risk takes ${required === 1 ? 'one party' : `${countText(required)} parties`}.`;
    return found(required >= 2 ? 'met' : 'not_met', told, { required_at_critical: required });
  },
};

export const judgementBites: Check = {
  title: 'Some actions are held back',
  rule: `Met where at least one evaluation was escalated or blocked; where none was, in part from ${ENOUGH_TO_TELL} evaluations on, and not assessed below.`,
  async judge({ verdicts, evidence }) {
    const { all, escalate, block } = verdicts;
    const held = escalate + block;
    const counts = { evaluations: all, escalate, block };
    if (held > 0) {
      const newest = await evidence.newest(
        { artifactType: 'governance_eval', verdict: escalate > 0 ? 'escalate' : 'block' },
        MOST_EVIDENCE_IDS,
      );
      const told = `${shareOf(held, all)} of the evaluations did not simply proceed.`;
      return found(
        'met',
        told,
        counts,
        newest.map(({ id }) => id),
      );
    }
    if (all < ENOUGH_TO_TELL)
      return unjudged(`All of ${countOf(all, 'evaluation')} proceeded: too few to tell.`, counts);
    return found(
      'partial',
      `All of ${countOf(all, 'evaluation')} proceeded: nothing was ever held back.`,
      counts,
    );
  },
};

function namesDeciders({ decisions }: AnsweredApproval): boolean {
  return decisions.length > 0 && decisions.every((each) => each.decided_by !== null);
}

function decidedByAsker({ requestedBy, decisions }: AnsweredApproval): boolean {
  return requestedBy !== null && decisions.some(({ party }) => party === requestedBy);
}

function evidenceOf(answers: readonly AnsweredApproval[]): string[] {
  return answers
    .flatMap(({ evidenceId }) => (evidenceId === null ? [] : [evidenceId]))
    .slice(0, MOST_EVIDENCE_IDS);
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

function hoursText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return countOf(minutes, 'minute');
  return `${(ms / HOUR_MS).toFixed(1)} hours`;
}
