/**
 * Recomputes every recorded verdict from its own record and the settings and policies in force then. Also compares the
 * human answers that it states, and the approval that it rests on. An evaluation without its payload can't be
 * recomputed.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import {
  buildQuestion,
  type EvaluationRecord,
  type EvaluationRequest,
  factsOfRecord,
  isByEarlierRules,
} from '../../evaluation/index.ts';
import { leavesWithPayload, rangesOf, readPayload } from '../../evidence/reading/index.ts';
import { countWork, isTurnUsedUp, nextTurn } from '../../foundation/turns.ts';
import { policySetsOf } from '../../governance/policies/compiled/index.ts';
import type { PolicySet } from '../../governance/policies/index.ts';
import { settingsVersionsOf } from '../../governance/settings/index.ts';
import type { LawSettings } from '../../governance/settings/terms/index.ts';
import type { Environment } from '../../tenants/index.ts';
import { governedBy } from '../in-force.ts';
import { faultOfEvaluation, type Grounds } from '../recompute.ts';
import { type Acts, actsOf } from '../recompute-act.ts';
import { isUseCounted } from '../recompute-mandate.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { type AnsweredEvaluation, faultsOfAnswers, statesAnswer } from './verdict-answers.ts';
import { faultsOfUses, type Use, useIn } from './verdict-approvals.ts';

export const verdictsRegistry: Registry = { name: 'verdicts', check };

/** May be the pages of several chains at once, each evaluation with its full request. */
const POSITIONS_AT_ONCE = 256;
/** The data to decide an evaluation again, apart from its rules. */
const UNITS_OF_AN_EVALUATION = 5000;

async function check(tally: Tally, { db, chain, environment, size }: CheckContext): Promise<void> {
  // An evaluation comes after the settings and policies it was judged by, so all of them are there.
  const settings = await settingsVersionsOf(db, chain);
  const sets = await policySetsOf(db, chain);
  const policies = new Map<string, PolicySet>();
  const grounds: Grounds = { settings, policies, environment: environment as Environment };
  const governed = governedBy(db, chain);
  const acts = actsOf(db, chain);
  for await (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
    const page = await leavesWithPayload(db, chain)
      .where('artifacts.artifact_type', '=', 'governance_eval')
      .where('artifacts.position', '>=', from)
      .where('artifacts.position', '<', to)
      .orderBy('artifacts.position')
      .execute();
    const answered: AnsweredEvaluation[] = [];
    const uses: Use[] = [];
    for (const leaf of page) {
      if (leaf.payload === null) continue;
      while (isTurnUsedUp()) await nextTurn(chain);
      countWork(UNITS_OF_AN_EVALUATION);
      tally.checked();
      const payload = readPayload(leaf.payload);
      const named = payload?.policies;
      if (typeof named === 'string' && sets.members.has(named) && !policies.has(named)) {
        const set = await sets.compiled(named);
        if (set !== null) policies.set(named, set);
      }
      const misjudged = await governed.faultOf(leaf, payload);
      const fault =
        faultOfEvaluation(leaf, leaf.payload, payload, grounds, await contentsIn(acts, payload)) ??
        misjudged ??
        (await faultOfItsAct(acts, payload, settings, leaf.created_at)) ??
        (await faultOfItsUse(db, chain, leaf, payload, grounds));
      if (fault !== null) tally.gap(fault, leaf.position, leaf.id);
      else if (statesAnswer(payload)) answered.push({ leaf, record: payload });
      const use = useIn(leaf, payload);
      if (use !== null) uses.push(use);
    }
    for await (const { leaf, what } of faultsOfUses(db, chain, uses)) tally.gap(what, leaf.position, leaf.id);
    for await (const { leaf, what } of faultsOfAnswers(db, chain, answered)) {
      tally.gap(what, leaf.position, leaf.id);
    }
  }
}

async function contentsIn(acts: Acts, payload: JsonObject | null): Promise<JsonObject | null> {
  const record = (payload ?? {}) as unknown as EvaluationRecord;
  const { act } = factsOfRecord(record);
  return acts.contentsOf(act, record.request as unknown as EvaluationRequest);
}

async function faultOfItsAct(
  acts: Acts,
  payload: JsonObject | null,
  versions: ReadonlyMap<string, LawSettings>,
  at: number,
): Promise<string | null> {
  const record = payload as unknown as EvaluationRecord;
  const { act, ...judged } = factsOfRecord(record);
  const settings = versions.get(record.settings);
  if (settings === undefined) return null;
  const request = record.request as unknown as EvaluationRequest;
  return acts.faultOf({
    act,
    request,
    settings,
    at,
    party: record.key_id,
    byLetter: isByEarlierRules(judged),
  });
}

/** A proceed under a mandate that has limits is one of its uses. */
async function faultOfItsUse(
  db: Database,
  chain: number,
  { id, verdict }: { id: string; verdict: string | null },
  payload: JsonObject | null,
  { settings }: Grounds,
): Promise<string | null> {
  const record = payload as unknown as EvaluationRecord;
  const facts = factsOfRecord(record);
  const laws = settings.get(record.settings);
  if (verdict !== 'proceed' || facts.act?.mandate?.state !== 'open' || laws === undefined) return null;
  const { judgesMandate } = buildQuestion(record.request as unknown as EvaluationRequest, facts, laws);
  if (!judgesMandate || (await isUseCounted(db, chain, facts.act.mandate, id))) return null;
  return 'This evaluation used a mandate, but is not counted among its uses.';
}
