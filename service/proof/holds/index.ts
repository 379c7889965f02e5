export { type HoldDeps, liftHold, setHold, type WantedHold } from './change.ts';
export {
  findHold,
  HELD_BY,
  type Hold,
  type HoldFilter,
  type HoldRecord,
  holdFields,
  holdFrom,
  holdOn,
  holdsOf,
  MAX_HELD_IDS,
  MAX_HOLD_REASON,
} from './hold.ts';
export { HOLD_ACTIONS, isKept } from './kept.ts';
export { HOLD_FILTERS, listHolds } from './list.ts';
