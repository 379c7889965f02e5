/**
 * Recomputes every recorded verdict from its record and the settings and policies in force then, and compares the human
 * answers and the approval that it states. An evaluation without its payload can't be recomputed.
 */

import type { JsonObject } from '@assize/evidence-format';
import {
  buildQuestion,
  type EvaluationRequest,
  isByEarlierRules,
} from '../../../evaluation/question/index.ts';
import { type EvaluationRecord, factsOfRecord } from '../../../evaluation/record/index.ts';
import { readPayload } from '../../../evidence/reading/index.ts';
import { countWork, isTurnUsedUp, nextTurn } from '../../../foundation/turns.ts';
import type { PolicySet } from '../../../governance/policies/index.ts';
import { policySetsOf } from '../../../governance/policies/index.ts';
import { settingsVersionsOf } from '../../../governance/settings/index.ts';
import type { Environment } from '../../../tenants/index.ts';
import { type Act, evaluationsIn } from '../../comparing/acts.ts';
import { governedBy } from '../../in-force.ts';
import { faultOfEvaluation, type Grounds, type Judgement, judgementOf } from '../../recompute.ts';
import { type Acts, actsOf } from '../../recompute-act.ts';
import { identitiesOf } from '../../recompute-identity.ts';
import { isUseCounted } from '../../recompute-mandate.ts';
import type { ChainOfRows, Check, CheckContext } from '../../registry.ts';
import { Remembered } from '../../remembered.ts';
import { checkAnswers, checkUses, type Resting, restingOn } from './verdict-answers.ts';

/** May be the pages of several chains at once, each evaluation with its full request. */
const POSITIONS_AT_ONCE = 256;
/** The data to decide an evaluation again, apart from its rules. */
const UNITS_OF_AN_EVALUATION = 5000;

export const verdicts: Check = async (tally, context) => {
  const { db, chain, tenantId } = context;
  const { grounds, judged } = await judging(context);
  const governed = governedBy(db, chain);
  const acts = actsOf(db, chain);
  const identities = identitiesOf(db, tenantId);
  const remembered = new Remembered<Judged>();
  for await (const page of evaluationsIn(context, null, POSITIONS_AT_ONCE)) {
    const all: Resting[] = [];
    const sound: Resting[] = [];
    for (const act of page) {
      const { bytes } = act;
      if (bytes === null) continue;
      while (isTurnUsedUp()) await nextTurn(chain);
      countWork(UNITS_OF_AN_EVALUATION);
      tally.checked();
      const { judgement, payload, read } = await remembered.of(bytes, () => judged(bytes, acts));
      const misjudged = await governed.faultOf(act, payload);
      const fault =
        faultOfEvaluation(act, judgement) ??
        misjudged ??
        (await faultOfItsIdentity(identities, read)) ??
        (await faultOfItsAct(acts, read, grounds, act.at)) ??
        (await faultOfItsUse(context, read, grounds, act));
      if (fault !== null) tally.gap(fault, act);
      const resting = restingOn(act, payload);
      if (resting === null) continue;
      all.push(resting);
      if (fault === null) sound.push(resting);
    }
    await checkUses(tally, context, all);
    await checkAnswers(tally, context, sound);
  }
};

/** A payload, and what its bytes alone give. */
interface Judged {
  payload: JsonObject | null;
  read: Read;
  judgement: Judgement;
}

async function judging({ db, chain, environment }: CheckContext) {
  // An evaluation comes after the settings and policies it was judged by, so all of them are there.
  const settings = await settingsVersionsOf(db, chain);
  const sets = await policySetsOf(db, chain);
  const policies = new Map<string, PolicySet>();
  const grounds: Grounds = { settings, policies, environment: environment as Environment };
  const judged = async (bytes: Uint8Array, acts: Acts): Promise<Judged> => {
    const payload = readPayload(bytes);
    const named = payload?.policies;
    if (typeof named === 'string' && sets.members.has(named) && !policies.has(named)) {
      const set = await sets.compiled(named);
      if (set !== null) policies.set(named, set);
    }
    const read = readRecord(payload);
    const contents = await acts.contentsOf(read.facts.act, read.request);
    return { payload, read, judgement: judgementOf(bytes, payload, grounds, contents) };
  };
  return { grounds, judged };
}

/** The parts of a record from which it is judged again. */
function readRecord(payload: JsonObject | null) {
  const record = (payload ?? {}) as unknown as EvaluationRecord;
  return { record, facts: factsOfRecord(record), request: record.request as unknown as EvaluationRequest };
}

type Read = ReturnType<typeof readRecord>;

async function faultOfItsIdentity(
  identities: ReturnType<typeof identitiesOf>,
  { record, facts: { identity }, request }: Read,
): Promise<string | null> {
  return identities.faultOf({ identity, request, party: record.key_id });
}

async function faultOfItsAct(
  acts: Acts,
  { record, facts, request }: Read,
  grounds: Grounds,
  at: number,
): Promise<string | null> {
  const { act, ...judged } = facts;
  const settings = grounds.settings.get(record.settings);
  if (settings === undefined) return null;
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
  { db, chain }: ChainOfRows,
  { record, facts, request }: Read,
  { settings }: Grounds,
  { verdict, id }: Act,
): Promise<string | null> {
  const laws = settings.get(record.settings);
  const mandate = facts.act?.mandate;
  if (verdict !== 'proceed' || mandate?.state !== 'open' || laws === undefined) return null;
  const { judgesMandate } = buildQuestion(request, facts, laws);
  const isCounted = !judgesMandate || (await isUseCounted(db, chain, mandate, id));
  return isCounted ? null : 'This evaluation used a mandate, but is not counted among its uses.';
}
