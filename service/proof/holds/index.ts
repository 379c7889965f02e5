export { type HoldDeps, liftHold, setHold, type WantedHold } from './change.ts';
export {
  findHold,
  type HoldFilter,
  type HoldRecord,
  holdFields,
  holdFrom,
  holdsOf,
  MAX_HELD_IDS,
  MAX_HOLD_REASON,
} from './hold.ts';
export { HOLD_FILTERS, listHolds } from './list.ts';
