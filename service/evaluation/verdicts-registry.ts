/** Every recorded verdict, recomputed from its own record. One whose payload is gone says nothing to be recomputed. */
import {
  leavesWithPayload,
  rangesOf,
  readPayload,
  registryOnThread,
  Tally,
  type ThreadCheck,
} from '../evidence/truth/index.ts';
import { settingsVersionsOf } from '../settings/index.ts';
import { faultOfEvaluation, type Grounds } from './recompute.ts';

export const verdictsRegistry = registryOnThread('verdicts', import.meta.url);

const POSITIONS_AT_ONCE = 1024;

export const check: ThreadCheck = async ({ db, chain, size }) => {
  const tally = new Tally();
  // An evaluation follows the settings that it was judged by, so all of theirs are there.
  const grounds: Grounds = { settings: await settingsVersionsOf(db, chain) };
  for (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
    const page = await leavesWithPayload(db, chain)
      .where('artifacts.artifact_type', '=', 'governance_eval')
      .where('artifacts.position', '>=', from)
      .where('artifacts.position', '<', to)
      .orderBy('artifacts.position')
      .execute();
    for (const leaf of page) {
      if (leaf.payload === null) continue;
      tally.checked();
      const fault = faultOfEvaluation(leaf, leaf.payload, readPayload(leaf.payload), grounds);
      if (fault !== null) tally.gap(fault, leaf.position, leaf.id);
    }
  }
  return tally.report();
};
