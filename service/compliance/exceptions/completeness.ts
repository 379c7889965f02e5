/** Compares what was judged with what was reported, and says what the evidence can't show. */
import { readPayload } from '../../evidence/reading/index.ts';
import { type Found, Listing, shortened } from './kinds/kind.ts';
import { leavesOfPeriod, placeOf, type Reading, stepsOf } from './reading.ts';

export interface Completeness {
  /** Calls that were judged, by verdict. */
  evaluations: { proceed: number; escalate: number; block: number };
  /** Outcomes, by the verdict of the evaluation that they name. */
  outcomes: { proceed: number; escalate: number; block: number; without_evaluation: number };
  /** Calls without an evaluation that a client let run while the service was out of reach. */
  skipped: number;
  unseen: string[];
}

const UNSEEN = [
  'A call that no client, gateway or hook sent to Assize leaves nothing here, whether or not it ran.',
  'A call that a client let run because the service was out of reach (onUnavailable) is here only if its outcome was reported afterwards.',
  'An outcome is what the caller reported. Nothing here shows that it is true, or that an action without an outcome did not run.',
];

export const UNJUDGED = {
  id: 'outcome_without_evaluation',
  title: 'Reported without an evaluation',
  rule: 'An outcome was reported that names no evaluation, so its verdict is not known.',
};

const VERDICTS = ['proceed', 'escalate', 'block'] as const;

/** @returns also the outcomes without an evaluation, which are exceptions ({@link UNJUDGED}). */
export async function completenessOf(
  reading: Reading,
): Promise<{ completeness: Completeness; unjudged: Found }> {
  const { evidence } = reading;
  const by = async (artifactType: string) => {
    const counts = await Promise.all(VERDICTS.map((verdict) => evidence.count({ artifactType, verdict })));
    const [proceed = 0, escalate = 0, block = 0] = counts;
    return { proceed, escalate, block };
  };
  const listing = new Listing();
  let skipped = 0;
  for await (const { isSkipped, ...exception } of outcomesWithoutEvaluation(reading)) {
    if (isSkipped) skipped += 1;
    listing.add(exception);
  }
  const unjudged = listing.found();
  const outcomes = { ...(await by('action_executed')), without_evaluation: unjudged.count };
  const completeness = { evaluations: await by('governance_eval'), outcomes, skipped, unseen: UNSEEN };
  return { completeness, unjudged };
}

async function* outcomesWithoutEvaluation(reading: Reading) {
  for (const step of stepsOf(reading)) {
    const rows = await leavesOfPeriod(reading, step)
      .where('artifacts.artifact_type', '=', 'action_executed')
      .where('artifacts.verdict', 'is', null)
      .leftJoin('artifact_payloads', (join) =>
        join
          .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
          .onRef('artifact_payloads.position', '=', 'artifacts.position'),
      )
      .select(['artifacts.position', 'artifacts.id', 'artifacts.action', 'artifacts.actor'])
      .select(['artifacts.created_at', 'artifact_payloads.payload'])
      .orderBy('artifacts.position')
      .execute();
    for (const { payload, actor: who, action, created_at: at, ...leaf } of rows) {
      const { context } = (payload === null ? null : readPayload(payload)) ?? {};
      const reason = (context as { skipped_evaluation?: unknown } | undefined)?.skipped_evaluation;
      const isSkipped = reason !== undefined && reason !== false;
      const what = `${action ?? 'an action'} was reported without an evaluation`;
      const why = isSkipped ? (shortened(reason) ?? 'the service was out of reach') : null;
      yield { ...placeOf(leaf), at, who, what, why, isSkipped };
    }
  }
}
