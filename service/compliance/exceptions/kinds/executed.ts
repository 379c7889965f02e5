/** Actions that were reported as carried out although their verdict was not to proceed. */
import { findArtifacts } from '../../../evidence/reading/index.ts';
import { placeOf, type Reading } from '../reading.ts';
import { type ExceptionKind, type Found, MAX_LISTED } from './kind.ts';
import { reasonsOf } from './reasons.ts';

export const executedDespiteBlock: ExceptionKind = {
  id: 'executed_despite_block',
  title: 'Carried out despite a block',
  rule: 'An outcome was reported for an action whose verdict was block.',
  find: (reading) => executedWith(reading, 'block'),
};

export const executedUnapproved: ExceptionKind = {
  id: 'executed_unapproved',
  title: 'Carried out while a person was asked',
  rule: 'An outcome was reported for an evaluation that had escalated, without a new evaluation after the approval.',
  find: (reading) => executedWith(reading, 'escalate'),
};

async function executedWith(reading: Reading, verdict: 'block' | 'escalate'): Promise<Found> {
  const { db, chain, evidence } = reading;
  const kind = { artifactType: 'action_executed', verdict };
  const outcomes = await evidence.newest(kind, MAX_LISTED);
  const evaluationOf = (payload: (typeof outcomes)[number]['payload']) =>
    String(payload?.evaluation_id ?? '');
  const evaluations = await findArtifacts(
    db,
    chain,
    outcomes.map(({ payload }) => evaluationOf(payload)),
  );
  const listed = outcomes.map((outcome) => {
    const evaluation = evaluations.get(evaluationOf(outcome.payload));
    const ended =
      outcome.payload === null
        ? ', and its content was removed'
        : typeof outcome.payload.outcome === 'string'
          ? `: ${outcome.payload.outcome}`
          : '';
    return {
      ...placeOf(outcome),
      at: outcome.createdAt,
      who: outcome.actor,
      what: `${outcome.action ?? 'an action'} was carried out${ended}`,
      why: reasonsOf(evaluation?.payload ?? null, verdict === 'block' ? 'fail' : 'warn'),
    };
  });
  return { count: await evidence.count(kind), listed, unread: 0 };
}
