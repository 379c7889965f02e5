export { type HoldDeps, liftHold, setHold } from './change.ts';
export {
  findHold,
  HELD_BY,
  HOLD_FILTERS,
  type Hold,
  type HoldFilter,
  type HoldRecord,
  holdFields,
  holdFrom,
  holdOn,
  holdsOf,
  listHolds,
  MAX_HELD_IDS,
  MAX_HOLD_REASON,
} from './hold.ts';
export { HOLD_ACTIONS, isKept } from './kept.ts';
