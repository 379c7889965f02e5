export { AREAS, type Area, areaNamed, scopeFor } from './areas.ts';
export { type Behind, type SecondPerson, secondPersonBehind } from './behind.ts';
export { areaOf, type ChangeMade, COVERED_ACTIONS } from './covered.ts';
export {
  areasIn,
  eligibleFor,
  PEOPLE_NEEDED,
  type Place,
  requireSecondPerson,
  stillEligible,
} from './eligible.ts';
export { type CoveredChange, coveredChanges, isUnread } from './recorded.ts';
